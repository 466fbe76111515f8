import type { Page } from "@playwright/test";
import { CART_KEY, parseCart } from "../../shared/cart.ts";
import { checkoutMessages } from "../../shared/checkout-messages.ts";
import { messages } from "../../shared/messages.ts";
import { formatMoney } from "../../shared/money.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, focusedText, HIGHLIGHTS_NAME, toasts } from "../support/browser.ts";
import * as buyer from "../support/buyer.ts";
import { createProductAdmin } from "../support/product-admin.ts";
import { productCard, showAllProducts } from "../support/store-page.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const { client } = site;
const productAdmin = createProductAdmin(client);
/** Opens a page with `lines` in the stored cart. */
async function visitWithCart(lines: unknown) {
  const visitor = await site.visit();
  await buyer.storeCart(visitor.page, JSON.stringify(lines));
  await visitor.page.goto("/terms");
  return visitor;
}
const openCart = async (page: Page) => {
  await page.getByRole("button", { name: /^Cart/ }).click();
  const cart = page.getByRole("dialog", { name: "Your Cart" });
  await cart.waitFor();
  return cart;
};

test.describe("the cart", () => {
  test("moves the focus to the next line when a line is removed, says when it is empty, and leads to the store", async () => {
    const [flask, ticket] = [site.productOf("yetiflask"), site.productOf("ticket")];
    const { page, problems } = await visitWithCart([buyer.lineOf(flask), buyer.lineOf(ticket)]);
    const cart = await openCart(page);
    const note = cart.getByText("Shipping is chosen at checkout.");
    await note.waitFor();
    await cart
      .getByRole("button", { name: /^Remove/ })
      .first()
      .press("Enter");
    await note.waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe(`Remove ${ticket.name}`);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedText(page)).toBe("Shop Now");
    await cart.getByText("Your cart is empty.").waitFor();
    await cart.getByText("Add some products to get started!").waitFor();
    const suggestionLinks = cart.getByRole("region", { name: HIGHLIGHTS_NAME }).getByRole("link");
    await expect.poll(() => suggestionLinks.count()).toBe(3);
    expect(await accessibilityViolations(page)).toEqual([]);
    await suggestionLinks.first().click();
    await page.waitForURL("**/store/*");
    await page.getByRole("dialog").getByRole("button", { name: "Close details" }).click();
    await page.getByRole("button", { name: "Cart: empty" }).click();
    await cart.getByRole("link", { name: "Shop Now" }).click();
    await page.waitForURL("**/store");
    expect(problems).toEqual([]);
  });

  test("that an older version stored is completed from the catalog and limited to 10 of each product", async () => {
    const [ticket, sweatpants] = [site.productOf("ticket"), site.productOf("sweatpants")];
    const variant = sweatpants.variants?.find(({ stock }) => stock > 1);
    const { page, problems } = await visitWithCart([
      { product: { id: sweatpants.id }, quantity: 1, ...(variant ? { variantId: variant.id } : {}) },
      { product: { ...ticket, details: undefined, imageUrl: 7, fabric: "paper" }, quantity: 40, since: 2025 },
    ]);
    await toasts(page).getByText("At most 10 of one product can be bought at once.").waitFor();
    const cart = await openCart(page);
    await cart.getByText(sweatpants.name, { exact: true }).waitFor();
    await cart.getByText(formatMoney(sweatpants.price + 10 * ticket.price)).waitFor();
    const increaseButton = cart.getByRole("button", {
      name: new RegExp(`^Increase quantity of ${ticket.name}`),
    });
    expect(await increaseButton.getAttribute("aria-disabled")).toBe("true");
    await cart.getByText("At most 10 of one product can be bought at once.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const storedText = await page.evaluate((key) => window.localStorage.getItem(key), CART_KEY);
    expect(parseCart(JSON.parse(storedText ?? ""))).toMatchObject({
      lines: [
        { product: { name: sweatpants.name, price: sweatpants.price }, quantity: 1 },
        { product: { imageUrl: ticket.imageUrl, details: ticket.details }, quantity: 10 },
      ],
      isBroken: false,
    });
    expect(problems).toEqual([]);
  });

  test("counts its lines, sums its prices, and leads to the checkout", async () => {
    const [flask, ticket] = [site.productOf("yetiflask"), site.productOf("ticket")];
    const { page } = await visitWithCart([buyer.lineOf(flask, 2), buyer.lineOf(ticket, 1)]);
    const cartButton = page.getByRole("button", { name: "Cart: 3 items" });
    await expect.poll(() => cartButton.locator("[aria-hidden=true]").allInnerTexts()).toContain("2");
    const cart = await openCart(page);
    await cart.getByText(formatMoney(2 * flask.price + ticket.price)).waitFor();
    await cart.getByRole("button", { name: new RegExp(`^Increase quantity of ${ticket.name}`) }).click();
    await cart.getByText(formatMoney(2 * flask.price + 2 * ticket.price)).waitFor();
    const decreaseButton = cart.getByRole("button", {
      name: new RegExp(`^Decrease quantity of ${ticket.name}`),
    });
    await decreaseButton.click();
    await decreaseButton.click({ force: true });
    await cart.getByText(formatMoney(2 * flask.price + ticket.price)).waitFor();
    await cart.getByRole("button", { name: "Proceed to Checkout" }).click();
    await page.waitForURL("**/checkout");
    await page.getByRole("heading", { name: "Your Cart (2)" }).waitFor();
  });

  test("is the same in every tab", async () => {
    const { page } = await site.visit();
    await page.goto("/store?category=ticket");
    const otherTab = await page.context().newPage();
    await otherTab.goto("/store?category=ticket");
    const ticket = site.productOf("ticket");
    await productCard(otherTab, ticket.name)
      .getByRole("button", { name: /^Add to Cart/ })
      .click();
    await page.getByRole("button", { name: "Cart: 1 item" }).waitFor();
    await productCard(page, ticket.name)
      .getByRole("button", { name: /^Add to Cart/ })
      .click();
    const cart = await openCart(otherTab);
    await cart
      .getByText(formatMoney(2 * ticket.price))
      .first()
      .waitFor();
  });

  test("is emptied with an error when the storage contains invalid lines or invalid JSON", async () => {
    const { page, problems } = await site.visit();
    for (const text of ['[{"product":{"id":"prd_1"},"quantity":"2"}]', "{"]) {
      await buyer.storeCart(page, text);
      await page.goto("/terms");
      await toasts(page).getByText("Failed to load cart data.").waitFor();
      await page.getByRole("button", { name: "Cart: empty" }).waitFor();
      await expect.poll(() => buyer.cartOf(page)).toEqual([]);
    }
    expect(problems).toEqual([]);
  });
});

test.describe("a cart whose products have changed", () => {
  test("shows the changes while it is open, and passes the current prices and quantities to the checkout", async () => {
    const [repricedTee, scarceTee, deletedTee] = await Promise.all(
      ["Dearer Tee", "Fewer Tee", "Gone Tee"].map((name) =>
        client.createProduct({ name, price: 20, stock: 9 }),
      ),
    );
    if (!repricedTee || !scarceTee || !deletedTee) throw new Error("A product was not created");
    const { page } = await site.visit();
    await page.clock.install();
    const lines = [buyer.lineOf(repricedTee, 2), buyer.lineOf(scarceTee, 5), buyer.lineOf(deletedTee, 1)];
    await buyer.storeCart(page, JSON.stringify(lines));
    await page.goto("/terms");
    const cart = await openCart(page);
    await cart.getByText("$160.00").waitFor();
    await productAdmin.change(repricedTee.id, { price: 23 });
    await productAdmin.change(scarceTee.id, { stock: 3 });
    await productAdmin.remove(deletedTee.id);
    // storefront-live.test.ts shows that an open page learns of changes within 10 s.
    const advanceAndSeeSoldOut = async () => {
      await page.clock.runFor(5_000);
      return cart.getByText("Sold out: it will be left out of your order.").isVisible();
    };
    await expect.poll(advanceAndSeeSoldOut).toBe(true);
    await cart.getByRole("status").getByText("Something changed since you filled your cart.").waitFor();
    await cart.getByText("Only 3 left: your 5 become 3.").waitFor();
    await cart.getByText(/The price was \$20\.00 and is now/).waitFor();
    await cart.getByText("$106.00").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await cart.getByRole("button", { name: "Proceed to Checkout" }).click();
    await page.getByRole("heading", { name: "Your Cart (2)" }).waitFor();
    await toasts(page)
      .getByText(checkoutMessages.leftOut(["Gone Tee"]))
      .waitFor();
    await expect
      .poll(async () =>
        parseCart(await buyer.cartOf(page)).lines.map(({ product, quantity }) => [product.price, quantity]),
      )
      .toEqual([
        [23, 2],
        [20, 3],
      ]);
    await Promise.all([productAdmin.remove(repricedTee.id), productAdmin.remove(scarceTee.id)]);
  });
});

test("the toast that a product has reached its limit disappears when the visitor leaves the page, and 'added to cart' stays", async () => {
  const { page } = await site.visit();
  await page.goto("/store");
  await showAllProducts(page);
  const [first, second] = site.products().filter(({ variants, stock }) => !variants?.length && stock > 10);
  if (!first || !second) throw new Error("The catalog has no two products without variants");
  const addButtonOf = (name: string) => productCard(page, name).getByRole("button", { name: /^Add to Cart/ });
  for (let count = 0; count < 10; count++) await addButtonOf(first.name).click();
  const visibleToast = (text: string) => toasts(page).locator("[data-visible=true]").getByText(text);
  const limitToast = visibleToast(messages.limitPerProduct);
  await addButtonOf(first.name).click();
  await limitToast.waitFor();
  await addButtonOf(second.name).click();
  await page.evaluate(() => document.querySelector<HTMLElement>("header a[href='/contact']")?.click());
  await page.waitForURL("**/contact");
  // Without a change of page, `limitToast` would stay for 4 s, and the other toast only for 3 s.
  await expect.poll(() => limitToast.count(), { intervals: [50] }).toBe(0);
  expect(await visibleToast(messages.addedToCart(1, second.name)).count()).toBe(1);
});
