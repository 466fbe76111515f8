import type { Page } from "@playwright/test";
import type { AdminProducts } from "../../shared/admin-products.ts";
import { expect, test } from "../support/browser-test.ts";
import { toasts, violations } from "../support/browser.ts";
import { delayResponse } from "../support/delay-response.ts";
import { cards, openProducts, PRODUCTS } from "../support/products-page.ts";

const { site, visit, open, stored } = openProducts();

test.describe("the product grid", () => {
  test("shows categories, sort orders, the number of products and low stock", async () => {
    const { page, problems } = await open();
    const products = site.products();
    await page.getByText(`${products.length} products`, { exact: true }).waitFor();
    const category = page.getByLabel("Category");
    await expect
      .poll(async () => (await category.locator("option").allInnerTexts()).slice(0, 5))
      .toEqual(["All", "Shirts", "Polos", "Sweatpants", "Yeti Flasks"]);
    const low = products.filter(({ stock }) => stock > 0 && stock < 5).length;
    await expect.poll(() => page.getByText("Low Stock").count()).toBe(low);
    const none = products.filter(({ stock }) => stock === 0).length;
    await expect.poll(() => page.getByText("Sold Out").count()).toBe(none);
    const names = () => cards(page).getByRole("heading").allInnerTexts();
    const byName = products.map(({ name }) => name).sort((a, b) => a.localeCompare(b, "en"));
    await expect.poll(() => names()).toEqual(byName);
    await page.getByLabel("Sort").selectOption("Sort by price");
    const cheapest = Math.min(...products.map(({ price }) => price));
    await cards(page)
      .first()
      .getByText(`$${cheapest.toFixed(2)}`)
      .waitFor();
    await category.selectOption("Polos");
    const polos = products.filter((product) => product.category === "polos").length;
    await page.getByText(`${polos} of ${products.length} products`).waitFor();
    await page.getByLabel("Search products").fill("no such thing");
    await page.getByText("No products found. Try adjusting your filters or add some products.").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("asks before it deletes a product, shows a failure, and deletes on the next try", async () => {
    const { page } = await open();
    const name = site.productOf("sweatpants").name;
    await page.getByLabel("Search products").fill(name);
    const clickDelete = () => cards(page).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    await clickDelete();
    await dialog.getByText("Are you sure you want to delete this product?").waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await stored(name)).toBeDefined();
    await page.route("**/api/admin/products/**", (route) => route.abort());
    await clickDelete();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await toasts(page).getByText("Error deleting product").waitFor();
    await page.unroute("**/api/admin/products/**");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No products found.").waitFor();
    await expect.poll(() => stored(name)).toBeUndefined();
  });

  test("does not show a deleted product again when an older list arrives late", async () => {
    const { page } = await open();
    const { name } = site.productOf("polos");
    const list = await delayResponse(page, "**/api/admin/products", "GET");
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await list.received;
    await page.getByLabel("Search products").fill(name);
    await cards(page).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    const removal = await delayResponse(page, "**/api/admin/products/*", "DELETE");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await removal.received;
    await expect.poll(() => dialog.getByRole("button", { name: "Cancel" }).isDisabled()).toBe(true);
    await removal.release();
    await page.getByText("No products found.").waitFor();
    const again = page.waitForResponse((response) => response.url().endsWith("/api/admin/products"));
    await list.release();
    await again;
    await page.getByLabel("Search products").fill("");
    await cards(page).first().waitFor();
    expect(await cards(page).filter({ hasText: name }).count()).toBe(0);
  });

  test("shows an error when it cannot be loaded", async () => {
    const { page } = await visit();
    await page.route("**/api/admin/products", (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto(PRODUCTS);
    await page.getByText("Error fetching products").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

test("the products page has no accessibility violation and no sideways scrolling at any width", async () => {
  const { page } = await open();
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page), `grid at ${width} px`).toEqual([]);
    await cards(page).first().getByRole("button", { name: "Edit" }).click();
    await page.getByRole("heading", { name: "Edit Product" }).waitFor();
    expect(await violations(page), `form at ${width} px`).toEqual([]);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, `sideways scroll at ${width} px`).toBe(0);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Products" }).waitFor();
  }
});

test.describe("a stored product that is invalid", () => {
  /** Serves the list of products with one product whose price is invalid; returns its name. */
  const breakProduct = async (page: Page) => {
    const { id, name } = site.productOf("shirts");
    await page.route("**/api/admin/products", async (route) => {
      if (route.request().method() !== "GET") return route.fallback();
      const answer = await route.fetch();
      const list = (await answer.json()) as AdminProducts;
      const product = list.products.find((one) => one.id === id);
      return route.fulfill({
        response: answer,
        json: {
          ...list,
          products: list.products.filter((one) => one.id !== id),
          broken: product ? [{ product: { ...product, price: 0 }, problems: ["price"] }] : [],
        },
      });
    });
    return name;
  };

  test("is shown as broken, and returns to the store once its missing field is saved", async () => {
    const { page } = await visit();
    const name = await breakProduct(page);
    await page.goto(PRODUCTS);
    const card = cards(page).filter({ hasText: name });
    await card.getByText("Cannot be read: price.").waitFor();
    await card.getByText("Not in the store").waitFor();
    await page.getByText(", 1 that cannot be shown").waitFor();
    expect(await violations(page)).toEqual([]);
    await card.getByRole("button", { name: "Edit" }).click();
    await page.getByText("This product is not in the store.").waitFor();
    const price = page.getByLabel("Price");
    expect(await price.inputValue()).toBe("");
    await page.getByRole("button", { name: "Save Product" }).click();
    await page.getByText("Price is required").waitFor();
    expect(await violations(page)).toEqual([]);
    await price.fill("33.50");
    await page.unroute("**/api/admin/products");
    await page.getByRole("button", { name: "Save Product" }).click();
    await toasts(page).getByText(`${name} saved`).waitFor();
    await expect.poll(async () => (await stored(name))?.price).toBe(33.5);
  });

  test("can be deleted", async () => {
    const { page } = await visit();
    const name = await breakProduct(page);
    const methods: string[] = [];
    await page.route("**/api/admin/products/*", (route) => {
      methods.push(route.request().method());
      return route.fulfill({ status: 204 });
    });
    await page.goto(PRODUCTS);
    const card = cards(page).filter({ hasText: name });
    await card.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await toasts(page).getByText(`${name} deleted`).waitFor();
    expect(methods).toEqual(["DELETE"]);
    await card.waitFor({ state: "detached" });
  });
});
