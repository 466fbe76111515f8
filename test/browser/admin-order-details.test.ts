import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { adminApi } from "../../shared/api-admin.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { messages } from "../../shared/messages.ts";
import { formatMoney } from "../../shared/money.ts";
import { Order } from "../../shared/order.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { expect, test } from "../support/browser-test.ts";
import { productsOf } from "../support/buyer.ts";
import { accessibilityViolations, printedPageCount, toasts } from "../support/browser.ts";
import { createClient, type Client } from "../support/client.ts";
import { delayResponse } from "../support/delay-response.ts";
import { openSiteWithOrders, ORDERS_PATH, rowOf } from "../support/orders-page.ts";
import { address } from "../../shared/site/address-and-hours.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { ADMIN_ACCOUNT } from "../support/admin-session.ts";

const CUSTOMERS = [
  "Ada Lovelace",
  "Radia Perlman",
  "Alan Turing",
  "Barbara Liskov",
  "Evi Nemeth",
  "Grace Hopper",
];
const { site, openList, emailOf } = openSiteWithOrders("details.example", CUSTOMERS);

const openListOf = (name: string) => openList({ q: emailOf(name) });
async function orderOfCustomer(client: Client, name: string) {
  const token = await client.adminToken();
  const { data } = await client.call(adminApi.listOrders, { token });
  const order = data.orders.find(({ customer }) => customer.email === emailOf(name));
  if (!order) throw new Error(`${name} has no order`);
  return order;
}

/** Completes an order without a tracking number, in the dialog that asks for the number. */
const clickComplete = (page: Page) => page.getByRole("button", { name: "Complete order" }).click();

test.describe("the status field of an order", () => {
  test("returns to its old value after a failed save, is disabled during a save, and then keeps the new value", async () => {
    const { page } = await openListOf("Ada Lovelace");
    const statusSelect = rowOf(page).getByRole("combobox");
    await page.route("**/api/admin/orders/ord_*", (route) => route.abort());
    await statusSelect.selectOption("Completed");
    await clickComplete(page);
    await toasts(page).getByText("Failed to update order status. Please try again.").waitFor();
    await expect.poll(() => statusSelect.inputValue()).toBe(String(ORDER_STATUS.pending));
    await page.unroute("**/api/admin/orders/ord_*");
    const delayedSave = await delayResponse(page, "**/api/admin/orders/ord_*", "PATCH");
    await statusSelect.selectOption("Completed");
    await clickComplete(page);
    await expect.poll(() => statusSelect.isDisabled()).toBe(true);
    await expect(statusSelect).toHaveAttribute("aria-busy", "true");
    await delayedSave.release();
    await expect.poll(() => statusSelect.isDisabled()).toBe(false);
    await expect(statusSelect).not.toHaveAttribute("aria-busy", "true");
    await expect.poll(() => statusSelect.inputValue()).toBe(String(ORDER_STATUS.completed));
    await page.reload();
    await expect.poll(() => statusSelect.inputValue()).toBe(String(ORDER_STATUS.completed));
  });

  test("shows a conflict when another admin has changed the order", async () => {
    const { page } = await openListOf("Radia Perlman");
    // Makes polling fail, so that the page does not notice the other admin's change.
    await page.route("**/api/admin/orders?**", (route) => route.abort());
    const client = createClient({ url: site.url() });
    const { orderId, version } = await orderOfCustomer(client, "Radia Perlman");
    const { status } = await client.call(adminApi.changeOrder, {
      token: await client.adminToken(),
      params: { id: orderId },
      body: { version, orderStatus: ORDER_STATUS.completed },
    });
    expect(status).toBe(200);
    const statusSelect = rowOf(page).getByRole("combobox");
    await statusSelect.selectOption("Completed");
    await clickComplete(page);
    await page
      .getByText("This order was changed by someone else. Please look at it again. It is now Completed.")
      .waitFor();
    await expect.poll(() => statusSelect.inputValue()).toBe(String(ORDER_STATUS.completed));
  });

  test("asks before a paid order is cancelled, then refunds it and puts its items back in stock", async () => {
    const { page } = await openListOf("Alan Turing");
    const product = site.productOf("shirts");
    const readStock = async () =>
      (await productsOf(site.url())).find(({ id }) => id === product.id)?.stock ?? 0;
    const stockBefore = await readStock();
    const row = rowOf(page);
    await row.getByRole("combobox").selectOption("Cancelled");
    await page.getByRole("button", { name: "Keep order" }).click();
    await expect.poll(() => row.getByRole("combobox").inputValue()).toBe(String(ORDER_STATUS.pending));
    await row.getByRole("combobox").selectOption("Cancelled");
    await expect(page.getByRole("alertdialog").getByText(/The customer is told by email\.$/)).toBeVisible();
    await page.getByLabel("Reason").selectOption("Requested by the customer");
    await page.getByLabel("Note").fill("Ordered twice");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel and refund" }).click();
    await row.getByText("Refunded", { exact: true }).waitFor();
    await expect.poll(() => row.getByRole("combobox").inputValue()).toBe(String(ORDER_STATUS.cancelled));
    await expect.poll(readStock).toBe(stockBefore + 1);
  });
});

test.describe("the order dialog", () => {
  test("shows order, customer, items and history, prints a packing slip without prices, and closes", async () => {
    const { page, problems } = await openListOf("Barbara Liskov");
    await page.getByRole("button", { name: "View", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Order Details" });
    await dialog.getByText("Order Information").waitFor();
    const text = await dialog.innerText();
    for (const part of [
      "Customer Information",
      emailOf("Barbara Liskov"),
      "502-555-0101",
      "12 Barrel Rd, Apt 3",
      "Louisville",
      "KY",
      "40202",
      "United States",
      "Item",
      "Quantity",
      "Price",
      "Total",
      "Shipping",
      formatMoney(SHIPPING_FEE),
      "Grand Total",
      "Placed by the customer",
      "Payment received",
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/ord_[0-9A-Z]{26}/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "View", exact: true }).click();
    await dialog.waitFor();
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: "hidden" });
    expect(problems).toEqual([]);

    // With free shipping, the dialog says 'Free' in place of $0.00.
    await page.route("**/api/admin/orders/ord_*", async (route) => {
      const order = z.parse(Order, await (await route.fetch()).json());
      await route.fulfill({ json: { ...order, financialInfo: { ...order.financialInfo, shipping: 0 } } });
    });
    await page.evaluate(() => {
      window.print = () => (document.title = "printing");
      // `printedPageCount` makes a PDF. That dispatches `afterprint`, on which the page would remove the slip.
      window.addEventListener("afterprint", (event) => event.stopImmediatePropagation(), { capture: true });
    });
    await page.getByRole("button", { name: "View", exact: true }).click();
    await dialog.getByRole("row", { name: "Shipping Free" }).waitFor();
    await page.getByRole("button", { name: "Packing slip" }).click();
    await expect.poll(() => page.title()).toBe("printing");
    await page.emulateMedia({ media: "print" });
    expect(await printedPageCount(page)).toBe(1);
    const printedText = await page.locator("body").innerText();
    expect(printedText).toContain("Packing slip");
    expect(printedText).toMatch(/Ship to\s+Barbara Liskov\s+12 Barrel Rd, Apt 3\s+Louisville, KY 40202/);
    expect(printedText).toContain(address.street);
    await page.getByRole("img", { name: /^Barcode of ord_[0-9A-Z]{26}$/ }).waitFor();
    expect(printedText).not.toContain("$");
    expect(printedText).not.toContain("Admin Dashboard");
  });

  test("completes the order with a tracking number, keeps a note, and refunds while another admin refunds too", async () => {
    const { page } = await openListOf("Evi Nemeth");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "View", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Order Details" });
    const trackingField = dialog.getByLabel("Tracking number");
    await trackingField.fill("1Z999AA10123456784");
    // The dialog keeps unsaved input while it is closed.
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.goForward();
    await expect(trackingField).toHaveValue("1Z999AA10123456784");
    const saveResponse = page.waitForResponse((response) => response.request().method() === "PATCH");
    await dialog.getByRole("button", { name: "Complete order" }).click();
    // The history names the admin by their email address.
    const { history } = z.parse(Order, await (await saveResponse).json());
    expect(history.at(-1)?.by).toBe(ADMIN_ACCOUNT.email);
    await dialog.getByText("Tracking: 1Z999AA10123456784 by you").waitFor();
    await dialog.getByRole("button", { name: "Copy tracking number" }).click();
    await expect.poll(readClipboard).toBe("1Z999AA10123456784");
    await dialog.getByRole("button", { name: "Copy address" }).click();
    await expect.poll(readClipboard).toBe("Evi Nemeth\n12 Barrel Rd, Apt 3\nLouisville, KY 40202");
    await dialog.getByLabel("New note").fill("Calls back on Monday");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.goForward();
    // The server saves the note, but its response is lost. The admin adds to the text and sends it again: the server refuses it,
    // because the text before is saved, and the field keeps only what was added.
    const orderRequests = "**/api/admin/orders/ord_*{,/notes}";
    await page.route(orderRequests, async (route) => {
      if (route.request().method() === "POST") await route.fetch();
      await route.abort();
    });
    const addNote = dialog.getByRole("button", { name: "Add note" });
    await addNote.click();
    await dialog.getByText(messages.noConnection).waitFor();
    await dialog.getByLabel("New note").press("End");
    await dialog.getByLabel("New note").pressSequentially(" at noon");
    await page.unroute(orderRequests);
    await addNote.click();
    await dialog.getByText(apiMessages.noteReused).waitFor();
    await expect(dialog.getByLabel("New note")).toHaveValue("at noon");
    await addNote.click();
    await dialog
      .getByRole("listitem")
      .filter({ hasText: "Calls back on Monday" })
      .getByText("by you")
      .waitFor();
    await expect.poll(() => dialog.getByLabel("New note").inputValue()).toBe("");
    await dialog.getByText("Status: Pending to Completed by you").waitFor();
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    const refundDialog = page.getByRole("dialog", { name: "Refund" });
    const amountField = refundDialog.getByLabel("Amount");
    expect(await amountField.inputValue()).toBe("");
    await refundDialog.getByRole("button", { name: "Choose everything" }).click();
    const fullAmount = await amountField.inputValue();
    expect(Number(fullAmount)).toBeGreaterThan(0);
    await refundDialog.getByRole("button", { name: `Refund $${fullAmount}` }).waitFor();
    await refundDialog.getByText(`Shipping ${formatMoney(SHIPPING_FEE)}`).click();
    await refundDialog
      .getByRole("button", { name: /^Decrease quantity of/ })
      .first()
      .click();
    await expect.poll(() => amountField.inputValue()).toBe("");
    await amountField.fill("9999");
    await refundDialog.getByRole("button", { name: /^Refund/ }).click();
    await refundDialog.getByText(/^At most \$/).waitFor();
    await expect(amountField).toBeFocused();
    expect(await accessibilityViolations(page)).toEqual([]);
    const { name, price } = site.productOf("shirts");
    await refundDialog.getByRole("button", { name: `Increase quantity of ${name}` }).click();
    await expect.poll(() => amountField.inputValue()).toBe(price.toFixed(2));
    await refundDialog.getByText(`Shipping ${formatMoney(SHIPPING_FEE)}`).click();
    await expect.poll(() => amountField.inputValue()).toBe((price + SHIPPING_FEE).toFixed(2));
    await refundDialog.getByText(`Shipping ${formatMoney(SHIPPING_FEE)}`).click();
    await amountField.fill("5.50");
    await refundDialog.getByText("Put the chosen item back in stock").click();
    await refundDialog.getByLabel("Note").fill("Loose thread");
    await refundDialog.getByRole("button", { name: "Refund $5.50" }).click();
    await toasts(page).getByText("$5.50 is on its way back").waitFor();
    await dialog.getByText("Partially refunded").first().waitFor();
    await dialog.getByText("1 back in stock").waitFor();
    await dialog.getByText("Reason: Loose thread by you").waitFor();
    // Each item is refunded, so no item can be chosen any more.
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await refundDialog.getByLabel("Amount").waitFor();
    expect(await refundDialog.getByRole("group", { name: "Items to refund" }).count()).toBe(0);
    expect(await refundDialog.getByText(/back in stock/).count()).toBe(0);

    const client = createClient({ url: site.url() });
    const refundAsOtherAdmin = async (refundId: string, dollars?: number) => {
      const { orderId, version } = await orderOfCustomer(client, "Evi Nemeth");
      const input = { refundId, version, ...(dollars === undefined ? {} : { amount: dollars }) };
      expect((await client.refund(orderId, input)).status).toBe(202);
    };
    const dollarsLeft = Number(await amountField.inputValue());
    await refundAsOtherAdmin("rfd-other-part", 1);
    // Without polling, the page reads the order only after the server has refused a refund.
    await page.route("**/api/admin/orders?**", (route) => route.abort());
    await refundDialog.getByRole("button", { name: /^Refund/ }).click();
    await expect(refundDialog.locator("[data-announcer]")).toContainText(
      "This order was changed by someone else.",
    );
    await refundDialog.getByText("Someone else has refunded $1.00 meanwhile.").waitFor();
    await refundDialog.getByText(`Up to $${(dollarsLeft - 1).toFixed(2)}`).waitFor();
    await expect(amountField).toHaveValue((dollarsLeft - 1).toFixed(2));
    // After the form has adapted to the other refund, it keeps what is typed, also while it is closed.
    await amountField.fill("1");
    await page.keyboard.press("Escape");
    await expect(amountField).toHaveCount(0);
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await expect(amountField).toHaveValue("1");
    await refundAsOtherAdmin("rfd-other-rest");
    await refundDialog.getByRole("button", { name: /^Refund/ }).click();
    await refundDialog.getByText("everything has been refunded meanwhile.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await expect(amountField).toHaveCount(0);
    const closeButton = refundDialog.getByRole("button", { name: "Close" }).last();
    await expect(closeButton).toBeFocused();
    await closeButton.click();
    await expect(dialog.getByRole("heading", { name: "Refunds" })).toBeFocused();
    // With no parcel left to send and nothing left to refund, the dialog has no buttons, and so no footer.
    await expect(dialog.locator("[data-dialog-body] + [data-announcer]")).toHaveCount(1);
  });

  test("keeps what is typed when late responses arrive, and when another admin has changed the tracking number", async () => {
    const { page } = await openList({ size: "20" });
    const [firstCustomer, secondCustomer] = ["Barbara Liskov", "Grace Hopper"] as const;
    const openDetails = (name: string) =>
      page
        .getByRole("row")
        .filter({ hasText: name })
        .getByRole("button", { name: "View", exact: true })
        .click();
    const dialog = page.getByRole("dialog", { name: "Order Details" });
    const closeDialog = async () => {
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    };
    await openDetails(firstCustomer);
    await dialog.getByLabel("Tracking number").fill("1Z-FIRST");
    const delayedSave = await delayResponse(page, "**/api/admin/orders/*", "PATCH");
    await dialog.getByRole("button", { name: "Complete order" }).click();
    await delayedSave.received;
    // Text that is typed while the number is being saved stays in the field.
    await dialog.getByLabel("Tracking number").press("End");
    await dialog.getByLabel("Tracking number").pressSequentially("-2");
    await closeDialog();
    await openDetails(secondCustomer);
    await dialog.getByLabel("Tracking number").fill("1Z-SECOND");
    await delayedSave.release();
    await toasts(page).getByText("Order completed").waitFor();
    expect(await dialog.getByLabel("Tracking number").inputValue()).toBe("1Z-SECOND");
    await closeDialog();

    await openDetails(firstCustomer);
    const trackingField = dialog.getByLabel("Tracking number");
    await expect(trackingField).toHaveValue("1Z-FIRST-2");
    await dialog.getByRole("button", { name: "Save", exact: true }).waitFor();
    const client = createClient({ url: site.url() });
    const { orderId: id, version } = await orderOfCustomer(client, firstCustomer);
    await client.call(adminApi.changeOrder, {
      token: await client.adminToken(),
      params: { id },
      body: { version, orderStatus: ORDER_STATUS.completed, tracking: "9400THEIRS" },
    });
    await trackingField.press("Enter");
    await dialog.getByText("Since you typed, the number was changed to 9400THEIRS.").waitFor();
    await trackingField.press("End");
    await trackingField.pressSequentially("3");
    // Until the admin keeps or discards the typed number, Enter saves nothing.
    await trackingField.press("Enter");
    await expect(trackingField).toHaveValue("1Z-FIRST-23");
    expect(await accessibilityViolations(page)).toEqual([]);
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 375, height });
    expect((await trackingField.boundingBox())?.width).toBeGreaterThan(300);
    await page.setViewportSize({ width, height });
    await dialog.getByRole("button", { name: "Discard the typed number" }).click();
    await expect(trackingField).toHaveValue("9400THEIRS");
    await expect(trackingField).toBeFocused();
    await dialog.getByRole("button", { name: "Copy tracking number" }).waitFor();

    const noteField = dialog.getByLabel("New note");
    await noteField.fill("Call back");
    const delayedNote = await delayResponse(page, "**/notes", "POST");
    const addNote = dialog.getByRole("button", { name: "Add note" });
    await addNote.click();
    await delayedNote.received;
    await noteField.press("End");
    await noteField.pressSequentially(" on Monday");
    await delayedNote.release();
    await expect(noteField).toHaveValue("on Monday");
    await expect(dialog.getByText("Call back", { exact: true })).toBeVisible();
    await addNote.press("Enter");
    await expect(noteField).toHaveValue("");
    await expect(addNote).toBeDisabled();
    await expect(addNote).toBeFocused();

    const refundDialog = page.getByRole("dialog", { name: "Refund" });
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await refundDialog.getByLabel("Amount").fill("5.00");
    const delayedRefund = await delayResponse(page, "**/refunds", "POST");
    await refundDialog.getByRole("button", { name: /^Refund/ }).click();
    await delayedRefund.received;
    await page.goBack();
    await refundDialog.waitFor({ state: "hidden" });
    // While the request runs, the form cannot send a second request.
    await page.goForward();
    await expect(refundDialog.getByRole("button", { name: "Refunding..." })).toBeDisabled();
    await page.goBack();
    await refundDialog.waitFor({ state: "hidden" });
    await page.goBack();
    await dialog.waitFor({ state: "hidden" });
    await openDetails(secondCustomer);
    await dialog.getByText("Customer Information").waitFor();
    await expect.poll(() => refundDialog.count()).toBe(0);
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await refundDialog.getByLabel("Amount").fill("7.00");
    await delayedRefund.release();
    await toasts(page).getByText(`$5.00 is on its way back to ${firstCustomer}`).waitFor();
    expect(await refundDialog.getByLabel("Amount").inputValue()).toBe("7.00");
    await refundDialog.getByRole("button", { name: "Cancel" }).click();
    await closeDialog();
    await openDetails(firstCustomer);
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await expect(refundDialog.getByLabel("Amount")).toHaveValue("");
  });

  test("shows an error for an unknown order id", async () => {
    const { page } = await openList({ order: "ord_none" });
    await page.getByText("Invalid order ID").waitFor();
  });
});

test("an admin signs in, finds an order and changes its status by keyboard alone", async () => {
  const { page } = await site.visit();
  await page.goto(ORDERS_PATH);
  await page.getByLabel("Email Address").focus();
  await page.keyboard.type(ADMIN_ACCOUNT.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(ADMIN_ACCOUNT.password);
  await page.keyboard.press("Enter");
  await page
    .getByRole("status")
    .getByText(/^Showing 1-/)
    .waitFor();
  await page.keyboard.press("?");
  const shortcutsDialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shortcutsDialog.waitFor();
  await page.keyboard.press("Escape");
  await shortcutsDialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Keyboard shortcuts" }).press("Enter");
  await shortcutsDialog.waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type(emailOf("Grace Hopper"));
  await page.getByText("Showing 1-1 of 1 orders").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Order Details" }).getByText(emailOf("Grace Hopper")).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  // The first Tab moves the focus to the row's checkbox, the second to the row's status.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  // The dialog asks for the tracking number, which may stay empty.
  await page.getByLabel("Tracking number").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => rowOf(page).getByRole("combobox").inputValue())
    .toBe(String(ORDER_STATUS.completed));
});
