import type { Page } from "@playwright/test";
import { accessibilityViolations } from "../support/browser.ts";
import { expect, test } from "../support/browser-test.ts";
import { mailsTo } from "../support/buyer.ts";
import { placeOrder } from "../support/place-order.ts";
import { openSite } from "../support/site.ts";
import { waitUntil } from "../support/wait-until.ts";

const site = openSite();
const EMAIL = "order-page@example.com";

/** Opens the page of a shipped order by the link in its receipt, on a phone. */
async function openOrder() {
  await placeOrder(site.url(), site.productOf("polos"), { email: EMAIL, ship: true });
  const link = await waitUntil("a receipt with a link", async () =>
    (await mailsTo(site.url(), EMAIL)).map(({ text }) => /http\S+\/order#\S+/.exec(text)?.[0]).find(Boolean),
  );
  const visitor = await site.visit({ viewport: { width: 375, height: 667 } });
  await visitor.page.goto(link);
  return visitor;
}
/** The notice at the top of the page, which must be in view although the buttons are at its end. */
async function expectNotice(page: Page, text: string): Promise<void> {
  const notice = page.getByText(text);
  await expect(notice).toBeInViewport();
  await expect(page.locator(":focus")).toHaveText(text);
}

test("a customer on a phone sees what was done after a message and after a changed address", async () => {
  const { page, problems } = await openOrder();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Something Is Wrong" }).click();
  await dialog.getByLabel("What is wrong?").fill("The print is crooked.");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expectNotice(page, "We have your request, and answer it by email.");

  await page.getByRole("button", { name: "Change the Address" }).click();
  await expect(dialog.getByLabel("State")).toBeDisabled();
  await dialog.getByLabel("Street address").fill("1 New Street");
  await dialog.getByRole("button", { name: "Change the Address" }).click();
  await expectNotice(page, "The address is changed. We send your order there.");
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Something Is Wrong" }).click();
  await dialog.getByLabel("What is wrong?").fill("The collar, too.");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expectNotice(page, "We have your request, and answer it by email.");
  expect(problems).toEqual([]);
});
