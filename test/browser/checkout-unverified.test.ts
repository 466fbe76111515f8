import { checkoutMessages } from "../../shared/checkout-messages.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { expect, onTestFinished, test } from "../support/browser-test.ts";
import * as buyer from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { openSite } from "../support/site.ts";

const site = openSite();

test("a paid order whose payment another tab cannot verify is not paid a second time in that tab", async () => {
  const { page } = await site.visit();
  await buyer.openCheckout(page, [buyer.lineOf(site.productOf("ticket"))]);
  await expect
    .poll(() => page.getByRole("link", { name: "Terms (opens in a new tab)" }).getAttribute("href"))
    .toBe("/terms");
  await buyer.fillForm(page);
  const sessionId = await buyer.goToPayment(page);
  await buyer.actOnSession(site.url(), sessionId, "pay");
  const sessionCount = (await buyer.sessionsOf(site.url())).length;

  // The banking app returns to a new tab, which has no stored attempt.
  const tab = await page.context().newPage();
  await tab.route("**/api/payments/verify", (route) => route.fulfill({ status: 502, body: "no" }));
  await tab.goto(`/checkout/success?session_id=${sessionId}`);
  await tab.getByRole("link", { name: "Try Again" }).click({ timeout: 30_000 });
  await tab.getByRole("heading", { name: "Billing & Payment Details" }).waitFor();
  await buyer.fillForm(tab);
  await buyer.completePurchase(tab);
  await tab.getByRole("alert").getByText(checkoutMessages.alreadyPaid).waitFor();
  expect((await buyer.sessionsOf(site.url())).length).toBe(sessionCount);
});

test("an order that was paid while Stripe did not answer is not paid a second time in another tab", async () => {
  const shop = createClient({ url: site.url() });
  onTestFinished(() => shop.setFaults({ stripe: "normal", webhooks: "normal" }));
  const { page } = await site.visit();
  await buyer.openCheckout(page, [buyer.lineOf(site.productOf("ticket"))]);
  await buyer.fillForm(page);
  const sessionId = await buyer.goToPayment(page);
  await shop.setFaults({ stripe: "down", webhooks: "held" });
  await buyer.actOnSession(site.url(), sessionId, "pay");
  const sessionCount = (await buyer.sessionsOf(site.url())).length;

  const tab = await page.context().newPage();
  await tab.goto(`/checkout/success?session_id=${sessionId}`);
  await tab.getByRole("heading", { name: "Payment Verification Failed" }).waitFor({ timeout: 30_000 });
  await tab.locator("main").getByText(apiMessages.paymentUnchecked).waitFor();
  await tab.getByRole("link", { name: "Try Again" }).click();
  await tab.getByRole("heading", { name: "Billing & Payment Details" }).waitFor();
  await buyer.fillForm(tab);
  await buyer.completePurchase(tab);
  await tab.getByRole("alert").getByText(checkoutMessages.earlierPaymentUnknown).waitFor({ timeout: 40_000 });
  await shop.setFaults({ stripe: "normal" });
  await buyer.completePurchase(tab);
  await tab.getByRole("alert").getByText(checkoutMessages.alreadyPaid).waitFor();
  expect((await buyer.sessionsOf(site.url())).length).toBe(sessionCount);
});
