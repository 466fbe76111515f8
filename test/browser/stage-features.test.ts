import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { adminApi } from "../../shared/api-admin.ts";
import { formatMoney } from "../../shared/money.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { brand } from "../../shared/site/brand.ts";
import { deliverySummary, SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { newsConsentLabel } from "../../shared/site/news-consent.ts";
import { paths } from "../../web/src/paths.ts";
import { withSignIn } from "../support/admin-session.ts";
import { expectFits } from "../support/browser.ts";
import { expect, test } from "../support/browser-test.ts";
import * as buyer from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { delayResponse } from "../support/delay-response.ts";
import { orderNumberIn } from "../support/order-number.ts";
import { openSite } from "../support/site.ts";
import { waitUntil } from "../support/wait-until.ts";

// A stage with the features that the default shop does not have.
test.use({ shopWith: "shipping,tax,confirm-news" });
// The test of the newsletter uses the order of the first test.
test.describe.configure({ mode: "serial" });

const site = openSite();
const visitAsAdmin = withSignIn((options) => site.visit(options));
const EMAIL = "sells@example.com";
/** The stage's shipping rate for the United States, in dollars. */
const STAGE_FEE: number = 8;
let orderNumber = "";

const waitForMail = (subject: string) => buyer.waitForMail(site.url(), EMAIL, subject);
const linkIn = (text: string, path: string): string =>
  new RegExp(`http\\S+/${path}\\?\\S+`).exec(text)?.[0] ?? "";

test("a customer sees the rate (also for another country), days of arrival and tax, and pays the shown total", async () => {
  const { page, problems } = await site.visit({ viewport: { width: 375, height: 812 } });
  const tee = site.productOf("shirts");
  await buyer.openCheckout(page, [buyer.lineOf(tee)]);
  const summary = page.getByRole("region", { name: /^Your Cart/ });
  await summary.getByRole("button", { name: "Show items" }).click();
  await page.getByRole("radio", { name: /^Ship to me, \$8\.00/ }).check();
  await page
    .getByText(/it arrives \w+, \w+ \d+ to/)
    .first()
    .waitFor();
  await summary.getByText("Total Before Tax").waitFor();
  await page.getByLabel("Country", { exact: true }).selectOption("Canada");
  await page.getByRole("radio", { name: /^Ship to me, \$15\.00/ }).waitFor();
  await page.getByLabel("Province", { exact: true }).waitFor();
  await expectFits(page);
  await page.getByLabel("Country", { exact: true }).selectOption("United States");
  await buyer.fillForm(page, { Email: EMAIL, "Confirm email": EMAIL }, "ship");
  if (newsConsentLabel !== undefined) await page.getByLabel(newsConsentLabel).check();

  // The simulator's tax in Kentucky is 6%, also of the shipping rate of $8.00.
  const priceCents = Math.round(tee.price * 100);
  const taxCents = Math.round(priceCents * 0.06) + 48;
  const total = formatMoney((priceCents + 800 + taxCents) / 100);
  await expect(summary.getByRole("term").filter({ hasText: "Tax" })).toBeVisible();
  await expect(summary).toContainText(formatMoney(taxCents / 100));
  await expect(summary).toContainText(total);
  await expectFits(page);
  await buyer.goToPayment(page);
  await expect(page.getByRole("main")).toContainText(total);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const receipt = page.getByRole("region", { name: "Receipt" });
  for (const text of ["Shipping", "$8.00", "Tax", formatMoney(taxCents / 100), total])
    await expect(receipt).toContainText(text);
  orderNumber = orderNumberIn(await receipt.innerText());
  const mail = await waitForMail(`Your ${brand.name} receipt`);
  expect(mail.text).toContain(`Tax: ${formatMoney(taxCents / 100)}`);
  expect(mail.text).toContain(`Total: ${total}`);
  expect(problems).toEqual([]);
});

test("the checkout shows no shipping rate and no total until it has loaded the stage's rates", async () => {
  const { page } = await site.visit();
  const tee = site.productOf("shirts");
  await buyer.openCheckout(page, [buyer.lineOf(tee)]);
  await page.getByRole("radio", { name: /^Ship to me, / }).check();
  const delayedSettings = await delayResponse(page, "**/config.json", "GET");
  await page.reload();
  const shipChoice = page.getByRole("radio", { name: /^Ship to me/ });
  await expect(shipChoice).toBeChecked();
  await delayedSettings.received;
  await expect(shipChoice).toHaveAccessibleName("Ship to me");
  const defaultRate = page.getByText(formatMoney(SHIPPING_FEE));
  await expect(defaultRate.and(page.locator(":visible"))).toHaveCount(0);
  await expect(
    page.getByText(formatMoney(tee.price + SHIPPING_FEE)).and(page.locator(":visible")),
  ).toHaveCount(0);
  await delayedSettings.release();
  await expect(shipChoice).toHaveAccessibleName("Ship to me, $8.00");
  if (SHIPPING_FEE !== STAGE_FEE) await expect(defaultRate).toHaveCount(0);
  const summary = page.getByRole("region", { name: /^Your Cart/ });
  await expect(summary.getByRole("definition").getByText(formatMoney(tee.price + 8))).toBeVisible();
});

test("a product's page shows no shipping rate until it has loaded the stage's rates", async () => {
  const path = paths.product(site.productOf("shirts").id);
  const { goods } = deliverySummary;
  const notesOf = (ofPage: Page) =>
    ofPage.locator("ul[aria-label='Delivery and returns'] li").filter({ hasText: /\S/ });
  const notesWithoutRate = [goods.pickUp, `${goods.returns} ${goods.link.label}`];
  const { page: prerenderedPage } = await site.visit({ javaScriptEnabled: false });
  await prerenderedPage.goto(path);
  await expect(notesOf(prerenderedPage)).toHaveText(notesWithoutRate);
  const { page } = await site.visit();
  const delayedSettings = await delayResponse(page, "**/config.json", "GET");
  await page.goto(path);
  await delayedSettings.received;
  await expect(notesOf(page)).toHaveText(notesWithoutRate);
  await expect(notesOf(page).getByRole("link", { name: goods.link.label })).toBeVisible();
  await delayedSettings.release();
  await notesOf(page).getByText("$8.00, free from $75.00 of items that ship, after discounts").waitFor();
});

test("the customer confirms the newsletter, is listed for the admin, and ends it by the link in a later mail", async () => {
  test.skip(newsConsentLabel === undefined, "This podcast has no newsletter.");
  const { page, problems } = await site.visit({ viewport: { width: 375, height: 812 } });
  const admin = await visitAsAdmin();
  const listedPerson = admin.page.getByRole("list", { name: "People" }).getByText(EMAIL);
  await admin.page.goto("/admin/dashboard?tab=newsletter&state=waiting");
  await listedPerson.waitFor();
  await expectFits(admin.page);

  await page.goto(linkIn((await waitForMail("Please confirm")).text, "confirm-news"));
  const confirmButton = page.getByRole("button", { name: "Yes, Send Me News" });
  await confirmButton.waitFor();
  await expectFits(page);
  await confirmButton.press("Enter");
  const confirmation = page.getByText("Thank you. You get our news and offers from now on.");
  await confirmation.and(page.locator(":focus *")).waitFor();
  await expectFits(page);
  await admin.page.goto("/admin/dashboard?tab=newsletter");
  await listedPerson.waitFor();

  const client = createClient({ url: site.url() });
  const token = await client.adminToken();
  const { data } = await client.call(adminApi.listOrders, { token });
  const order = data.orders.find((candidate) => candidate.orderNumber === orderNumber);
  await client.call(adminApi.changeOrder, {
    token,
    params: { id: order?.orderId ?? "" },
    body: { orderStatus: ORDER_STATUS.completed, version: order?.version ?? 0 },
  });
  await page.goto(linkIn((await waitForMail("Your order is")).text, "unsubscribe"));
  const stopButton = page.getByRole("button", { name: "Stop News and Offers" });
  await stopButton.waitFor();
  await expectFits(page);
  await stopButton.press("Enter");
  const endedText = page.getByText("You get no more news and offers from us.");
  await endedText.and(page.locator(":focus *")).waitFor();
  await expectFits(page);
  await admin.page.reload();
  await admin.page.getByText("Nobody has agreed to news yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await page
    .getByText("Undone: you still get news and offers from us.")
    .and(page.locator(":focus *"))
    .waitFor();
  await admin.page.reload();
  await listedPerson.waitFor();
  await stopButton.click();
  await endedText.waitFor();
  expect([...problems, ...admin.problems]).toEqual([]);
});

test("goods from $75.00 on ship for free, as receipt, mail and order page say; a discount code that ends the free shipping says so", async () => {
  const { page, problems } = await site.visit({ viewport: { width: 375, height: 812 } });
  const email = "free-shipping@example.com";
  const tee = site.productOf("shirts");
  const client = createClient({ url: site.url() });
  const body = { requestId: randomUUID(), code: "BELOW-75", percent: 60 };
  await client.call(adminApi.createDiscount, { token: await client.adminToken(), body });
  await buyer.openCheckout(page, [buyer.lineOf(tee, Math.ceil(75 / tee.price))]);
  await page.getByRole("radio", { name: "Ship to me, Free" }).check();
  await page.getByText(/United States: ordered now, it arrives /).waitFor();
  await page.getByLabel("Discount code").fill("below-75");
  await page.getByRole("button", { name: "Apply" }).click();
  await page
    .getByText(/60% off, -\$\d+\.\d\d\. With this code, shipping is \$8\.00\. Without it: free\./)
    .waitFor();
  await page.getByRole("radio", { name: "Ship to me, $8.00" }).waitFor();
  await expectFits(page);
  await page.getByRole("button", { name: "Remove code" }).click();
  await buyer.fillForm(page, { Email: email, "Confirm email": email }, "ship");
  await buyer.goToPayment(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("region", { name: "Receipt" }).getByRole("row", { name: "Shipping Free" }).waitFor();
  const mail = await waitUntil("the receipt's mail", async () =>
    (await buyer.mailsTo(site.url(), email)).find(({ text }) => text.includes("Shipping: Free\n")),
  );
  await page.goto(/http\S+\/order#\S+/.exec(mail.text)?.[0] ?? "");
  const contents = page.getByRole("region", { name: "What you bought" });
  await contents.getByText("Shipping", { exact: true }).waitFor();
  await expect(contents.getByRole("definition").getByText("Free", { exact: true })).toBeVisible();
  await expectFits(page);
  expect(problems).toEqual([]);
});
