import { checkoutMessages } from "../../shared/checkout-messages.ts";
import { messages } from "../../shared/messages.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations } from "../support/browser.ts";
import { openStore, productCard, shownCount } from "../support/store-page.ts";

const { site, client, productAdmin, productCount, visitStore } = openStore();

test.describe("the live catalog", () => {
  test("shows changes by an admin on an open page within 10 s", async () => {
    const tee = await client.createProduct({ name: "Slow Change Tee", price: 20 });
    const polo = await client.createProduct({ name: "Removed Polo", price: 20 });
    const { page } = await visitStore();
    await productCard(page, polo.name).getByText("$20.00").waitFor();
    await productCard(page, tee.name).getByText("$20.00").waitFor();
    await Promise.all([productAdmin.change(tee.id, { price: 21.5, stock: 2 }), productAdmin.remove(polo.id)]);
    await Promise.all([
      productCard(page, tee.name).getByText("$21.50").waitFor({ timeout: 10_000 }),
      productCard(page, tee.name).getByText("Only 2 left!").waitFor({ timeout: 10_000 }),
      productCard(page, polo.name).waitFor({ state: "detached", timeout: 10_000 }),
    ]);
    await productAdmin.remove(tee.id);
  });

  test("shows a spinner while it loads, an error when it cannot be loaded, and old products when a refresh fails", async () => {
    const { page } = await site.visit();
    await page.clock.install();
    let isDown = true;
    const firstResponse = Promise.withResolvers<void>();
    await page.route("**/api/products*", async (route) => {
      await firstResponse.promise;
      await (isDown ? route.fulfill({ status: 503, body: "" }) : route.continue());
    });
    // The HTML of an address with an unknown sort order has no products.
    await page.goto("/store?sort=");
    const loadingText = page.getByRole("status").getByText("Loading products...");
    await loadingText.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    firstResponse.resolve();
    await page.getByRole("alert").getByText("The store could not be loaded.").waitFor();
    await expect.poll(() => loadingText.count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    isDown = false;
    await page.getByRole("button", { name: "Try Again" }).click();
    const count = await productCount();
    await expect.poll(() => shownCount(page)).toBe(count);
    await expect.poll(() => loadingText.count()).toBe(0);
    const staleNotice = page.getByText("The store could not be refreshed.");
    isDown = true;
    await page.clock.runFor(12_000);
    await staleNotice.waitFor();
    await expect.poll(() => shownCount(page)).toBe(count);
    isDown = false;
    await page.clock.runFor(12_000);
    await staleNotice.waitFor({ state: "detached" });
  });

  test("shows and sells a ticket whose event is not over by the server's time, to a visitor whose clock is ahead", async () => {
    const ticket = site.productOf("ticket");
    const endsAtMs = Date.parse(ticket.event?.endsAt ?? "");
    const { page } = await site.visit();
    await page.clock.setFixedTime(endsAtMs + 3_600_000);
    await page.goto("/store?category=ticket");
    await productCard(page, ticket.name)
      .getByRole("button", { name: /^Add to Cart/ })
      .click();
    await page.getByRole("button", { name: "Cart: 1 item" }).click();
    const cart = page.getByRole("dialog", { name: "Your Cart" });
    await expect(cart.getByText(messages.salesEnded)).toHaveCount(0);
    await cart.getByRole("button", { name: "Proceed to Checkout" }).click();
    await page.getByRole("heading", { name: "Checkout" }).waitFor();
    await expect(page.getByText(checkoutMessages.eventOver)).toHaveCount(0);
  });
});
