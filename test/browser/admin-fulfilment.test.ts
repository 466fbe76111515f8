import type { Locator } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, coveredControls, downloadedText, toasts } from "../support/browser.ts";
import { actOnOrder, mailsTo } from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { sendRequest } from "../support/http-client.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { ordersApi } from "../../shared/api-orders.ts";
import { parseOrderLink } from "../../shared/order-link.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { ORDER_NUMBER_SOURCE } from "../support/order-number.ts";
import { openSiteWithOrders, rowOf } from "../support/orders-page.ts";
import { placeOrder } from "../support/place-order.ts";
import { waitUntil } from "../support/wait-until.ts";

// The packing view begins with the oldest orders of the shop, which must be those of this file.
test.use({ shopName: "fulfilment" });
const { site, emailOf, openList } = openSiteWithOrders("fulfil.example", [
  "Ada Lovelace",
  "Evi Nemeth",
  "Ida Rhodes",
]);

test("an admin selects orders by keyboard, completes them from a list with a result for each line, and undoes this", async () => {
  const { page, problems } = await openList();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByText("2 orders selected").waitFor();
  await bar.getByRole("button", { name: "Select all 3" }).click();
  await bar.getByText("3 orders selected").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Complete" }).click();
  const dialog = page.getByRole("dialog", { name: "Complete orders from a list" });
  const linesField = dialog.getByLabel("Orders and tracking numbers");
  await expect(linesField).toBeFocused();
  const lines = (await linesField.inputValue()).trim().split("\n");
  expect(lines).toHaveLength(3);
  await linesField.fill(`${lines.map((line, i) => `${line.trim()} 1Z${i}`).join("\r\n")}\r\nnobody;1Z9`);
  await dialog.getByText("4 lines: 3 will be changed, 1 with a problem").waitFor();
  await dialog.getByText("No such order.").waitFor();
  await page.setViewportSize({ width: 375, height: 667 });
  expect(await coveredControls(dialog), "buttons that cannot be pressed on a phone").toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Complete 3 orders" }).click();
  await dialog.getByText("3 changed.").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 667 });
  const cardOnPhone = page.locator("li:has(h3[id^=customer-])").filter({ hasText: "1Z0" });
  await expect(cardOnPhone, "the tracking number in the list on a phone").toHaveCount(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: /^Undo/ }).click();
  await dialog.getByText("Undone", { exact: true }).first().waitFor();
  await dialog.getByText("0 changed, 3 unchanged.").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => rowOf(page).getByRole("combobox").inputValue()).toBe(String(ORDER_STATUS.pending));
  expect(problems).toEqual([]);
});

test("on a phone, the bars that stay on the screen take at most 12 % of its height", async () => {
  const { page } = await openList();
  await page.setViewportSize({ width: 375, height: 812 });
  /** The part of the screen's height that `bar` takes, together with the tabs if they stay when the page is scrolled. */
  const shareOfScreen = async (bar: Locator): Promise<number> => {
    const heights = await Promise.all(
      [bar, page.getByRole("tablist")].map((element) =>
        element.evaluate((node) => {
          const fixed = node.closest("nav") ?? node;
          return getComputedStyle(fixed).position === "static" ? 0 : fixed.getBoundingClientRect().height;
        }),
      ),
    );
    return heights.reduce((sum, height) => sum + height, 0) / 812;
  };
  await page.getByRole("checkbox", { name: /Ada Lovelace/ }).check();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByText("1 order selected").waitFor();
  expect(await shareOfScreen(bar)).toBeLessThanOrEqual(0.12);
  await expect(bar.getByRole("button", { name: "Packing slips" })).toBeHidden();
  await bar.getByRole("button", { name: "More" }).click();
  await bar.getByRole("button", { name: "Packing slips" }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await page.getByRole("button", { name: "Pack orders" }).click();
  const actionBar = page.locator("[data-bottom-bar]");
  await actionBar.getByRole("button", { name: "Mark as packed" }).waitFor();
  expect(await shareOfScreen(actionBar)).toBeLessThanOrEqual(0.12);
});

test("an admin packs orders one by one by keyboard, and an order that another admin packs disappears", async () => {
  const { page, problems } = await openList();
  await page.getByRole("button", { name: "Pack orders" }).click();
  const packingView = page.getByRole("region", { name: "Pack orders" });
  const items = packingView.getByRole("list", { name: "Items to pack" });
  const address = packingView.locator("address");
  const countToPack = async () =>
    Number.parseInt(await packingView.getByText(/^\d+ to pack$/).innerText(), 10);
  await items.waitFor();
  const countBefore = await countToPack();
  const firstAddress = await address.innerText();
  await page.keyboard.press("m");
  await expect
    .poll(() =>
      items
        .getByRole("checkbox")
        .first()
        .evaluate((box) => box.matches(":focus")),
    )
    .toBe(true);
  expect(await countToPack()).toBe(countBefore);
  expect(await accessibilityViolations(page)).toEqual([]);
  for (let i = 0; i < (await items.getByRole("checkbox").count()); i++) await page.keyboard.press("x");
  // While Caps Lock is on, the key gives a capital letter, which must work too.
  await page.keyboard.press("M");
  await expect.poll(countToPack).toBe(countBefore - 1);
  await page.keyboard.press("b");
  await packingView.getByText("This order is packed.").waitFor();
  expect(await address.innerText()).toBe(firstAddress);
  await packingView.getByRole("button", { name: "Not packed after all" }).click();
  await expect.poll(countToPack).toBe(countBefore);
  const shownOrder = (
    await packingView.getByText(new RegExp(`^(ord_|${ORDER_NUMBER_SOURCE})`)).innerText()
  ).trim();
  const { page: otherPage } = await openList({ q: shownOrder });
  await otherPage.getByRole("checkbox", { name: /^Select the order of/ }).click();
  await otherPage.getByRole("button", { name: "Mark as packed" }).click();
  await otherPage.getByRole("dialog").getByRole("button", { name: "Mark as packed" }).click();
  await otherPage.getByRole("dialog").getByText("1 changed.").waitFor();
  await otherPage.getByRole("button", { name: "Done" }).click();
  await otherPage.getByRole("button", { name: "Mark as packed" }).click();
  const nothingToPack = otherPage.getByRole("dialog", { name: "No order to mark as packed" });
  await nothingToPack.getByRole("button", { name: "Show why" }).click();
  await otherPage.getByRole("dialog").getByText("Already packed").waitFor();
  await packingView.getByText(shownOrder).waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Orders", exact: true })).toBeFocused();
  expect(problems).toEqual([]);
});

test("the packing view marks an order with a message from its customer", async () => {
  const link = await waitUntil("a receipt with a link", async () =>
    (await mailsTo(site.url(), emailOf("Ida")))
      .map(({ text }) => parseOrderLink(/\/order(#\S+)/.exec(text)?.[1] ?? ""))
      .find(Boolean),
  );
  const body = { ...link, requestId: crypto.randomUUID(), text: "Please wrap it as a gift." };
  const { status } = await sendRequest(site.url(), ordersApi.reportProblem.path, { body });
  expect(status).toBe(200);
  const { page } = await openList();
  await page.getByRole("button", { name: "Pack orders" }).click();
  const packingView = page.getByRole("region", { name: "Pack orders" });
  const address = packingView.locator("address");
  await address.waitFor();
  while (!(await address.innerText()).includes("Ida Rhodes")) {
    const skippedAddress = await address.innerText();
    await page.keyboard.press("s");
    await expect(address).not.toHaveText(skippedAddress);
  }
  await packingView.getByText("The customer says that something is wrong").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("after an order of the open list is cancelled, the CSV file says so, and the selection has no packing slip for it", async () => {
  const email = emailOf("Evi");
  const { page } = await openList({ q: email });
  await page.getByRole("checkbox", { name: /^Select the order of/ }).check();
  const client = createClient({ url: site.url() });
  const token = await client.adminToken();
  const { orders } = (await client.call(adminApi.listOrders, { token })).data;
  const { orderId = "", version = 0 } = orders.find(({ customer }) => customer.email === email) ?? {};
  const body = { orderStatus: ORDER_STATUS.cancelled, version } as const;
  await client.call(adminApi.changeOrder, { token, params: { id: orderId }, body });
  await expect
    .poll(() => rowOf(page).getByRole("combobox").inputValue())
    .toBe(String(ORDER_STATUS.cancelled));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await downloadedText(await download);
  expect(text).toContain(",Cancelled,");
  await page.getByRole("button", { name: "Packing slips" }).click();
  await page.getByText("None of these orders has a packing slip.").waitFor();
});

test("an order whose payment is disputed is left out of the carrier CSV and packing slips, and is named", async () => {
  const email = emailOf("Frances");
  const [paidId, disputedId] = [
    await placeOrder(site.url(), site.productOf("shirts"), { name: "Frances Allen", email, ship: true }),
    await placeOrder(site.url(), site.productOf("shirts"), { name: "Frances Allen", email, ship: true }),
  ];
  await actOnOrder(site.url(), disputedId, "dispute");
  const client = createClient({ url: site.url() });
  const token = await client.adminToken();
  const readOrders = async () => {
    const { orders } = (await client.call(adminApi.listOrders, { token })).data;
    return [paidId, disputedId].map((id) => orders.find(({ orderId }) => orderId === id));
  };
  await waitUntil("the dispute is recorded", async () => (await readOrders())[1]?.doNotSend === "disputed");
  const [paidOrder, disputedOrder] = await readOrders();
  const { page, problems } = await openList({ q: email });
  const bar = page.getByRole("region", { name: "Selected orders" });
  const checkboxes = page.getByRole("checkbox", { name: /^Select the order of/ });
  await checkboxes.nth(1).check();
  await checkboxes.nth(0).check();
  const download = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Carrier CSV" }).click();
  const text = await downloadedText(await download);
  expect(text).toContain(paidOrder?.orderNumber);
  expect(text).not.toContain(disputedOrder?.orderNumber);
  const heldBackText = `1 selected order must not be sent yet (${disputedOrder?.orderNumber}): open it and decide first.`;
  await toasts(page).getByText(`1 parcel exported. ${heldBackText}`).waitFor();
  await checkboxes.nth(1).uncheck();
  await bar.getByRole("button", { name: "Packing slips" }).click();
  await toasts(page).getByText(heldBackText, { exact: true }).waitFor();
  expect(problems).toEqual([]);
});

test("messages and the list of changes that can be undone do not cover the bar of the selected orders", async () => {
  const email = emailOf("Margaret");
  for (const ship of [true, false])
    await placeOrder(site.url(), site.productOf("shirts"), { name: "Margaret Hamilton", email, ship });
  const { page } = await openList({ q: email });
  const bar = page.getByRole("region", { name: "Selected orders" });
  // The order to pick up is in the first row, because it is newer.
  const checkbox = page.getByRole("checkbox", { name: /^Select the order of/ }).first();
  await rowOf(page, 2).getByRole("combobox").selectOption("Completed");
  await page.getByRole("button", { name: "Complete order" }).click();
  const undoBar = page.getByRole("list", { name: "Latest changes" });
  await undoBar.waitFor();
  await page.setViewportSize({ width: 375, height: 812 });
  await checkbox.check();
  await bar.getByRole("button", { name: "More" }).click();
  expect(await coveredControls(bar)).toEqual([]);
  expect(await coveredControls(undoBar)).toEqual([]);
  const toast = toasts(page).getByText("None of these orders has items to ship.");
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 812 });
    await bar.getByRole("button", { name: "Carrier CSV" }).click();
    await toast.waitFor();
    for (const top of [0, 10_000]) {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      expect(await coveredControls(bar)).toEqual([]);
    }
    await toast.waitFor({ state: "detached" });
  }
  await page.setViewportSize({ width: 375, height: 812 });
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await checkbox.check();
  // The further buttons were closed with the earlier selection.
  await expect(bar.getByRole("button", { name: "More" })).toHaveAttribute("aria-expanded", "false");
});
