import { localStage } from "../../infra/example-stages.ts";
import { browserStorage } from "../../shared/browser-storage.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { brand } from "../../shared/site/brand.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { newsConsentLabel } from "../../shared/site/news-consent.ts";
import { submitSignIn } from "../support/admin-session.ts";
import { expect, test } from "../support/browser-test.ts";
import { lineCount, newVisitor, toasts } from "../support/browser.ts";
import { fillForm, GRACE } from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { orderNumberIn } from "../support/order-number.ts";

/**
 * No other test uses this address, and no other address contains it: the test files that a worker of Playwright runs
 * share a shop, and a search finds parts of an address.
 */
const EMAIL = "one-flask@example.com";
/** The flask costs $64.00. */
const TOTAL = `$${(64 + SHIPPING_FEE).toFixed(2)}`;

/** Runs in the page: the right edge in px of the element's text, which may be outside the element. */
function textRight(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right;
}

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });
let url: string;
type Visitor = Awaited<ReturnType<typeof newVisitor>>;
let visitor: Visitor;
let admin: Visitor;
test.beforeAll(async ({ shop: { url: address }, browser }) => {
  url = address;
  [visitor, admin] = await Promise.all([newVisitor(browser, url), newVisitor(browser, url)]);
});
test.afterAll(() => Promise.all([visitor, admin].map(({ page }) => page.context().close())));

const shop = () => createClient({ url });
const mailsTo = (address: string) => shop().mailsTo(address);

test.describe("an order from the store to the back office:", () => {
  let orderId = "";
  let orderNumber = "";

  test("a visitor puts a flask into the cart and goes to the checkout", async () => {
    const { page } = visitor;
    await page.goto("/store");
    const card = page.getByRole("listitem").filter({ hasText: "Barrel 0xB0B Flask" });
    await card.getByRole("button", { name: /add to cart/i }).click();
    await toasts(page).getByText("1 Barrel 0xB0B Flask, numbered added to cart!").waitFor();
    await page.getByRole("button", { name: /cart/i }).first().click();
    const cart = page.getByRole("dialog");
    await cart.getByText("Barrel 0xB0B Flask, numbered").waitFor();
    await cart.getByText("Proceed to Checkout").click();
    await page.getByRole("heading", { name: "Checkout", level: 1 }).waitFor();
    await page.getByRole("heading", { name: "Your Cart (1)" }).waitFor();
  });

  test("the checkout form names missing fields, then the hosted page takes the payment", async () => {
    const { page } = visitor;
    const completeButton = page.getByRole("button", { name: "Complete Purchase" });
    await completeButton.click();
    await page.getByText("Please choose shipping or pick-up").first().waitFor();
    await fillForm(page, { ...GRACE, Email: EMAIL, "Confirm email": EMAIL }, "ship");
    if (newsConsentLabel !== undefined) await page.getByLabel(newsConsentLabel).check();
    await expect
      .poll(() => page.getByLabel("Phone number", { exact: true }).inputValue())
      .toBe("502-555-0101");
    await completeButton.click();
    await page.getByRole("heading", { name: brand.name }).waitFor();
    await page.getByText(TOTAL).first().waitFor();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
  });

  test("the receipt is shown and fits a phone, and the cart is empty", async () => {
    const { page } = visitor;
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
    await page.getByText("Your order has been processed successfully.").waitFor();
    const text = await page.getByRole("main").innerText();
    for (const part of ["Grace Hopper", EMAIL, "12 Barrel Rd", "Credit Card", TOTAL, "Paid"])
      expect(text).toContain(part);
    orderNumber = orderNumberIn(text);
    const windowSize = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 320, height: 568 });
    const table = page.getByRole("table");
    const tableRight = await table.evaluate(
      (element) => element.parentElement?.getBoundingClientRect().right,
    );
    for (const cell of await table.getByRole("cell").all())
      expect(await cell.evaluate(textRight)).toBeLessThanOrEqual(tableRight ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 375, height: 812 });
    for (const cell of await table.getByRole("cell").all()) expect(await cell.evaluate(lineCount)).toBe(1);
    await page.setViewportSize(windowSize);
    await expect
      .poll(() => page.evaluate((key) => localStorage.getItem(key), browserStorage.cart))
      .toMatch(/^(\[\])?$/);
  });

  test("the customer gets a receipt by mail, the team gets a notice, and OrderPaid is on the event bus", async () => {
    await expect
      .poll(async () => (await mailsTo(EMAIL)).map(({ subject }) => subject))
      .toEqual([`Your ${brand.name} receipt: ${orderNumber}`]);
    orderId = /ord_[0-9A-Z]{26}/.exec((await mailsTo(EMAIL))[0]?.text ?? "")?.[0] ?? "";
    expect(orderId).not.toBe("");
    expect((await mailsTo(EMAIL))[0]?.text).toContain(`Total: ${TOTAL}`);
    const notices = async () =>
      (await mailsTo(localStage.teamEmail)).filter(({ text }) => text.includes(orderId));
    await expect.poll(async () => (await notices()).length).toBe(1);
    await expect
      .poll(() => shop().eventTypesOf(orderId))
      .toEqual(["OrderPlaced", "OrderPaid", "OrderContact"]);
  });

  test("the admin signs in, returns to the dashboard, and finds the order", async () => {
    const { page } = admin;
    await page.goto(`/admin/dashboard?tab=orders&q=${EMAIL}`);
    await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
    await submitSignIn(page);
    await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
    // The dashboard waits for the first orders of the list for up to 30 s.
    await page.getByText("Showing 1-1 of 1 orders").waitFor({ timeout: 40_000 });
    const row = page.getByRole("row").filter({ hasText: EMAIL });
    await expect.poll(() => row.innerText()).toContain("1 x Barrel 0xB0B Flask, numbered");
  });

  test("the admin completes the order, the customer gets a mail, and the event bus an event", async () => {
    const { page } = admin;
    const row = page.getByRole("row").filter({ hasText: EMAIL });
    await row.getByRole("combobox").selectOption({ label: "Completed" });
    // The dialog asks for the tracking number, which may stay empty.
    await page.getByRole("dialog").getByRole("button", { name: "Complete order" }).click();
    await expect
      .poll(() => shop().eventTypesOf(orderId))
      .toEqual(["OrderPlaced", "OrderPaid", "OrderContact", "OrderStatusChanged"]);
    await expect.poll(async () => (await mailsTo(EMAIL)).length).toBe(2);
    await page.reload();
    await page.getByText("Showing 1-1 of 1 orders").waitFor();
    await expect.poll(() => row.getByRole("combobox").inputValue()).toBe(String(ORDER_STATUS.completed));
  });

  test("the customer unsubscribes from news by the link in the receipt, and the event bus gets an event", async () => {
    test.skip(newsConsentLabel === undefined, "This podcast has no newsletter.");
    const { page } = visitor;
    const link = /http\S+unsubscribe\S+/.exec((await mailsTo(EMAIL))[0]?.text ?? "")?.[0] ?? "";
    const stopButton = page.getByRole("button", { name: "Stop News and Offers" });
    // On another page, because the browser reports the 404 in the console.
    const otherPage = await page.context().newPage();
    await otherPage.goto(link.replace(/.{5}$/, "wrong"));
    await otherPage.getByRole("button", { name: "Stop News and Offers" }).click();
    await otherPage.getByText("This link is not valid").and(otherPage.locator(":focus *")).waitFor();
    await expect(otherPage.getByRole("button", { name: "Stop News and Offers" })).toBeHidden();
    await otherPage.close();
    await page.goto(link);
    await stopButton.waitFor();
    expect(await shop().eventTypesOf(orderId)).not.toContain("ConsentWithdrawn");
    await stopButton.press("Enter");
    await page.getByText("You get no more news and offers from us.").and(page.locator(":focus *")).waitFor();
    await expect.poll(async () => (await shop().eventTypesOf(orderId)).at(-1)).toBe("ConsentWithdrawn");
  });

  test("no page writes an error to the console", () => {
    expect([...visitor.problems, ...admin.problems]).toEqual([]);
  });
});
