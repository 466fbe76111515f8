import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations } from "../support/browser.ts";
import { checkoutMessages } from "../../shared/checkout-messages.ts";
import * as buyer from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { openSite } from "../support/site.ts";

const site = openSite();

test("pieces that the visitor's own payment page holds still count as available in the cart", async () => {
  const { page } = await site.visit();
  const lastFlask = await createClient({ url: site.url() }).createProduct({ name: "Last Flask", stock: 3 });
  await buyer.openCheckout(page, [buyer.lineOf(lastFlask, 3)]);
  await buyer.fillForm(page);
  const firstSessionId = await buyer.goToPayment(page);
  await page.goBack();
  await page.getByRole("link", { name: "Back to Merchandise" }).click();
  await page.waitForURL(/\/store$/);
  const readStock = async () =>
    (await buyer.productsOf(site.url())).find(({ id }) => id === lastFlask.id)?.stock;
  await expect.poll(readStock, { timeout: 15_000 }).toBe(0);
  const cart = page.getByRole("dialog", { name: "Your Cart" });
  const catalogResponse = page.waitForResponse("**/api/products");
  await page.getByRole("button", { name: /^Cart/ }).click();
  await catalogResponse;
  await cart.getByText("Last Flask", { exact: true }).waitFor();
  await expect.poll(() => cart.getByText(/Sold out/).count()).toBe(0);
  await cart.getByRole("button", { name: "Decrease quantity of Last Flask" }).click();
  await cart.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.getByRole("heading", { name: "Your Cart (1)" }).waitFor();
  expect(await buyer.goToPayment(page)).not.toBe(firstSessionId);
  await expect.poll(readStock, { timeout: 15_000 }).toBe(1);
});

test("while a payment is processed, its items have to be removed from the next cart, or confirmed", async () => {
  const { page } = await site.visit();
  const [ticket, flask] = [site.productOf("ticket"), site.productOf("yetiflask")];
  await buyer.openCheckout(page, [buyer.lineOf(ticket)]);
  await buyer.fillForm(page);
  await buyer.goToPayment(page);
  await page.getByRole("button", { name: "Pay later" }).click();
  await page.getByRole("heading", { name: "Your payment is being processed" }).waitFor();
  await buyer.storeCart(page, JSON.stringify([buyer.lineOf(ticket), buyer.lineOf(flask)]));
  // The first visit to the checkout leads to the payment that is being processed, the second shows the form.
  await page.goto("/checkout");
  await page.getByRole("heading", { name: "Your payment is being processed" }).waitFor();
  await page.goto("/checkout");
  await buyer.fillForm(page);
  const sessionCount = (await buyer.sessionsOf(site.url())).length;
  await buyer.completePurchase(page);
  await page.getByText(checkoutMessages.alreadyOrdered([ticket.name], false)).waitFor();
  expect((await buyer.sessionsOf(site.url())).length).toBe(sessionCount);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Take Out of the Cart" }).click();
  await page.getByRole("heading", { name: "Your Cart (1)" }).waitFor();
  expect(await buyer.cartOf(page)).toMatchObject([{ product: { id: flask.id } }]);

  await buyer.openCheckout(page, [buyer.lineOf(ticket)]);
  await buyer.fillForm(page);
  await buyer.completePurchase(page);
  await page.getByRole("button", { name: "Order Again" }).click();
  await page.waitForURL(/\/_local\/pay\//);
});
