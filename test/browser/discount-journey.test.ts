import type { Page } from "@playwright/test";
import { adminApi } from "../../shared/api-admin.ts";
import { withSignIn } from "../support/admin-session.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations } from "../support/browser.ts";
import * as buyer from "../support/buyer.ts";
import { labelOf } from "../support/category-labels.ts";
import { delayResponse } from "../support/delay-response.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const visit = withSignIn((options) => site.visit(options));
const QUOTE_REQUESTS = "**/api/checkout/discounts";

const addCode = async (code: string, percent: number, limit?: number) =>
  site.client.call(adminApi.createDiscount, {
    token: await site.client.adminToken(),
    body: { code, percent, limit, requestId: crypto.randomUUID() },
  });

/** A page with one flask in the checkout and the form filled. */
async function openFilledCheckout() {
  const { page } = await site.visit();
  let orderCount = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/checkout/sessions")) orderCount++;
  });
  const flask = site.productOf("yetiflask");
  await buyer.openCheckout(page, [buyer.lineOf(flask)]);
  await buyer.fillForm(page);
  const discountedPrice = (percent: number, quantity = 1): string =>
    `$${((flask.price * quantity * (100 - percent)) / 100).toFixed(2)}`;
  return { page, flask, discountedPrice, sentOrderCount: () => orderCount };
}
const codeField = (page: Page) => page.getByLabel(/^Discount code/);
/** The amount to pay, which is shown at the button 'Complete Purchase'. */
const amountToPay = (page: Page) => page.getByText(/^To pay/);

test("an admin adds a code, a customer pays with it, another checks it again after a lost connection, and the admin ends it", async () => {
  const admin = await visit();
  await admin.page.goto("/admin/dashboard?tab=discounts");
  await admin.page.getByRole("button", { name: "Add discount" }).click();
  const dialog = admin.page.getByRole("dialog", { name: "Add discount" });
  await expect(dialog.getByLabel("Codes", { exact: true })).toBeFocused();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Code", { exact: true })).toBeFocused();
  await dialog.getByLabel("Code", { exact: true }).fill("flask-20");
  await dialog.getByLabel("Percent", { exact: true }).fill("20");
  await dialog.getByLabel(labelOf("yetiflask")).check();
  expect(await accessibilityViolations(admin.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await admin.page.getByRole("tab", { name: "Orders" }).click();
  await admin.page
    .getByRole("alertdialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Stay" })
    .click();
  await admin.page.getByRole("button", { name: "Add discount" }).click();
  await expect(dialog.getByLabel("Code", { exact: true })).toHaveValue("flask-20");
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = admin.page.getByRole("listitem").filter({ hasText: "FLASK-20" });
  await expect(row).toContainText(`20% off ${labelOf("yetiflask")} · 0 uses · not yet in Stripe`);

  const { page, problems: consoleErrors } = await site.visit({ viewport: { width: 375, height: 812 } });
  const flask = site.productOf("yetiflask");
  await buyer.openCheckout(page, [buyer.lineOf(flask)]);
  await buyer.fillForm(page);
  await codeField(page).fill("nothing");
  // The field is at the bottom of the window, as above a phone's keyboard.
  await codeField(page).evaluate((field) => field.scrollIntoView({ block: "end" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("We do not know this code. Please check its spelling.")).toBeInViewport({
    ratio: 1,
  });
  await codeField(page).fill("flask-20");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove code" })).toBeFocused();
  expect(await accessibilityViolations(page)).toEqual([]);
  await buyer.goToPayment(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const receipt = page.getByRole("region", { name: "Receipt" });
  const discountDollars = Math.round(flask.price * 20) / 100;
  await expect(receipt).toContainText("Discount (FLASK-20)");
  await expect(receipt).toContainText(`$${(flask.price - discountDollars).toFixed(2)}`);
  // The browser logs the 409 response to the unknown code as an error.
  expect(consoleErrors).toEqual([expect.stringContaining("409 (Conflict)")]);

  const secondVisitor = await site.visit();
  await buyer.openCheckout(secondVisitor.page, [buyer.lineOf(flask)]);
  await buyer.fillForm(secondVisitor.page);
  await codeField(secondVisitor.page).fill("flask-20");
  await secondVisitor.page.getByRole("button", { name: "Apply" }).click();
  const removeButton = secondVisitor.page.getByRole("button", { name: "Remove code" });
  await removeButton.waitFor();
  await secondVisitor.page.route(QUOTE_REQUESTS, (route) => route.abort());
  const otherTab = await secondVisitor.page.context().newPage();
  await buyer.storeCart(otherTab, JSON.stringify([buyer.lineOf(flask, 2)]));
  await secondVisitor.page.getByText("FLASK-20: not checked for the changed cart.").waitFor();
  await secondVisitor.page.unroute(QUOTE_REQUESTS);
  await secondVisitor.page.getByRole("button", { name: "Check Again" }).click();
  await secondVisitor.page
    .getByText(`20% off ${labelOf("yetiflask")}, -$${(2 * discountDollars).toFixed(2)}`)
    .waitFor();
  await expect(removeButton).toBeFocused();

  // A late response must not bring back a code that the customer has removed.
  const delayedQuote = await delayResponse(secondVisitor.page, QUOTE_REQUESTS, "POST");
  await buyer.storeCart(otherTab, JSON.stringify([buyer.lineOf(flask)]));
  await delayedQuote.received;
  await removeButton.click();
  await delayedQuote.release();
  await secondVisitor.page.getByRole("button", { name: "Apply" }).waitFor();
  await codeField(secondVisitor.page).fill("flask-20");
  await secondVisitor.page.getByRole("button", { name: "Apply" }).click();
  await removeButton.waitFor();

  await admin.page.reload();
  await expect(row).toContainText("1 use");
  await row.getByRole("button", { name: "End FLASK-20" }).click();
  await admin.page.getByRole("button", { name: "End discount" }).click();
  await expect(row.getByText("Ended")).toBeVisible();
  await expect(row.getByRole("heading", { name: "FLASK-20" })).toBeFocused();

  await buyer.completePurchase(secondVisitor.page);
  const refusal = secondVisitor.page.getByRole("alert").filter({ hasText: "This code" });
  await refusal.waitFor();
  await removeButton.click();
  await refusal.waitFor({ state: "detached" });
  expect(admin.problems).toEqual([]);
});

test("an order waits for the check of a code, and is sent only when the customer has seen the total", async () => {
  await addCode("WAIT-25", 25);
  const { page, discountedPrice, sentOrderCount } = await openFilledCheckout();
  await codeField(page).fill("no-such-code");
  await buyer.completePurchase(page);
  await page.getByText("We do not know this code. Please check its spelling.").waitFor();
  await page.getByText("Your order is not placed.").waitFor();
  await expect(codeField(page)).toBeFocused();

  await codeField(page).fill("wait-25");
  const delayedQuote = await delayResponse(page, QUOTE_REQUESTS, "POST");
  await page.getByRole("button", { name: "Apply" }).click();
  await delayedQuote.received;
  await buyer.completePurchase(page);
  await page.getByText("This code is being checked. Your order is not placed yet.").waitFor();
  await delayedQuote.release();
  await page.getByText("Your total has changed.").waitFor();
  await expect(amountToPay(page)).toContainText(discountedPrice(25));
  await expect(page.getByRole("button", { name: "Complete Purchase" })).toBeFocused();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(sentOrderCount()).toBe(0);
  await buyer.goToPayment(page);
  await page.getByText(discountedPrice(25)).first().waitFor();
  expect(sentOrderCount()).toBe(1);

  await test.step("a click on 'Complete Purchase' while the form's script loads waits for the script, and the form ignores input meanwhile", async () => {
    const delayedScript = await delayResponse(page, "**/assets/form-code-*.js", "GET");
    await page.goBack();
    await delayedScript.received;
    await buyer.completePurchase(page);
    await expect(page.getByRole("button", { name: "Complete Purchase" })).toHaveAttribute("aria-busy");
    const firstName = page.getByLabel("First name");
    await firstName.pressSequentially("x");
    await page.getByRole("radio", { name: /^Ship to me/ }).click();
    await delayedScript.release();
    await page.getByText("Your total has changed.").waitFor();
    await expect(amountToPay(page)).toContainText(discountedPrice(25));
    expect([await firstName.inputValue(), sentOrderCount()]).toEqual(["Ada", 1]);
    await buyer.goToPayment(page);
    await page.getByText(discountedPrice(25)).first().waitFor();
  });

  await test.step("a form without its script says so after 20 s; a script that arrives after the visitor left sends no order and moves no button", async () => {
    await page.clock.install();
    const delayedScript = await delayResponse(page, "**/assets/form-code-*.js", "GET");
    await page.goBack();
    await delayedScript.received;
    const purchaseButton = page.getByRole("button", { name: "Complete Purchase" });
    await purchaseButton.click();
    await expect(purchaseButton).toHaveAttribute("aria-busy");
    await page.clock.fastForward(20_000);
    await expect(page.getByRole("alert")).toContainText("This part of the page could not be loaded.");
    await purchaseButton.click();
    await expect(purchaseButton).toHaveAttribute("aria-busy");
    // The visitor leaves the page, and the browser restores it later.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
    await expect(purchaseButton).not.toHaveAttribute("aria-busy");
    const boxBefore = await purchaseButton.boundingBox();
    await delayedScript.release();
    await page.getByText("WAIT-25: 25% off").waitFor();
    expect(await purchaseButton.boundingBox()).toEqual(boxBefore);
    expect(sentOrderCount()).toBe(2);
  });
});

test("a typed code survives a reload, is checked before the order is sent, and stays applied after a return from the payment", async () => {
  await addCode("ONCE-50", 50, 1);
  const { page, discountedPrice, sentOrderCount } = await openFilledCheckout();
  await codeField(page).fill("once-50");
  await page.reload();
  await expect(codeField(page)).toHaveValue("once-50");
  await buyer.completePurchase(page);
  await page.getByText("Your total has changed.").waitFor();
  expect(sentOrderCount()).toBe(0);
  const firstSessionId = await buyer.goToPayment(page);
  // The open payment page holds the only use of the code.
  await page.goBack();
  const removeButton = page.getByRole("button", { name: "Remove code" });
  await page.getByText("ONCE-50: 50% off").waitFor();
  await expect(amountToPay(page)).toContainText(discountedPrice(50));
  expect(await buyer.goToPayment(page)).toBe(firstSessionId);
  await page.getByText("Back to the shop").click();
  await page.getByRole("heading", { name: "Payment Cancelled" }).waitFor();
  await page.route(QUOTE_REQUESTS, (route) => route.abort());
  await page.getByRole("link", { name: "Return to Checkout" }).click();
  await page.getByText("ONCE-50: not checked yet.").waitFor();
  await buyer.completePurchase(page);
  // Without an answer, the page does not know whether the code is wrong, and says nothing about the code.
  await page.getByText("Your order is not placed.", { exact: true }).waitFor();
  await page.unroute(QUOTE_REQUESTS);
  await page.getByRole("button", { name: "Check Again" }).click();
  await page.getByText("ONCE-50: 50% off").waitFor();
  await buyer.goToPayment(page);
  await page.getByText(discountedPrice(50)).first().waitFor();
  await page.goBack();

  // A code that is removed does not come back.
  await removeButton.click();
  await expect(amountToPay(page)).toContainText(discountedPrice(0));
  await page.getByRole("button", { name: "Apply" }).waitFor();
  await buyer.goToPayment(page);
  await page.goBack();
  await page.getByRole("button", { name: "Apply" }).waitFor();
});

test("while a code is checked for a changed cart, no total is shown, and the visitor can enter another code", async () => {
  await Promise.all([addCode("SLOW-10", 10), addCode("NEXT-20", 20)]);
  const { page, flask, discountedPrice } = await openFilledCheckout();
  await codeField(page).fill("slow-10");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(amountToPay(page)).toContainText(discountedPrice(10));
  const delayedQuote = await delayResponse(page, QUOTE_REQUESTS, "POST");
  const otherTab = await page.context().newPage();
  await buyer.storeCart(otherTab, JSON.stringify([buyer.lineOf(flask, 2)]));
  await delayedQuote.received;
  await page.getByText("SLOW-10: checking...").waitFor();
  await expect(amountToPay(page).getByText("$")).toBeHidden();
  await page.getByRole("button", { name: "Remove code" }).click();
  await expect(codeField(page)).toBeFocused();
  await expect(amountToPay(page)).toContainText(discountedPrice(0, 2));
  await codeField(page).fill("next-20");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Checking...").waitFor();
  await delayedQuote.release();
  await page.getByText("NEXT-20: 20% off").waitFor();
  await expect(amountToPay(page)).toContainText(discountedPrice(20, 2));

  // The cart's price is outdated. After 'Accept Changes', only the server can calculate the discount of the cart.
  await buyer.storeCart(otherTab, JSON.stringify([buyer.lineOf({ ...flask, price: flask.price + 10 }, 2)]));
  await expect(amountToPay(page)).not.toContainText(discountedPrice(20, 2));
  await page.getByText("NEXT-20: 20% off").waitFor();
  await buyer.completePurchase(page);
  await page.getByText("It is calculated again with your discount code.").waitFor();
  await page.getByRole("button", { name: "Accept Changes" }).click();
  await expect(amountToPay(page)).toContainText(discountedPrice(20, 2));
});

test("the field says that a code already exists, and a batch whose first response was lost is added once", async () => {
  const { page } = await visit();
  await page.goto("/admin/dashboard?tab=discounts");
  const dialog = page.getByRole("dialog", { name: "Add discount" });
  const saveButton = dialog.getByRole("button", { name: "Save" });
  const newCodeField = dialog.getByLabel("Code", { exact: true });
  for (const isLast of [false, true]) {
    await page.getByRole("button", { name: "Add discount" }).first().click();
    await newCodeField.fill("TWICE");
    await dialog.getByLabel("Percent", { exact: true }).fill("10");
    await saveButton.click();
    if (!isLast) await expect(dialog).toHaveCount(0);
  }
  const errorText = dialog.getByText("This code exists already");
  await errorText.waitFor();
  await expect(newCodeField).toBeFocused();
  expect(await accessibilityViolations(page)).toEqual([]);
  await newCodeField.press("End");
  await newCodeField.press("S");
  await expect(errorText).toHaveCount(0);

  await dialog.getByLabel("Codes", { exact: true }).selectOption("A batch of codes for one use each");
  await dialog.getByLabel("Number of codes").fill("120");
  let isLost = false;
  await page.route("**/api/admin/discounts", async (route) => {
    if (route.request().method() !== "POST" || isLost) return route.fallback();
    await route.fetch();
    isLost = true;
    return route.abort();
  });
  await saveButton.click();
  await expect.poll(() => isLost).toBe(true);
  await expect(saveButton).not.toHaveAttribute("aria-busy");
  await saveButton.click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await page.getByText("Batch of 120 codes").first().waitFor();
  await expect(page.getByText("Batch of 120 codes")).toHaveCount(1);
});
