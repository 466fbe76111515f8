import type { Locator, Page } from "@playwright/test";
import { adminApi } from "../../shared/api-admin.ts";
import { formatMoney } from "../../shared/money.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, coveredControls, focusWindow, toasts } from "../support/browser.ts";
import { createClient } from "../support/client.ts";
import { delayResponse } from "../support/delay-response.ts";
import { openSiteWithOrders, rowOf } from "../support/orders-page.ts";
import { placeOrder } from "../support/place-order.ts";

// The packing view begins with the oldest orders of the shop, which must be those of this file.
test.use({ shopName: "packing" });
const DOMAIN = "packing.example";
const { site, openList, visitAsAdmin } = openSiteWithOrders(DOMAIN, [
  "Dana Scott",
  "Lin Clark",
  "Mary Keller",
]);
const ORDER_REQUESTS = "**/api/admin/orders/ord_*";

async function openPacking(page: Page) {
  await page.getByRole("button", { name: "Pack orders" }).click();
  const view = page.getByRole("region", { name: "Pack orders" });
  const items = view.getByRole("list", { name: "Items to pack" });
  await items.waitFor();
  return {
    view,
    boxes: items.getByRole("checkbox"),
    address: view.locator("address"),
    countToPack: async () => Number.parseInt(await view.getByText(/^\d+ to pack$/).innerText(), 10),
    tickAll: async () => {
      for (const box of await items.getByRole("checkbox").all()) await box.check();
    },
  };
}

test("an admin who goes back while an order is saved stays at the earlier order", async () => {
  const { page, problems } = await openList();
  const { view, address, countToPack, tickAll } = await openPacking(page);
  const countBefore = await countToPack();
  const firstAddress = await address.innerText();
  await tickAll();
  await page.keyboard.press("m");
  await expect(address).not.toHaveText(firstAddress, { useInnerText: true });
  await tickAll();
  const delayedSave = await delayResponse(page, ORDER_REQUESTS, "PATCH");
  await page.keyboard.press("m");
  await delayedSave.received;
  await page.keyboard.press("b");
  await view.getByText("This order is packed.").waitFor();
  await delayedSave.release();
  await expect.poll(countToPack).toBe(countBefore - 2);
  await view.locator("[aria-busy]").waitFor({ state: "detached" });
  await expect(address).toHaveText(firstAddress, { useInnerText: true });
  await expect(toasts(page).getByText(/^Somebody else/)).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("an admin who packs an order sees that another admin has refunded a piece, and has to tick the line again", async () => {
  const email = `katherine@${DOMAIN}`;
  const orderId = await placeOrder(site.url(), site.productOf("shirts"), {
    name: "Katherine Johnson",
    email,
    ship: true,
    quantity: 2,
  });
  const { page, problems } = await openList();
  const { view, boxes, address } = await openPacking(page);
  while (!(await address.innerText()).includes("Katherine Johnson")) {
    const shownAddress = await address.innerText();
    await page.keyboard.press("s");
    await expect(address).not.toHaveText(shownAddress, { useInnerText: true });
  }
  const notice = view.getByText("This order was changed. Check the items again.");
  await page.keyboard.press("x");
  await expect(boxes.first()).toBeChecked();
  await expect(notice).toHaveCount(0);
  const client = createClient({ url: site.url() });
  const token = await client.adminToken();
  const params = { id: orderId };
  const readOrder = async () => (await client.call(adminApi.getOrder, { token, params })).data;
  const { version } = await readOrder();
  const lines = [{ line: 0, quantity: 1 }];
  const body = { refundId: `rfd-${crypto.randomUUID()}`, version, lines, restockLines: lines };
  await client.call(adminApi.requestRefund, { token, params, body });
  await expect.poll(async () => (await readOrder()).refunds[0]?.status).toBe("succeeded");
  await focusWindow(page);
  await view.getByText("× 1").waitFor();
  await notice.waitFor();
  await expect(boxes.first()).not.toBeChecked();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("x");
  await expect(boxes.first()).toBeChecked();
  expect(problems).toEqual([]);

  // The answer is lost, and the order cannot be read again. Only the list says later that it is packed.
  await page.route(ORDER_REQUESTS, async (route) => {
    if (route.request().method() === "PATCH") await route.fetch();
    await route.abort();
  });
  await page.keyboard.press("m");
  await toasts(page).getByText("No connection").waitFor();
  await focusWindow(page);
  await toasts(page).getByText("The order of Katherine Johnson is packed now.").waitFor();
  const visibleToasts = toasts(page).locator("[data-visible=true]");
  await expect(visibleToasts.getByText("No connection")).toHaveCount(0, { timeout: 1_000 });
  await expect(toasts(page).getByText(/^Somebody else/)).toHaveCount(0);
  // The next test needs an order to pack.
  const { orderStatus, version: packedVersion } = await readOrder();
  await client.call(adminApi.changeOrder, {
    token,
    params,
    body: { version: packedVersion, orderStatus, packed: false },
  });
});

test("a slip is printed once, for the order shown when P was pressed, even if it is skipped meanwhile", async () => {
  const { page, problems } = await openList();
  const { address } = await openPacking(page);
  const firstAddress = await address.innerText();
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const picturesLoaded = new Promise<void>((resolve) =>
      window.addEventListener("pictures-loaded", () => resolve(), { once: true }),
    );
    HTMLImageElement.prototype.decode = () => picturesLoaded;
    window.print = () => {
      const slips = Array.from(document.querySelectorAll("body > div:has(h1)"), (slip) => slip.textContent);
      dataset["printed"] = `${dataset["printed"] ?? ""}PRINT ${slips.at(-1)}`;
    };
  });
  await page.keyboard.press("p");
  await page.keyboard.press("s");
  await expect(address).not.toHaveText(firstAddress, { useInnerText: true });
  await page.evaluate(() => window.dispatchEvent(new Event("pictures-loaded")));
  const [recipient = ""] = firstAddress.split("\n");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-printed", new RegExp(recipient));
  // This `print` never reports its end (`afterprint`), so the page is still printing when it shows another order.
  const secondAddress = await address.innerText();
  await page.keyboard.press("b");
  await expect(address).not.toHaveText(secondAddress, { useInnerText: true });
  expect((await html.getAttribute("data-printed"))?.match(/PRINT/g)).toHaveLength(1);
  expect(problems).toEqual([]);
});

test("leaving the dialog stops the completion of several orders, and a message counts the changed orders", async () => {
  const { page, problems } = await visitAsAdmin();
  await page.goto("/admin/dashboard?tab=products");
  await page.getByRole("tab", { name: "Orders" }).click();
  await page.getByRole("textbox", { name: "Search orders" }).fill(`@${DOMAIN}`);
  await expect(page).toHaveURL(new RegExp(DOMAIN));
  const boxes = page.getByRole("checkbox", { name: /^Select the order of/ });
  await boxes.nth(2).waitFor();
  const orderCount = await boxes.count();
  for (const box of await boxes.all()) await box.check();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByRole("button", { name: "Complete" }).click();
  const dialog = page.getByRole("dialog", { name: "Complete orders from a list" });
  let requestCount = 0;
  page.on("request", (request) => {
    if (request.method() === "PATCH") requestCount++;
  });
  const delayedSave = await delayResponse(page, ORDER_REQUESTS, "PATCH");
  await dialog.getByRole("button", { name: `Complete ${orderCount} orders` }).click();
  await delayedSave.received;
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await delayedSave.release();
  await toasts(page)
    .getByText(`Stopped: 1 changed, ${orderCount - 1} not tried.`)
    .waitFor();
  expect(requestCount).toBe(1);
  expect(problems).toEqual([]);
});

test("on a phone, the packing view's bottom bar is not covered by the list of two changes, and covers no button", async () => {
  const email = `radia@${DOMAIN}`;
  for (const _ of [1, 2])
    await placeOrder(site.url(), site.productOf("shirts"), { name: "Radia Perlman", email, ship: true });
  const { page } = await openList({ q: email });
  for (const n of [1, 2]) {
    await rowOf(page, n).getByRole("combobox").selectOption("Completed");
    await page.getByRole("button", { name: "Complete order" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.setViewportSize({ width: 375, height: 812 });
  await openPacking(page);
  const actionBar = page.locator("[data-bottom-bar]");
  await expect(page.getByRole("list", { name: "Latest changes" }).getByRole("listitem")).toHaveCount(2);
  expect(await coveredControls(actionBar)).toEqual([]);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await coveredControls(actionBar)).toEqual([]);
  const slipButton = page.getByRole("button", { name: "Packing slip" });
  await expect(page.getByRole("list", { name: "Latest changes" }).getByRole("listitem")).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await coveredControls(slipButton)).toEqual([]);
});

test("on a phone, a second message about unticked items replaces the first one, and covers no button of the bar", async () => {
  const { page } = await openList();
  await page.setViewportSize({ width: 375, height: 812 });
  await openPacking(page);
  const actionBar = page.locator("[data-bottom-bar]");
  const toast = toasts(page).getByText(/not ticked off/);
  await actionBar.getByRole("button", { name: "Mark as packed" }).click();
  await toast.waitFor();
  await actionBar.getByRole("button", { name: "Mark as packed" }).click();
  await toast.nth(1).waitFor({ state: "attached" });
  await expect(toast.filter({ visible: true })).toHaveCount(1, { timeout: 1000 });
  expect(await coveredControls(actionBar)).toEqual([]);
});

test("an order whose only item to pack is refunded cannot be packed", async () => {
  const email = `betty@${DOMAIN}`;
  await placeOrder(site.url(), site.productOf("shirts"), { name: "Betty Holberton", email, ship: true });
  const { page, problems } = await openList({ q: email });
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Order Details" });
  const packButton = details.getByRole("button", { name: "Mark as packed" });
  await packButton.waitFor();
  const middleOf = (locator: Locator) =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    });
  const label = details.getByText("Packing", { exact: true });
  expect(Math.abs((await middleOf(label)) - (await middleOf(packButton)))).toBeLessThan(1);

  await details.getByRole("button", { name: "Refund", exact: true }).click();
  const refundDialog = page.getByRole("dialog", { name: "Refund", exact: true });
  await refundDialog.getByRole("button", { name: "Choose everything" }).click();
  await refundDialog.getByText(`Shipping ${formatMoney(SHIPPING_FEE)}`).click();
  await refundDialog.getByRole("button", { name: /^Refund/ }).click();
  await details.getByText("Partially refunded").first().waitFor();
  await expect(details.getByRole("button", { name: "Packing slip" })).toHaveCount(0);
  await expect(packButton).toHaveCount(0);
  expect(problems).toEqual([]);
});
