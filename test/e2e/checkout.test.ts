import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { formatMoney } from "../../shared/money.ts";
import type { Product } from "../../shared/product.ts";
import { focused, newVisitor, openBrowser, violations } from "../support/browser.ts";
import * as buyer from "../support/buyer.ts";
import type { ShopProcess } from "../support/shop-process.ts";
import { startShopProcess } from "../support/shop-process.ts";

let dataDir: string;
let shop: ShopProcess;
let browser: Browser;
let products: Product[];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "shop-checkout-"));
  [shop, browser] = await Promise.all([startShopProcess({ dataDir }), openBrowser()]);
  products = await buyer.productsOf(shop.url);
});
afterAll(async () => {
  await browser.close();
  await shop.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

async function visit(): Promise<{ page: Page; problems: string[] }> {
  const visitor = await newVisitor(browser, shop.url, { reducedMotion: "reduce" });
  onTestFinished(() => visitor.page.context().close());
  return visitor;
}
function of(category: string): Product {
  const found = products.find((product) => product.category === category && product.stock > 20);
  if (!found) throw new Error(`The catalogue has no ${category}`);
  return found;
}
const cartOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(window.localStorage.getItem("vipersCart") ?? "[]") as unknown);

test("from a cart with a flask and a ticket to the receipt: shipped, paid, mailed, cart and draft emptied", async () => {
  const { page, problems } = await visit();
  const [flask, ticket] = [of("yetiflask"), of("ticket")];
  await buyer.openCheckout(page, [buyer.lineOf(flask, 2), buyer.lineOf(ticket)]);
  expect(await page.getByRole("heading", { name: "Your Cart (2)" }).isVisible()).toBe(true);
  expect(await page.getByText(`${ticket.name} (Ticket)`).isVisible()).toBe(true);
  const summary = page.getByRole("region", { name: "Your Cart (2)" });
  expect(await summary.getByText("Shipping", { exact: true }).count()).toBe(0);
  await page.getByRole("checkbox", { name: /Ship my merchandise for \$10\.00/ }).check();
  expect(await summary.getByText("Shipping", { exact: true }).count()).toBe(1);
  await buyer.fillForm(page);
  expect(await violations(page)).toEqual([]);
  await buyer.goToPayment(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();

  await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  expect(await focused(page)).toBe("Payment Successful!");
  expect(new URL(page.url()).searchParams.get("session_id")).toMatch(/^cs_/);
  const total = formatMoney(2 * flask.price + ticket.price + 10);
  const receipt = await page.getByRole("region", { name: "Receipt" }).innerText();
  for (const text of [
    "Ada Lovelace",
    "ada@example.com",
    "Louisville, KY 40202",
    "Ship",
    "Credit Card",
    "Paid",
    total,
  ])
    expect(receipt).toContain(text);
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => cartOf(page)).toEqual([]);
  expect(await page.evaluate(() => window.sessionStorage.getItem("vipersCheckoutDraft"))).toBeNull();
  await expect.poll(() => buyer.mailsTo(shop.url, "ada@example.com")).toHaveLength(1);
  expect(problems).toEqual([]);
});

test("the receipt can be saved, printed and mailed, once", async () => {
  const { page } = await visit();
  await buyer.openCheckout(page, [buyer.lineOf(of("ticket"))]);
  await buyer.fillForm(page, { Email: "grace@example.com", "Confirm email": "grace@example.com" });
  await buyer.goToPayment(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save Receipt" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^BourbonVipers-Receipt-ord_\w+\.html$/);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Print Receipt" }).click();
  expect(await (await opened).title()).toMatch(/^Bourbon Vipers receipt ord_/);
  await page.getByRole("button", { name: "Email Receipt" }).click();
  await page.getByText("Receipt email sent successfully!").waitFor();
  await page.getByRole("button", { name: "Email Receipt" }).click();
  await page.getByText("Receipt email has already been sent.").waitFor();
});

test("every wrong field is named, the summary takes the focus and leads there, an edit clears its own", async () => {
  const { page } = await visit();
  await buyer.openCheckout(page, [buyer.lineOf(of("shirts"))]);
  await buyer.completePurchase(page);
  expect(await focused(page)).toMatch(/^9 fields need your attention/);
  for (const message of ["Email is required", "Confirm email is required", "Street address is required"])
    expect(await page.getByText(message, { exact: true }).count()).toBe(2);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "State is required" }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("state");
  await buyer.fillForm(page, { "Confirm email": "other@example.com", "ZIP code": "402" });
  expect(await page.getByText(/ is required/).count()).toBe(0);
  await buyer.completePurchase(page);
  expect(await page.getByRole("link").filter({ hasText: /must/ }).allInnerTexts()).toEqual([
    "Emails must match (Confirm email)",
    "ZIP code must be 5 or 9 digits (ZIP code)",
  ]);
});

describe("a cart that is not what the shop has", () => {
  test("shows what changed, and one button takes it in; then it can be bought", async () => {
    const { page } = await visit();
    const shirt = of("shirts");
    const line = buyer.lineOf({ ...shirt, price: shirt.price - 4 }, 2);
    const soldOut = products.find(({ stock }) => stock === 0);
    const few = products.find(({ stock, variants }) => !variants?.length && stock > 1 && stock < 5);
    if (!soldOut || !few) throw new Error("The catalogue has nothing that is nearly or all sold out");
    const gone = { ...shirt, id: "prd_gone", name: "Gone Tee" };
    const unknown = { product: gone, quantity: 1 };
    const none = {
      ...buyer.lineOf(soldOut),
      ...(soldOut.variants?.[0] ? { variantId: soldOut.variants[0].id } : {}),
    };
    await buyer.openCheckout(page, [line, { product: few, quantity: 9 }, none, unknown]);
    await buyer.fillForm(page);
    await buyer.completePurchase(page);
    await page.getByRole("heading", { name: "Cart has changed." }).waitFor();
    const panel = await focused(page);
    for (const text of [
      formatMoney(shirt.price - 4),
      formatMoney(shirt.price),
      `Only ${few.stock} left: your 9 become ${few.stock}.`,
      "Sold out",
      "No longer in the shop",
    ])
      expect(panel).toContain(text);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Accept Changes" }).click();
    await page.getByRole("heading", { name: "Your Cart (2)" }).waitFor();
    expect(await focused(page)).toBe("Complete Purchase");
    const session = await buyer.goToPayment(page);
    const total = 2 * shirt.price + few.stock * few.price;
    expect(await page.getByText(formatMoney(total)).count()).toBeGreaterThan(0);
    // Leave nothing held for the tests that follow.
    await buyer.act(shop.url, session, "expire");
  });

  test("is empty when nothing of it is left, and says so", async () => {
    const { page } = await visit();
    await buyer.openCheckout(page, [{ product: { ...of("shirts"), id: "prd_gone" }, quantity: 1 }]);
    await buyer.fillForm(page);
    await buyer.completePurchase(page);
    await page.getByRole("button", { name: "Accept Changes" }).click();
    await page.getByText("Your cart is empty.").waitFor();
    expect(await page.getByRole("link", { name: "Browse Merchandise" }).getAttribute("href")).toBe(
      "/merchandise",
    );
  });
});

describe("on the way to the payment page and back", () => {
  test("back with the same contents is the same payment; with others, the earlier one is released", async () => {
    const { page } = await visit();
    await buyer.openCheckout(page, [buyer.lineOf(of("yetiflask"))]);
    await buyer.fillForm(page);
    const first = await buyer.goToPayment(page);
    await page.goBack();
    await page.getByRole("button", { name: "Complete Purchase" }).waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
    expect(await buyer.goToPayment(page)).toBe(first);
    await page.goBack();
    await page.getByLabel("Company").fill("Analytical Ltd");
    expect(await buyer.goToPayment(page)).not.toBe(first);
    const sessions = await buyer.sessionsOf(shop.url);
    expect(sessions.find(({ id }) => id === first)?.status).toBe("expired");
  });

  test("a declined card and a cancel release the hold, keep cart and draft, and the next try pays", async () => {
    const { page } = await visit();
    const flask = of("yetiflask");
    const stock = async () => (await buyer.productsOf(shop.url)).find(({ id }) => id === flask.id)?.stock;
    const before = await stock();
    await buyer.openCheckout(page, [buyer.lineOf(flask)]);
    await buyer.fillForm(page);
    await buyer.goToPayment(page);
    await page.getByRole("button", { name: "Decline card" }).click();
    await page
      .getByText(/declined/i)
      .first()
      .waitFor();
    await page.getByText("Back to the shop").click();
    await page.getByRole("heading", { name: "Payment Cancelled" }).waitFor();
    expect(await page.getByText("No charges have been made to your account.").count()).toBe(1);
    await expect.poll(stock, { timeout: 15_000, interval: 500 }).toBe(before);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Return to Checkout" }).click();
    await page.getByLabel("First name").waitFor();
    expect(await page.getByLabel("City").inputValue()).toBe("Louisville");
    await buyer.goToPayment(page);
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  });

  test("paid in another tab: neither the checkout nor the cancel page pretends otherwise", async () => {
    const { page } = await visit();
    await buyer.openCheckout(page, [buyer.lineOf(of("ticket"))]);
    await buyer.fillForm(page);
    const session = await buyer.goToPayment(page);
    await buyer.act(shop.url, session, "pay");
    await page.goto("/checkout/cancel");
    await page.getByRole("heading", { name: "This order has already been paid." }).waitFor();
    await page.goto("/checkout");
    await buyer.completePurchase(page);
    await page.getByRole("alert").getByText("This order has already been paid.").waitFor();
    await page.getByRole("link", { name: "See its receipt" }).click();
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  });

  test("a double click is one order, and the page that the browser kept is not busy for ever", async () => {
    const { page } = await visit();
    await buyer.openCheckout(page, [buyer.lineOf(of("ticket"))]);
    await buyer.fillForm(page);
    let calls = 0;
    await page.route("**/api/checkout/sessions", () => void calls++);
    const button = page.getByRole("button", { name: "Complete Purchase" });
    await button.dblclick();
    await page.getByLabel("City").press("Enter");
    expect([await button.isDisabled(), calls]).toEqual([true, 1]);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    expect(await button.isDisabled()).toBe(false);
  });

  test("unsaved edits ask before the page is left, and are there on the way back", async () => {
    const { page } = await visit();
    await buyer.openCheckout(page, [buyer.lineOf(of("ticket"))]);
    await page.getByLabel("City").fill("Lexington");
    await page.getByRole("link", { name: "Back to Merchandise" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("You have unsaved changes. Are you sure you want to leave?").waitFor();
    await expect.poll(() => focused(page)).toBe("Stay");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(new URL(page.url()).pathname).toBe("/checkout");
    await page.getByRole("link", { name: "Back to Merchandise" }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/\/store$/);
    await page.goBack();
    expect(await page.getByLabel("City").inputValue()).toBe("Lexington");
  });
});

describe("payments that take their time", () => {
  async function payLater(page: Page): Promise<string> {
    await buyer.openCheckout(page, [buyer.lineOf(of("shirts"))]);
    await buyer.fillForm(page);
    const session = await buyer.goToPayment(page);
    await page.getByRole("button", { name: "Pay later" }).click();
    await page.getByRole("heading", { name: "Your payment is being processed" }).waitFor();
    expect(await cartOf(page)).toHaveLength(1);
    return session;
  }

  test("the page updates by itself when the money arrives", async () => {
    const { page } = await visit();
    const session = await payLater(page);
    expect(await violations(page)).toEqual([]);
    await buyer.act(shop.url, session, "settle");
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor({ timeout: 20_000 });
    await expect.poll(() => cartOf(page)).toEqual([]);
  });

  test("and says so when it does not; the cart is still there to try again", async () => {
    const { page } = await visit();
    const session = await payLater(page);
    await buyer.act(shop.url, session, "fail-later");
    await page.getByRole("heading", { name: "Payment Failed" }).waitFor({ timeout: 20_000 });
    expect(await cartOf(page)).toHaveLength(1);
    await page.getByRole("link", { name: "Try Again" }).click();
    expect(await buyer.goToPayment(page)).not.toBe(session);
  });
});

describe("addresses that lead nowhere", () => {
  test("without a session, with one nobody knows, and with an unreadable summary", async () => {
    const { page } = await visit();
    await page.goto("/checkout/success");
    await page.getByText("No session ID found in URL").waitFor();
    await page.goto("/checkout/success?session_id=cs_test_nobody&orderData=%7Boops");
    await page.getByRole("heading", { name: "Payment Verification Failed" }).waitFor();
    await page.getByText("Failed to verify payment").waitFor();
    await page.getByText("Error loading order details").waitFor();
    expect(await page.getByRole("link", { name: "Return Home" }).getAttribute("href")).toBe("/");
    expect(await page.getByRole("link", { name: "Try Again" }).getAttribute("href")).toBe("/checkout");
    expect(await violations(page)).toEqual([]);
  });

  test("nobody answers: tried again, a few times, then the visitor is asked", async () => {
    const { page } = await visit();
    let asked = 0;
    await page.route("**/api/payments/verify", (route) => {
      asked += 1;
      return route.abort();
    });
    await page.goto("/checkout/success?session_id=cs_test_nobody");
    await page.getByText("An error occurred while verifying your payment").waitFor();
    expect(asked).toBe(3);
    expect(await page.getByRole("button", { name: "Check Again" }).isVisible()).toBe(true);
  });
});

test("Stripe down: the spec's words, nothing held, and the same button works once it is back", async () => {
  const { page } = await visit();
  const flask = of("yetiflask");
  await buyer.openCheckout(page, [buyer.lineOf(flask)]);
  await buyer.fillForm(page);
  const fault = (stripe: string) =>
    fetch(`${shop.url}/_local/faults`, { method: "POST", body: JSON.stringify({ stripe }) });
  await fault("down");
  onTestFinished(async () => void (await fault("normal")));
  await buyer.completePurchase(page);
  await page.getByText("An error occurred during checkout. Please try again.").waitFor({ timeout: 40_000 });
  await fault("normal");
  await buyer.goToPayment(page);
});
