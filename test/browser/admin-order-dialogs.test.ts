import type { Locator, Page } from "@playwright/test";
import { formatMoney } from "../../shared/money.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { expect, test } from "../support/browser-test.ts";
import { isUncovered, toasts } from "../support/browser.ts";
import { createClient } from "../support/client.ts";
import { delayResponse } from "../support/delay-response.ts";
import { loseNextAnswer } from "../support/lose-next-answer.ts";
import { ORDER_NUMBER_SOURCE } from "../support/order-number.ts";
import { openSiteWithOrders, rowOf } from "../support/orders-page.ts";
import { placeOrder } from "../support/place-order.ts";

const { openList, site } = openSiteWithOrders("dialogs-back.example", ["Ada Lovelace", "Evi Nemeth"]);
const ORDER_REQUESTS = "**/api/admin/orders/*";

/** The index of the current entry in the browser's history. */
const entryIndex = (page: Page) =>
  page.evaluate(() => (window.history.state as { index: number } | null)?.index);

const orderIdIn = (page: Page): string => new URL(page.url()).searchParams.get("order") ?? "";

/**
 * Presses Back, and expects that this closes `dialog`, keeps the address, and goes back by exactly one entry. If Back
 * went back by two entries, Forward would not open the dialog again.
 */
async function closeByBack(page: Page, dialog: Locator): Promise<void> {
  const address = page.url();
  const index = (await entryIndex(page)) ?? 0;
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  await page.goForward();
  await dialog.waitFor();
  expect(await entryIndex(page)).toBe(index);
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  expect(await entryIndex(page)).toBe(index - 1);
  expect(page.url()).toBe(address);
}

const undoButton = (page: Page) =>
  page.getByRole("list", { name: "Latest changes" }).getByRole("button", { name: /^Undo/ });

async function completeFirstOrder(page: Page): Promise<void> {
  await rowOf(page).getByRole("combobox").selectOption("Completed");
  await page.getByRole("button", { name: "Complete order" }).click();
  await undoButton(page).waitFor();
}

test("Back closes the question about the parcel, and a reopened question still has the typed tracking number", async () => {
  const { page, problems } = await openList();
  const dialog = page.getByRole("dialog", { name: "Was the parcel sent?" });
  const trackingField = dialog.getByLabel("Tracking number");
  const statusSelect = rowOf(page).getByRole("combobox");
  await statusSelect.selectOption("Completed");
  await dialog
    .getByText(new RegExp(`^Order\\s${ORDER_NUMBER_SOURCE}: Evi Nemeth is told by email`))
    .waitFor();
  await trackingField.fill("1Z-TYPED");
  await closeByBack(page, dialog);
  await page.goForward();
  await expect(trackingField).toHaveValue("1Z-TYPED");
  const index = (await entryIndex(page)) ?? 0;
  await dialog.getByRole("button", { name: "Not yet" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => entryIndex(page)).toBe(index - 1);
  // Forward leads to the entry of the closed question. The next question uses the same entry.
  await page.goForward();
  expect(await entryIndex(page)).toBe(index);
  await statusSelect.selectOption("Completed");
  await dialog.waitFor();
  await closeByBack(page, dialog);
  await statusSelect.selectOption("Completed");
  await expect(trackingField).toHaveValue("1Z-TYPED");
  await dialog.getByRole("button", { name: "Complete order" }).click();
  await undoButton(page).click();
  await toasts(page).getByText("Undone: Pending again").waitFor();
  await statusSelect.selectOption("Completed");
  await expect(trackingField).toHaveValue("");
  expect(problems).toEqual([]);
});

test("a tracking number typed in the details is in the question about the parcel, and can be removed there", async () => {
  const { page, problems } = await openList();
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Order Details" });
  const numberInDetails = details.getByLabel("Tracking number");
  // Keys that follow each other without a pause, as from a scanner, and then keys in the middle of the text.
  await numberInDetails.pressSequentially("1Z-DETLS");
  for (let steps = 0; steps < 2; steps++) await page.keyboard.press("ArrowLeft");
  await numberInDetails.pressSequentially("AI");
  await expect(numberInDetails).toHaveValue("1Z-DETAILS");
  await details.getByLabel("New note").pressSequentially("Call back on Monday");
  await expect(details.getByLabel("New note")).toHaveValue("Call back on Monday");
  const statusSelect = details.getByRole("combobox");
  await statusSelect.selectOption("Completed");
  const question = page.getByRole("dialog", { name: "Was the parcel sent?" });
  await expect(question.getByLabel("Tracking number")).toHaveValue("1Z-DETAILS");
  const delayedCompletion = await delayResponse(page, ORDER_REQUESTS, "PATCH");
  await question.getByRole("button", { name: "Complete order" }).click();
  await question.waitFor({ state: "hidden" });
  await numberInDetails.press("End");
  await numberInDetails.pressSequentially("-2");
  await delayedCompletion.release();
  await details.getByRole("button", { name: "Save", exact: true }).waitFor();
  await expect(numberInDetails).toHaveValue("1Z-DETAILS-2");
  for (let steps = 0; steps < 2; steps++) await numberInDetails.press("Backspace");
  await details.getByRole("button", { name: "Copy tracking number" }).waitFor();
  await expect(numberInDetails).toHaveValue("1Z-DETAILS");

  const latestChanges = page.getByRole("list", { name: "Latest changes" });
  await statusSelect.selectOption("Pending");
  await latestChanges.getByText("Set to Pending").waitFor();
  await statusSelect.selectOption("Completed");
  await question.getByLabel("Tracking number").fill("");
  await question.getByRole("button", { name: "Complete order" }).click();
  await question.waitFor({ state: "hidden" });
  await expect(numberInDetails).toHaveValue("");
  // The other tests need a pending order. Until the completion is saved, the button would undo the earlier change.
  await latestChanges.getByText(/told/).waitFor();
  await undoButton(page).click();
  await toasts(page).getByText("Undone: Pending again").waitFor();
  expect(problems).toEqual([]);
});

test("Back closes the dialog 'Complete orders from a list', and the reopened dialog still has the pasted lines", async () => {
  const { page, problems } = await openList();
  const dialog = page.getByRole("dialog", { name: "Complete orders from a list" });
  const linesField = dialog.getByLabel("Orders and tracking numbers");
  const openers = {
    "Complete from a list": page.getByRole("button", { name: "Complete from a list" }),
    Complete: page
      .getByRole("region", { name: "Selected orders" })
      .getByRole("button", { name: "Complete", exact: true }),
  };
  await page.getByRole("checkbox", { name: /Evi Nemeth/ }).check();
  for (const [name, opener] of Object.entries(openers)) {
    await opener.click();
    await linesField.fill(`nobody, ${name}`);
    await closeByBack(page, dialog);
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(linesField).toHaveValue(`nobody, ${name}`);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    await expect(opener).toBeFocused();
  }
  expect(problems).toEqual([]);
});

test("Back closes the questions about packing and cancelling", async () => {
  const { page, problems } = await openList();
  await page.getByRole("checkbox", { name: /Evi Nemeth/ }).check();
  await page.getByRole("button", { name: "Mark as packed" }).click();
  const packDialog = page.getByRole("dialog", { name: "Mark 1 order as packed?" });
  await packDialog.getByText(new RegExp(`^${ORDER_NUMBER_SOURCE}$`)).waitFor();
  await closeByBack(page, packDialog);
  await rowOf(page).getByRole("combobox").selectOption("Cancelled");
  const cancelDialog = page.getByRole("alertdialog", { name: "Cancel this order?" });
  await cancelDialog.getByText(new RegExp(`^Order\\s${ORDER_NUMBER_SOURCE}: Evi Nemeth paid`)).waitFor();
  await closeByBack(page, cancelDialog);
  expect(problems).toEqual([]);
});

test("on a phone, the forms of a cancellation and of a refund open at their start", async () => {
  const { page } = await openList();
  await page.setViewportSize({ width: 375, height: 480 });
  await page.getByRole("combobox", { name: "Order status" }).first().selectOption("Cancelled");
  const question = page.getByRole("alertdialog", { name: "Cancel this order?" });
  await expect(question.getByRole("button", { name: "Keep order" })).toBeFocused();
  await expect(question.getByText(/The customer is told by email/)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "View", exact: true }).first().click();
  const details = page.getByRole("dialog", { name: "Order Details" });
  await details.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = page.getByRole("dialog", { name: "Refund", exact: true });
  await expect(refund.getByText(new RegExp(`^Order\\s${ORDER_NUMBER_SOURCE}: the money`))).toBeInViewport({
    ratio: 1,
  });
  await expect(refund.getByRole("button", { name: /^Increase/ }).first()).toBeFocused();
  await refund.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(refund.getByLabel("Amount")).toBeFocused();
});

test("on a phone, no bar of buttons covers the focused field in an order's dialogs", async () => {
  const { page } = await openList();
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  await page.setViewportSize({ width: 375, height: 600 });
  const details = page.getByRole("dialog", { name: "Order Details" });
  await details.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = page.getByRole("dialog", { name: "Refund", exact: true });
  await refund.getByLabel("Amount").focus();
  await page.keyboard.press("Tab");
  const restock = refund.getByRole("switch", { name: /back in stock$/ });
  await expect(restock).toBeFocused();
  await expect.poll(() => refund.getByText(/back in stock$/).evaluate(isUncovered)).toBe(true);
  await page.keyboard.press("Escape");
  await refund.waitFor({ state: "hidden" });
  const noteField = details.getByLabel("New note");
  const overlapPx = () =>
    noteField.evaluate((field) => {
      const body = field.closest("[data-dialog-body]");
      return field.getBoundingClientRect().bottom - (body?.getBoundingClientRect().bottom ?? 0);
    });
  // Scrolls until only the first line of the field is in sight.
  await noteField.evaluate((field) => {
    const body = field.closest("[data-dialog-body]");
    if (!body) throw new Error("The field is in no dialog");
    body.scrollTop += field.getBoundingClientRect().top + 44 - body.getBoundingClientRect().bottom;
  });
  expect(await overlapPx()).toBeGreaterThan(0);
  await noteField.focus();
  await expect.poll(overlapPx).toBeLessThanOrEqual(0);
});

test("on a phone, a toast covers neither the title of an order's details nor the button that closes them", async () => {
  const { page } = await openList();
  await page.setViewportSize({ width: 375, height: 667 });
  await page.getByRole("button", { name: "View", exact: true }).first().click();
  const details = page.getByRole("dialog", { name: "Order Details" });
  await details.getByText("Grand Total").waitFor();
  await expect(details.getByRole("heading", { level: 2 })).toHaveText(
    new RegExp(`^Order Details ${ORDER_NUMBER_SOURCE}$`),
  );
  const message = "This order was changed by someone else. Please look at it again.";
  await page.route(ORDER_REQUESTS, (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 409, json: { error: { code: "aborted", message } } })
      : route.fallback(),
  );
  await details.getByRole("combobox").selectOption("Completed");
  await page.getByRole("button", { name: "Complete order" }).click();
  const toast = toasts(page).getByText(message);
  await toast.waitFor();
  const { y = NaN, height = NaN } = (await toast.boundingBox()) ?? {};
  for (const element of [
    details.getByRole("heading", { level: 2 }),
    details.getByRole("button", { name: "Close" }),
  ])
    expect((await element.boundingBox())?.y).toBeGreaterThanOrEqual(y + height);
});

test("in an order's details, Back first closes a question about the order, and then the details", async () => {
  const { page, problems } = await openList();
  const listAddress = page.url();
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Order Details" });
  await details.getByText("Customer Information").waitFor();
  const detailsIndex = (await entryIndex(page)) ?? 0;
  const question = page.getByRole("alertdialog", { name: "Cancel this order?" });
  const askToCancel = () => details.getByRole("combobox").selectOption("Cancelled");
  await askToCancel();
  await question.waitFor();
  await closeByBack(page, question);
  await expect(details).toBeVisible();
  await askToCancel();
  await question.getByRole("button", { name: "Keep order" }).click();
  await question.waitFor({ state: "hidden" });
  await expect(details).toBeVisible();
  await expect.poll(() => entryIndex(page)).toBe(detailsIndex);
  const refundDialog = page.getByRole("dialog", { name: "Refund", exact: true });
  const openRefundDialog = () => details.getByRole("button", { name: "Refund", exact: true }).click();
  await openRefundDialog();
  await refundDialog.getByText(new RegExp(`^Order\\s${ORDER_NUMBER_SOURCE}: the money`)).waitFor();
  await refundDialog.getByLabel("Amount").fill("1.25");
  await refundDialog.getByLabel("Note").fill("Late");
  await closeByBack(page, refundDialog);
  await expect(details).toBeVisible();
  await openRefundDialog();
  await expect(refundDialog.getByLabel("Amount")).toHaveValue("1.25");
  await expect(refundDialog.getByLabel("Note")).toHaveValue("Late");
  await refundDialog.getByRole("button", { name: "Cancel" }).click();
  await refundDialog.waitFor({ state: "hidden" });
  await expect.poll(() => entryIndex(page)).toBe(detailsIndex);
  await askToCancel();
  await question.waitFor();
  // Presses Escape twice quickly. If the question gets both presses, a third press closes the details.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  await expect.poll(() => entryIndex(page)).not.toBe(undefined);
  if (await details.isVisible()) await page.keyboard.press("Escape");
  await details.waitFor({ state: "hidden" });
  await expect.poll(() => page.url()).toBe(listAddress);
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  await details.waitFor();
  await page.goBack();
  await details.waitFor({ state: "hidden" });
  expect(await entryIndex(page)).toBe(detailsIndex - 1);
  expect(page.url()).toBe(listAddress);
  expect(await page.locator("dialog:modal").count()).toBe(0);
  expect(problems).toEqual([]);
});

test("an undo is shown while it runs, and succeeds if its response is lost; Control+Z starts no undo while a question or a form is open", async () => {
  const { page } = await openList();
  const undoneToast = toasts(page).getByText("Undone: Pending again").filter({ visible: true });
  await completeFirstOrder(page);
  await rowOf(page, 2).getByRole("combobox").selectOption("Cancelled");
  const question = page.getByRole("alertdialog", { name: "Cancel this order?" });
  await question.waitFor();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  const delayedUndo = await delayResponse(page, ORDER_REQUESTS, "PATCH");
  await undoButton(page).click();
  await delayedUndo.received;
  await expect(
    page.getByRole("list", { name: "Latest changes" }).getByRole("button", { name: "Undoing..." }),
  ).toBeDisabled();
  await delayedUndo.release();
  await undoneToast.waitFor();
  // A toast stays while the pointer is on the toast.
  await page.mouse.move(0, 0);
  await undoneToast.waitFor({ state: "hidden" });

  await completeFirstOrder(page);
  await loseNextAnswer(page, ORDER_REQUESTS);
  await undoButton(page).click();
  await undoneToast.waitFor();
  await expect.poll(() => rowOf(page).getByRole("combobox").inputValue()).toBe(String(ORDER_STATUS.pending));
  await expect(page.getByRole("list", { name: "Latest changes" })).toHaveCount(0);

  await completeFirstOrder(page);
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Order Details" });
  await details.getByRole("button", { name: "Refund", exact: true }).click();
  const refundDialog = page.getByRole("dialog", { name: "Refund", exact: true });
  await refundDialog.getByRole("button", { name: "Choose everything" }).click();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Escape");
  await refundDialog.waitFor({ state: "hidden" });
  await expect(undoButton(page)).toBeEnabled();
  await page.keyboard.press("Control+z");
  await expect.poll(() => details.getByRole("combobox").inputValue()).toBe(String(ORDER_STATUS.pending));
});

test("the focus stays on the page after an undo, a cleared selection, a finished batch, and printing", async () => {
  const { page, problems } = await openList();
  await completeFirstOrder(page);
  await expect(rowOf(page).getByRole("combobox")).toBeFocused();
  await undoButton(page).focus();
  await page.keyboard.press("Enter");
  await toasts(page).getByText("Undone: Pending again").waitFor();
  await expect(rowOf(page).getByRole("combobox")).toBeFocused();

  const bar = page.getByRole("region", { name: "Selected orders" });
  const heading = page.getByRole("heading", { name: "Orders", exact: true });
  const selectOrder = () => page.getByRole("checkbox", { name: /Evi Nemeth/ }).check();
  await selectOrder();
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect(heading).toBeFocused();

  await selectOrder();
  await page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event("afterprint"));
  });
  await bar.getByRole("button", { name: "Packing slips" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(bar.getByRole("button", { name: "Packing slips" })).toBeFocused();

  await bar.getByRole("button", { name: "Complete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Complete orders from a list" });
  await dialog.getByRole("button", { name: "Complete 1 order" }).press("Enter");
  await expect(dialog.getByRole("list", { name: "Results" })).toBeFocused();
  await dialog.getByText("1 changed.").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(bar.getByRole("button", { name: "Complete", exact: true })).toBeFocused();
  expect(problems).toEqual([]);
});

test("an order whose items are all refunded gets no tracking number and no question about a parcel, and the question about its cancellation says how much is left", async () => {
  const email = "all-refunded@no-parcel.example";
  const client = createClient({ url: site.url() });
  const orderId = await placeOrder(site.url(), site.productOf("shirts"), { email, ship: true });
  const { version } = await client.order(orderId);
  const input = { refundId: "rfd-all-items", version, lines: [{ line: 0, quantity: 1 }] };
  expect((await client.refund(orderId, input)).status).toBe(202);
  await client.waitUntilIdle();

  const { page, problems } = await openList({ q: email });
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Order Details" });
  await details.getByText("Partially refunded").waitFor();
  await expect(details.getByLabel("Tracking number")).toHaveCount(0);
  await details.getByRole("combobox").selectOption("Cancelled");
  await page.getByText(`Refund the rest: ${formatMoney(SHIPPING_FEE)}`).waitFor();
  await page.getByRole("button", { name: "Keep order" }).click();
  await details.getByRole("combobox").selectOption("Completed");
  await undoButton(page).waitFor();
  await expect(page.getByRole("dialog", { name: "Was the parcel sent?" })).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("an open refund form shows refunds made elsewhere, keeps the focus in the form, and is then sent without a conflict", async () => {
  const { page, problems } = await openList();
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Order Details" });
  await details.getByRole("button", { name: "Refund", exact: true }).click();
  const refundDialog = page.getByRole("dialog", { name: "Refund", exact: true });
  const increaseButton = refundDialog.getByRole("button", { name: /^Increase quantity of/ });
  await increaseButton.press("Enter");
  await expect(increaseButton).toBeFocused();
  const client = createClient({ url: site.url() });
  const { version } = await client.order(orderIdIn(page));
  const input = { refundId: "rfd-other-item", version, lines: [{ line: 0, quantity: 1 }] };
  expect((await client.refund(orderIdIn(page), input)).status).toBe(202);
  await refundDialog.getByText(/^Someone else has refunded/).waitFor();
  await expect(increaseButton).toHaveCount(0);
  await expect(refundDialog.getByLabel("Amount")).toBeFocused();
  await expect(refundDialog.getByLabel("Amount")).toHaveValue("");

  // The rest is refunded in Stripe's dashboard, and that refund fails.
  const otherRefundText = await refundDialog.getByText(/^Someone else has refunded/).innerText();
  const { stripeSessionId = "" } = await client.order(orderIdIn(page));
  await client.waitUntilIdle();
  await client.act(stripeSessionId, "refund-pending");
  await refundDialog.getByText("everything has been refunded meanwhile.").waitFor();
  await client.act(stripeSessionId, "refund-fail");
  await expect(refundDialog.getByText(/^Someone else has refunded/)).toHaveText(otherRefundText);
  await expect(refundDialog.getByLabel("Amount")).toBeFocused();

  // After the notice was in view for a second, the form sends the new version of the order, which the server accepts.
  await client.waitUntilIdle();
  const seenAtMs = await page.evaluate(() => performance.now());
  await refundDialog.getByLabel("Amount").fill("1.00");
  await page.waitForFunction((startMs) => performance.now() - startMs > 1_500, seenAtMs);
  await refundDialog.getByRole("button", { name: "Refund $1.00" }).click();
  await expect(refundDialog).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("the details of an order, and the question before it is cancelled, keep their size when the order is loaded", async () => {
  await placeOrder(site.url(), site.productOf("shirts"), {
    ...{ name: "Grace Hopper", email: "grace@two-pieces.example" },
    ...{ ship: true, quantity: 2 },
  });
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [375, 812],
  ] as const)
    await test.step(`at ${width} × ${height}`, async () => {
      const { page } = await openList({ q: "@two-pieces.example" });
      await page.setViewportSize({ width, height });
      const details = page.getByRole("dialog", { name: "Order Details" });
      const question = page.getByRole("alertdialog", { name: "Cancel this order?" });
      const expectSameBox = async (
        dialog: Locator,
        open: () => Promise<unknown>,
        waitForOrder: () => Promise<void>,
      ) => {
        await page.reload();
        const delayedOrder = await delayResponse(page, ORDER_REQUESTS, "GET");
        await open();
        await delayedOrder.received;
        const boxBefore = await dialog.boundingBox();
        await delayedOrder.release();
        await waitForOrder();
        expect(await dialog.boundingBox()).toEqual(boxBefore);
      };
      await expectSameBox(
        details,
        () => page.getByRole("button", { name: "View", exact: true }).click(),
        () => details.getByText("Grand Total").waitFor(),
      );
      await page.keyboard.press("Escape");
      await details.waitFor({ state: "hidden" });
      await expectSameBox(
        question,
        () => page.getByRole("combobox", { name: "Order status" }).selectOption("Cancelled"),
        () => question.getByRole("button", { name: /^Decrease quantity/ }).click(),
      );
    });
});
