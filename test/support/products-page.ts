import type { Page } from "@playwright/test";
import type { AdminProducts } from "../../shared/admin-products.ts";
import type { Product } from "../../shared/product.ts";
import { productsOf } from "./buyer.ts";
import { openSite } from "./site.ts";
import { withSignIn } from "./admin-session.ts";

/** The address of the back office. By default, it shows the list of products. */
export const DASHBOARD_PATH = "/admin/dashboard";

/** The product cards of the grid. */
export const cards = (page: Page) => page.getByRole("main").getByRole("listitem");

/** Finds a product in the grid and opens its form. */
export async function openEditForm(page: Page, name: string): Promise<void> {
  await page.getByLabel("Search products").fill(name);
  await cards(page).filter({ hasText: name }).getByRole("button", { name: "Edit" }).click();
  await page.getByRole("heading", { name: "Edit Product" }).waitFor();
}

export const submitProduct = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Save Product" }).click();

/** Serves the products with these ids with an invalid price. */
export const breakPrices = (page: Page, ids: readonly string[]) =>
  page.route("**/api/admin/products", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    const list = (await response.json()) as AdminProducts;
    const broken = list.products
      .filter(({ id }) => ids.includes(id))
      .map((product) => ({ product: { ...product, price: 0 }, problems: ["price"] }));
    const products = list.products.filter(({ id }) => !ids.includes(id));
    return route.fulfill({ response, json: { ...list, products, broken } });
  });

/** Sets up tests of the list of products. */
export function openProducts() {
  const site = openSite();
  const visitAsAdmin = withSignIn((options) => site.visit(options));
  /** Opens the list as a signed-in admin. `query` is the query of its address. */
  const openList = async (query: Record<string, string> = {}) => {
    const visitor = await visitAsAdmin();
    await visitor.page.goto(
      `${DASHBOARD_PATH}?${new URLSearchParams({ tab: "products", ...query }).toString()}`,
    );
    await (
      query["form"]
        ? visitor.page.getByRole("heading", { name: /^(Edit Product|Add New Product)$/ })
        : visitor.page.getByRole("button", { name: "Add New Product" })
    ).waitFor();
    return visitor;
  };
  return {
    site,
    visitAsAdmin,
    openList,
    /** Opens the form of a product. When the form is closed, the list shows only this product, because it is searched by name. */
    openForm: ({ id, name }: Product) => openList({ q: name, form: "edit", id }),
    /** A product from the public API. The edge caches the response for up to two seconds. */
    storedProduct: async (name: string) =>
      (await productsOf(site.url())).find((product) => product.name === name),
  };
}
