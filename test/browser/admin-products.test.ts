import { adminEpisodesApi } from "../../shared/api-admin-episodes.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { adminTicketsApi } from "../../shared/api-tickets.ts";
import { webhooksApi } from "../../shared/api-webhooks.ts";
import { expect, test } from "../support/browser-test.ts";
import {
  accessibilityViolations,
  focusWindow,
  expectNoSidewaysScroll,
  setTextSize,
  toasts,
} from "../support/browser.ts";
import { labelOf } from "../support/category-labels.ts";
import { createClient } from "../support/client.ts";
import { delayResponse } from "../support/delay-response.ts";
import { createProductAdmin } from "../support/product-admin.ts";
import { breakPrices, cards, openProducts, DASHBOARD_PATH } from "../support/products-page.ts";

const { site, visitAsAdmin, openList, storedProduct } = openProducts();

test.describe("the product grid", () => {
  test("shows categories, ways to sort, the number of products and low stock", async () => {
    const { page, problems } = await openList();
    const products = site.products();
    await page.getByText(`${products.length} products`, { exact: true }).waitFor();
    const category = page.getByLabel("Category");
    await expect
      .poll(async () => (await category.locator("option").allInnerTexts()).slice(0, 5))
      .toEqual(["All", ...["shirts", "polos", "sweatpants", "yetiflask"].map(labelOf)]);
    const lowStockCount = products.filter(({ stock }) => stock > 0 && stock < 5).length;
    await expect.poll(() => page.getByText("Low Stock").count()).toBe(lowStockCount);
    const soldOutCount = products.filter(({ stock }) => stock === 0).length;
    await expect.poll(() => page.getByText("Sold Out").count()).toBe(soldOutCount);
    const names = () => cards(page).getByRole("heading").allInnerTexts();
    const sortedNames = products.map(({ name }) => name).sort((a, b) => a.localeCompare(b, "en"));
    await expect.poll(() => names()).toEqual(sortedNames);
    await page.getByLabel("Sort").selectOption("Sort by price");
    const lowestPrice = Math.min(...products.map(({ price }) => price));
    await cards(page)
      .first()
      .getByText(`$${lowestPrice.toFixed(2)}`)
      .waitFor();
    await category.selectOption(labelOf("polos"));
    const poloCount = products.filter((product) => product.category === "polos").length;
    await page.getByText(`${poloCount} of ${products.length} products`).waitFor();
    await page.getByLabel("Search products").fill("no such thing");
    await page.getByText("No products found. Try adjusting your filters or add some products.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("shows filters on request on a phone, and the 'Publish' button of a draft with its whole text", async () => {
    const { page } = await openList();
    await cards(page).first().getByRole("button", { name: "Duplicate" }).click();
    await page.getByLabel("Product state").selectOption("Draft");
    await page.getByRole("button", { name: "Save Product" }).click();
    await page.getByRole("button", { name: "Publish" }).waitFor();
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 780 });
      const leftSpacePx = await page.getByRole("button", { name: "Publish" }).evaluate((button) => {
        const text = document.createRange();
        text.selectNodeContents(button);
        return text.getBoundingClientRect().left - button.getBoundingClientRect().left;
      });
      expect(leftSpacePx).toBeGreaterThan(8);
    }
    await page.setViewportSize({ width: 375, height: 780 });
    await expect(page.getByLabel("State", { exact: true })).toBeHidden();
    await page.getByRole("button", { name: "Filter & sort", exact: true }).click();
    await page.getByLabel("State", { exact: true }).selectOption("Draft");
    await page.getByRole("button", { name: "Filter & sort (1)" }).waitFor();
    await page.getByText(/^1 of \d+ products/).waitFor();
    await expectNoSidewaysScroll(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await cards(page).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { name: "Products", exact: true })).toBeFocused();
  });

  test("asks before it deletes a product, shows a failure, and deletes on the next try", async () => {
    const { name } = site.productOf("sweatpants");
    const { page } = await openList({ q: name });
    const clickDelete = () => cards(page).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    await clickDelete();
    await dialog.getByText("Are you sure you want to delete this product?").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await storedProduct(name)).toBeDefined();
    await page.route("**/api/admin/products/**", (route) => route.abort());
    await clickDelete();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await toasts(page).getByText("Error deleting product").waitFor();
    await page.unroute("**/api/admin/products/**");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No products found.").waitFor();
    await expect(page.getByRole("heading", { name: "Products", exact: true })).toBeFocused();
    await expect.poll(() => storedProduct(name)).toBeUndefined();
  });

  test("does not show a deleted product again when an older list arrives late", async () => {
    const { name } = site.productOf("polos");
    const { page } = await openList({ q: name });
    const delayedList = await delayResponse(page, "**/api/admin/products", "GET");
    await focusWindow(page);
    await delayedList.received;
    await cards(page).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    const delayedDeletion = await delayResponse(page, "**/api/admin/products/*", "DELETE");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await delayedDeletion.received;
    await expect.poll(() => dialog.getByRole("button", { name: "Cancel" }).isDisabled()).toBe(true);
    await delayedDeletion.release();
    await page.getByText("No products found.").waitFor();
    const listResponse = page.waitForResponse((response) => response.url().endsWith("/api/admin/products"));
    await delayedList.release();
    await listResponse;
    await page.getByLabel("Search products").fill("");
    await cards(page).first().waitFor();
    expect(await cards(page).filter({ hasText: name }).count()).toBe(0);
  });
});

test.describe("the product table", () => {
  test("is still shown after a reload, sorts by its columns, and fits a phone", async () => {
    const { page, problems } = await openList();
    await page.getByRole("button", { name: "Table" }).click();
    await page.getByRole("columnheader", { name: "PRICE" }).getByRole("button").click();
    await page.getByRole("columnheader", { name: "PRICE" }).getByRole("button").click();
    const mostExpensiveName = site.products().toSorted((a, b) => b.price - a.price)[0]?.name ?? "";
    const firstRow = page.getByRole("row").nth(1);
    await firstRow.getByRole("button", { name: mostExpensiveName }).waitFor();
    await page.getByRole("button", { name: "Show all variants" }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await firstRow.getByRole("button", { name: mostExpensiveName }).waitFor();
    await page.setViewportSize({ width: 375, height: 900 });
    await expectNoSidewaysScroll(page);
    for (const name of ["Archive", "Duplicate", "Delete"])
      await expect(firstRow.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    expect(await accessibilityViolations(page)).toEqual([]);
    await firstRow.getByRole("button", { name: mostExpensiveName }).click();
    await page.getByRole("heading", { name: "Edit Product" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("saves a variant's stock with Enter and on leaving the field, and discards it with Escape", async () => {
    const product = site.products().find(({ variants = [] }) => variants.length > 2);
    const [firstVariant, secondVariant] = product?.variants ?? [];
    if (!product || !firstVariant || !secondVariant) throw new Error("No product has variants");
    const { page } = await openList({ q: product.name });
    await page.getByRole("button", { name: "Table" }).click();
    await page
      .getByRole("button", { name: /variants$/ })
      .last()
      .click();
    const fields = page.getByLabel(`Stock of ${product.name}, `);
    const [firstField, secondField] = [fields.nth(0), fields.nth(1)];
    await firstField.fill("77");
    await firstField.press("Escape");
    await expect(firstField).toHaveValue(String(firstVariant.stock));
    await firstField.fill("many");
    await firstField.press("Enter");
    await page.getByText("Enter a whole number, 0 or more").waitFor();
    // The two saves overlap, so each of them may find that the other has changed the version.
    await firstField.fill("31");
    await firstField.press("ArrowDown");
    await expect(secondField).toBeFocused();
    await secondField.fill("32");
    await secondField.press("Enter");
    await expect
      .poll(async () => (await storedProduct(product.name))?.variants?.slice(0, 2).map(({ stock }) => stock))
      .toEqual([31, 32]);
  });

  test("keeps a typed stock that conflicts with another admin's change, and saves it on the second Enter", async () => {
    const product = site.products().find(({ variants = [], stock }) => variants.length === 0 && stock > 2);
    if (!product) throw new Error("Every product has variants");
    const { page } = await openList({ q: product.name });
    await page.getByRole("button", { name: "Table" }).click();
    const stockField = page.getByLabel(`Stock of ${product.name}`);
    await stockField.fill("40");
    const otherAdmin = createProductAdmin(createClient({ url: site.url() }));
    await otherAdmin.change(product.id, { stock: product.stock + 1 });
    await stockField.press("Enter");
    await page.getByText(`The stock is now ${product.stock + 1}.`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await expect(stockField).toHaveValue("40");
    await stockField.press("Enter");
    await expect.poll(async () => (await storedProduct(product.name))?.stock).toBe(40);
    await stockField.fill("41");
    await otherAdmin.change(product.id, { stock: 50 });
    await page.getByRole("button", { name: "Cards" }).click();
    await toasts(page).getByText(`Stock of ${product.name}: This product was changed`).waitFor();
  });
});

test("an archived product leaves the store until it is restored or the change is undone", async () => {
  const { name } = site.productOf("shirts");
  const { page, problems } = await openList({ q: name });
  const clickButton = (label: string) => page.getByRole("main").getByRole("button", { name: label }).click();
  // The second click is ignored. The server would refuse it as a change by somebody else.
  await cards(page)
    .getByRole("button", { name: "Archive" })
    .evaluate((button: HTMLElement) => {
      button.focus();
      button.click();
      button.click();
    });
  await toasts(page).getByText(`${name} is archived and not in the store`).waitFor();
  await cards(page).getByText("Archived").waitFor();
  await expect(cards(page).getByRole("button", { name: "Restore" })).toBeFocused();
  await expect.poll(() => storedProduct(name)).toBeUndefined();
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await storedProduct(name))?.state).toBe("active");
  await clickButton("Archive");
  await page.getByLabel("State").selectOption("Archived");
  await page.getByText(/^1 of \d+ products$/).waitFor();
  await clickButton("Restore");
  await page.getByText("No products found.").waitFor();
  await expect(page.getByRole("heading", { name: "Products", exact: true })).toBeFocused();
  await expect.poll(() => storedProduct(name)).toBeDefined();
  expect(problems).toEqual([]);
});

test("the products page shows an error when the products cannot be loaded, and after a retry fits every width", async () => {
  const { page } = await visitAsAdmin();
  await page.route("**/api/admin/products", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(DASHBOARD_PATH);
  await page.getByText("Error fetching products").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.unroute("**/api/admin/products");
  await page.getByRole("button", { name: "Try again" }).click();
  await cards(page).first().waitFor();
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 900 });
    // At 768 px, only sideways scrolling is checked. The tests of the form check the form at 1440 px.
    if (width !== 768) expect(await accessibilityViolations(page), `grid at ${width} px`).toEqual([]);
    await cards(page).first().getByRole("button", { name: "Edit" }).click();
    await page.getByRole("heading", { name: "Edit Product" }).waitFor();
    if (width === 375) expect(await accessibilityViolations(page), "form at 375 px").toEqual([]);
    await expectNoSidewaysScroll(page, `at ${width} px`);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Products" }).waitFor();
  }
});

test("each tab has its heading at the same place, also while it loads, and fits with text of 200 %", async () => {
  const { page } = await visitAsAdmin();
  const boxes: { y: number | undefined; height: number | undefined }[] = [];
  for (const [tab, { path }, name] of [
    ["products", adminApi.listProductsAsAdmin, "Products"],
    ["orders", adminApi.listOrders, "Orders"],
    ["tickets", adminTicketsApi.listEvents, "Tickets"],
    ["episodes", adminEpisodesApi.listEpisodesAsAdmin, "Episodes"],
    ["discounts", adminApi.listDiscounts, "Discounts"],
    ["analytics", adminApi.getAnalytics, "Analytics"],
    ["newsletter", adminApi.listSubscribers, "Newsletter"],
    ["webhooks", webhooksApi.listWebhooks, "Webhooks"],
  ] as const) {
    const main = page.getByRole("main");
    const spinner = main.getByText(/^Loading /).first();
    const readBox = async () => {
      const { y, height } = (await main.getByRole("heading", { name, exact: true }).boundingBox()) ?? {};
      boxes.push({ y, height });
    };
    const delayedList = await delayResponse(page, `**${path}*`, "GET");
    await page.goto(`/admin/dashboard?tab=${tab}`);
    await spinner.waitFor();
    await readBox();
    await delayedList.release();
    await spinner.waitFor({ state: "detached" });
    await readBox();
    await setTextSize(page, 32);
    for (const width of [375, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page, `${tab} at ${width} px`);
    }
    await setTextSize(page, 16);
  }
  expect(boxes[0]?.height).toBe(44);
  expect(boxes).toEqual(boxes.map(() => boxes[0]));
});

test("the products page says that its products may be out of date, but not above a form", async () => {
  const { page } = await openList();
  const warning = page.getByRole("alert").filter({ hasText: "The products may be out of date." });
  await page.route("**/api/admin/products", (route) => route.fulfill({ status: 500, body: "" }));
  await focusWindow(page);
  await warning.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Add New Product" }).click();
  await page.getByRole("heading", { name: "Add New Product" }).waitFor();
  await expect(warning).toHaveCount(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await warning.waitFor();
  await page.unroute("**/api/admin/products");
  await warning.getByRole("button", { name: "Try again" }).click();
  await warning.waitFor({ state: "detached" });
});

test("a product that is stored with an invalid price is shown as broken, and can be deleted or repaired", async () => {
  const { page } = await visitAsAdmin();
  const [productToDelete, productToRepair] = [site.productOf("yetiflask"), site.productOf("shirts")];
  await breakPrices(page, [productToDelete.id, productToRepair.id]);
  const methods: string[] = [];
  await page.route(`**/api/admin/products/${productToDelete.id}`, (route) => {
    methods.push(route.request().method());
    return route.fulfill({ status: 204 });
  });
  await page.goto(DASHBOARD_PATH);
  const cardToRepair = cards(page).filter({ hasText: productToRepair.name });
  await cardToRepair.getByText("Cannot be read: price.").waitFor();
  await cardToRepair.getByText("Not in the store").waitFor();
  await page.getByText(", 2 that cannot be shown").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  const cardToDelete = cards(page).filter({ hasText: productToDelete.name });
  await cardToDelete.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toasts(page).getByText(`${productToDelete.name} deleted`).waitFor();
  expect(methods).toEqual(["DELETE"]);
  await cardToDelete.waitFor({ state: "detached" });
  await cards(page).getByRole("heading").and(page.locator(":focus")).waitFor();

  await cardToRepair.getByRole("button", { name: "Edit" }).click();
  await page.getByText("This product is not in the store.").waitFor();
  const priceField = page.getByLabel("Price");
  expect(await priceField.inputValue()).toBe("");
  await page.getByRole("button", { name: "Save Product" }).click();
  await page.getByText("Price is required").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await priceField.fill("33.50");
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Save Product" }).click();
  await toasts(page).getByText(`${productToRepair.name} saved`).waitFor();
  await expect.poll(async () => (await storedProduct(productToRepair.name))?.price).toBe(33.5);
});

test("after a save, the list of products is scrolled to the top, if it was at the top when the form was opened", async () => {
  const { page } = await openList();
  const readScrollTop = () => page.evaluate(() => window.scrollY);
  // Playwright's own clicks may scroll the page.
  await cards(page).getByRole("button", { name: "Edit" }).first().dispatchEvent("click");
  await page.getByRole("heading", { name: "Edit Product" }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(readScrollTop).toBe(400);
  await page.getByRole("button", { name: "Save Product" }).dispatchEvent("click");
  await page.getByRole("heading", { name: "Products" }).waitFor();
  await expect.poll(readScrollTop).toBe(0);
});
