import { messages } from "../../shared/messages.ts";
import { expect, test } from "../support/browser-test.ts";
import * as buyer from "../support/buyer.ts";
import { openSite } from "../support/site.ts";

const site = openSite();

test("an order whose payment could not be verified in another tab is not paid a second time", async () => {
  const { page } = await site.visit();
  await buyer.openCheckout(page, [buyer.lineOf(site.productOf("ticket"))]);
  await expect
    .poll(() => page.getByRole("link", { name: "Terms (opens in a new tab)" }).getAttribute("href"))
    .toBe("/terms");
  await buyer.fillForm(page);
  const session = await buyer.goToPayment(page);
  await buyer.actOnSession(site.url(), session, "pay");
  const before = (await buyer.sessionsOf(site.url())).length;

  // The banking app returns to a new tab, which knows nothing of the attempt.
  const tab = await page.context().newPage();
  await tab.route("**/api/payments/verify", (route) => route.fulfill({ status: 502, body: "no" }));
  await tab.goto(`/checkout/success?session_id=${session}`);
  await tab.getByRole("link", { name: "Try Again" }).click({ timeout: 30_000 });
  await tab.getByRole("heading", { name: "Billing & Payment Details" }).waitFor();
  await buyer.fillForm(tab);
  await buyer.completePurchase(tab);
  await tab.getByRole("alert").getByText(messages.alreadyPaid).waitFor();
  expect((await buyer.sessionsOf(site.url())).length).toBe(before);
});
