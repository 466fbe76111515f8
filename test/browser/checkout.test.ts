import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { browserStorage } from "../../shared/browser-storage.ts";
import { checkoutMessages } from "../../shared/checkout-messages.ts";
import type { EventFacts } from "../../shared/event-facts.ts";
import { salesEndOf } from "../../shared/event-facts.ts";
import { eventLine } from "../../shared/event-text.ts";
import type { Product } from "../../shared/product.ts";
import { createClient } from "../support/client.ts";
import { eventInDays } from "../support/fixtures.ts";
import { formatMoney } from "../../shared/money.ts";
import { address } from "../../shared/site/address-and-hours.ts";
import { brand } from "../../shared/site/brand.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { expect, test } from "../support/browser-test.ts";
import {
  accessibilityViolations,
  focusedText,
  lineCount,
  printedPageCount,
  toasts,
} from "../support/browser.ts";
import * as buyer from "../support/buyer.ts";
import { orderNumberIn } from "../support/order-number.ts";
import { openSite } from "../support/site.ts";

const site = openSite();

/** Saves the receipt as a file, and expects that the file fits a phone and is printed on one page. */
async function saveReceipt(page: Page, orderNumber: string): Promise<void> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save Receipt" }).click();
  expect((await download).suggestedFilename()).toBe(`${brand.receiptPrefix}-Receipt-${orderNumber}.html`);
  const phonePage = await page.context().newPage();
  await phonePage.setViewportSize({ width: 320, height: 640 });
  await phonePage.setContent(await readFile(await (await download).path(), "utf8"));
  await expect.poll(() => phonePage.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await phonePage.setViewportSize({ width: 375, height: 812 });
  for (const text of await phonePage
    .getByText(/^(Order number|Transaction ID|Payment method|\d × \$\S+)$/)
    .all())
    expect(await text.evaluate(lineCount)).toBe(1);
  expect(await printedPageCount(phonePage)).toBe(1);
}

async function printReceipt(page: Page, orderNumber: string): Promise<void> {
  // The window closes itself after printing. A headless browser would print at once, so `print` only marks the page.
  const markPrinted = await page.context().addInitScript(() => {
    window.print = () => (document.documentElement.dataset["printed"] = "yes");
  });
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Print Receipt" }).click();
  const receiptWindow = await popup;
  await expect.poll(() => receiptWindow.title()).toBe(`${brand.name} receipt ${orderNumber}`);
  await receiptWindow.locator("html[data-printed=yes]").waitFor();
  await markPrinted.dispose();
}

test("a visitor buys two flasks and a ticket with shipping, and gets an empty cart, mails and a receipt", async () => {
  const { page, problems } = await site.visit();
  const [flask, ticket] = [site.productOf("yetiflask"), site.productOf("ticket")];
  await buyer.openCheckout(page, [buyer.lineOf(flask, 2), buyer.lineOf(ticket)]);
  await expect.poll(() => page.getByRole("heading", { name: "Your Cart (2)" }).isVisible()).toBe(true);
  await expect.poll(() => page.getByText(`${ticket.name} (Ticket)`).isVisible()).toBe(true);
  const summary = page.getByRole("region", { name: "Your Cart (2)" });
  await expect.poll(() => summary.getByText("Shipping", { exact: true }).count()).toBe(0);
  const email = "receipt@example.com";
  await buyer.fillForm(page, { Email: email, "Confirm email": email }, "ship");
  await expect.poll(() => summary.getByText("Shipping", { exact: true }).count()).toBe(1);
  expect(await accessibilityViolations(page)).toEqual([]);
  await buyer.goToPayment(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();

  await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  await expect.poll(() => focusedText(page)).toBe("Payment Successful!");
  await expect.poll(() => new URL(page.url()).searchParams.get("session_id")).toMatch(/^cs_/);
  const total = formatMoney(2 * flask.price + ticket.price + SHIPPING_FEE);
  const receipt = await page.getByRole("region", { name: "Receipt" }).innerText();
  for (const text of [
    "Ada Lovelace",
    email,
    "Louisville, KY 40202",
    "Ship",
    "Credit Card",
    "Paid",
    address.street,
    ticket.event ? eventLine(ticket.event) : "no event",
    "Add to calendar",
    total,
  ])
    expect(receipt).toContain(text);
  const orderNumber = orderNumberIn(receipt);
  expect(await accessibilityViolations(page)).toEqual([]);
  await expect.poll(() => buyer.cartOf(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate((key) => window.sessionStorage.getItem(key), browserStorage.checkoutDraft))
    .toBeNull();
  await expect
    .poll(async () => (await buyer.mailSubjectsTo(site.url(), email)).sort())
    .toEqual(
      [`Your ${brand.name} receipt: ${orderNumber}`, `Your ticket: ${ticket.name} (${brand.name})`].sort(),
    );
  expect(problems).toEqual([]);

  await test.step("the receipt can be saved, fits a phone, and prints on one page", () =>
    saveReceipt(page, orderNumber));
  await test.step("the receipt can be printed", () => printReceipt(page, orderNumber));
  await page.getByRole("button", { name: "Email Receipt" }).click();
  await toasts(page).getByText("Receipt email sent successfully!").waitFor();
  await page.getByRole("button", { name: "Email Receipt" }).click();
  await toasts(page).getByText("Receipt email has already been sent.").waitFor();
});

test("a summary of the invalid fields gets the focus; a valid form with an outdated cart shows the changes", async () => {
  const { page } = await site.visit();
  const deletedProduct = { ...site.productOf("shirts"), id: "prd_gone" };
  await buyer.openCheckout(page, [{ product: deletedProduct, quantity: 1 }]);
  await page.getByRole("radio", { name: `Ship to me, ${formatMoney(SHIPPING_FEE)}` }).check();
  await buyer.completePurchase(page);
  await expect.poll(() => focusedText(page)).toMatch(/^9 fields need your attention/);
  for (const message of ["Email is required", "Confirm email is required", "Street address is required"])
    await expect(page.getByText(message, { exact: true })).toHaveText([message, message]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "State is required" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("state");
  await buyer.fillForm(page, { "Confirm email": "other@example.com", "ZIP code": "402" }, "ship");
  await expect.poll(() => page.getByText(/ is required/).count()).toBe(0);
  await buyer.completePurchase(page);
  await expect
    .poll(() => page.getByRole("link").filter({ hasText: /must/ }).allInnerTexts())
    .toEqual(["Emails must match (Confirm email)", "ZIP code must be 5 or 9 digits"]);

  // The valid form is sent, and then the cart's only product turns out to be deleted.
  await buyer.fillForm(page, {}, "ship");
  await buyer.completePurchase(page);
  await page.getByRole("button", { name: "Accept Changes" }).click();
  await page.getByText("Your cart is empty.").waitFor();
  await expect
    .poll(() => page.getByRole("link", { name: "Browse Merchandise" }).getAttribute("href"))
    .toBe("/merchandise");
});

test("on a phone with large text, the checkout shows the whole total, and the code field beside 'Apply'", async () => {
  const { page } = await site.visit({ viewport: { width: 375, height: 812 } });
  const flask = { ...site.productOf("yetiflask"), price: 1234.5 };
  await page.route("**/api/products", (route) => route.fulfill({ json: { products: [flask] } }));
  await buyer.openCheckout(page, [buyer.lineOf(flask, 2)]);
  await page.evaluate(() => (document.documentElement.style.fontSize = "24px"));
  const rightOf = async (locator: Locator) => {
    const { x = NaN, width = NaN } = (await locator.boundingBox()) ?? {};
    return x + width;
  };
  const summary = page.getByRole("region", { name: "Your Cart (1)" });
  const toggle = summary.getByRole("button", { name: /^Show items/ });
  await expect(toggle).toContainText("$2,469.00");
  expect(await rightOf(toggle)).toBeLessThanOrEqual(await rightOf(summary));
  const applyButton = await page.getByRole("button", { name: "Apply" }).boundingBox();
  expect(await rightOf(page.getByLabel(/^Discount code/))).toBeLessThanOrEqual(applyButton?.x ?? 0);
});

test("a cart that differs from the catalog is shown with its changes, and can be bought once they are accepted", async () => {
  const { page } = await site.visit();
  const shirt = site.productOf("shirts");
  const line = buyer.lineOf({ ...shirt, price: shirt.price - 4 }, 2);
  const soldOutProduct = site.products().find(({ stock }) => stock === 0);
  const scarceProduct = site
    .products()
    .find(({ stock, variants }) => !variants?.length && stock > 1 && stock < 5);
  if (!soldOutProduct || !scarceProduct)
    throw new Error("The catalog has no product that is sold out or low in stock");
  const deletedProduct = { ...shirt, id: "prd_gone", name: "Gone Tee" };
  const deletedLine = { product: deletedProduct, quantity: 1 };
  const soldOutLine = {
    ...buyer.lineOf(soldOutProduct),
    ...(soldOutProduct.variants?.[0] ? { variantId: soldOutProduct.variants[0].id } : {}),
  };
  await buyer.openCheckout(page, [line, { product: scarceProduct, quantity: 9 }, soldOutLine, deletedLine]);
  await buyer.fillForm(page);
  await buyer.completePurchase(page);
  await page.getByRole("heading", { name: "Cart has changed." }).waitFor();
  const panelText = await focusedText(page);
  for (const text of [
    formatMoney(shirt.price - 4),
    formatMoney(shirt.price),
    `Only ${scarceProduct.stock} left: your 9 become ${scarceProduct.stock}.`,
    "Sold out",
    "No longer in the shop",
  ])
    expect(panelText).toContain(text);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Accept Changes" }).click();
  await page.getByRole("heading", { name: "Your Cart (2)" }).waitFor();
  await expect.poll(() => focusedText(page)).toBe("Complete Purchase");
  const sessionId = await buyer.goToPayment(page);
  const total = 2 * shirt.price + scarceProduct.stock * scarceProduct.price;
  await expect.poll(() => page.getByText(formatMoney(total)).count()).toBeGreaterThan(0);
  // Releases the stock for the following tests.
  await buyer.actOnSession(site.url(), sessionId, "expire");
});

test("before the form is filled in, a ticket that can no longer be bought says so at its line, and can be removed", async () => {
  const client = createClient({ url: site.url() });
  const availableTicket = site.productOf("ticket");
  const eventAfterSales = eventInDays(1, { salesEndAt: new Date(Date.now() - 1000).toISOString() });
  const createTicket = (name: string, event: EventFacts) =>
    client.createProduct({ name, category: "ticket", event, imageUrls: availableTicket.imageUrls });
  const [closedTicket, pastTicket] = [
    await createTicket("Closed Night", eventAfterSales),
    await createTicket("Past Night", eventInDays(-1)),
  ];
  const { page } = await site.visit({ viewport: { width: 390, height: 800 } });
  // The lines were stored when the events were two days ahead.
  const outdatedLine = (product: Product) => buyer.lineOf({ ...product, event: eventInDays(2) });
  await buyer.openCheckout(page, [
    outdatedLine(closedTicket),
    outdatedLine(pastTicket),
    buyer.lineOf(availableTicket),
  ]);
  const lineOnPage = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(lineOnPage(closedTicket.name).getByText(checkoutMessages.salesHaveEnded)).toBeVisible();
  await expect(lineOnPage(pastTicket.name).getByText(checkoutMessages.eventOver)).toBeVisible();
  const otherVisitor = await site.visit();
  await otherVisitor.page.goto(`/store/${pastTicket.id}`);
  await expect(
    otherVisitor.page.getByRole("status").filter({ hasText: `${pastTicket.name} was on` }),
  ).toBeVisible();
  await expect.poll(() => lineOnPage(availableTicket.name).getByRole("button").count()).toBe(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: `Remove ${pastTicket.name}` }).click();
  await page.getByRole("heading", { name: "Your Cart (2)" }).waitFor();
  await expect.poll(() => focusedText(page)).toBe("Checkout");
  await page.getByRole("button", { name: `Remove ${closedTicket.name}` }).click();
  await page.getByRole("heading", { name: "Your Cart (1)" }).waitFor();
  const expectedCart = [
    expect.objectContaining({ product: expect.objectContaining({ id: availableTicket.id }) }),
  ];
  await expect.poll(() => buyer.cartOf(page)).toEqual(expectedCart);
});

test("a ticket whose sales end while the checkout is open says so at its line", async () => {
  const ticket = site.productOf("ticket");
  const { page } = await site.visit();
  await page.clock.install();
  await buyer.openCheckout(page, [buyer.lineOf(ticket)]);
  // The page takes the time from the first answer of the server.
  await page.waitForLoadState("networkidle");
  const salesEndedNotice = page.getByText(checkoutMessages.salesHaveEnded, { exact: true });
  await expect.poll(() => salesEndedNotice.count()).toBe(0);
  await page.clock.fastForward(ticket.event ? Date.parse(salesEndOf(ticket.event)) - Date.now() : 0);
  await page.clock.runFor(2000);
  await expect(salesEndedNotice).toBeVisible();
});
