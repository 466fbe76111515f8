import type { Page } from "@playwright/test";
import type { Product } from "../../shared/product.ts";
import { productsOf } from "./buyer.ts";
import { openSite } from "./site.ts";
import { withSignIn } from "./admin-session.ts";

export const PRODUCTS = "/admin/dashboard";

/** The product cards of the grid. */
export const cards = (page: Page) => page.getByRole("main").getByRole("listitem");

/** Finds a product in the grid and opens its form. */
export async function edit(page: Page, name: string): Promise<void> {
  await page.getByLabel("Search products").fill(name);
  await cards(page).filter({ hasText: name }).getByRole("button", { name: "Edit" }).click();
  await page.getByRole("heading", { name: "Edit Product" }).waitFor();
}

export const save = (page: Page): Promise<void> => page.getByRole("button", { name: "Save Product" }).click();

/** Sets up tests of the product list; `open` opens the list, with a query of its address, as a signed-in admin. */
export function openProducts() {
  const site = openSite();
  const visit = withSignIn((options) => site.visit(options));
  const open = async (query: Record<string, string> = {}) => {
    const visitor = await visit();
    await visitor.page.goto(`${PRODUCTS}?${new URLSearchParams({ tab: "products", ...query }).toString()}`);
    await visitor.page.getByRole("heading", { name: /^(Products|Edit Product|Add New Product)$/ }).waitFor();
    return visitor;
  };
  return {
    site,
    visit,
    open,
    /** Opens the form of a product. After the form, the list shows only this product. */
    openForm: ({ id, name }: Product) => open({ q: name, form: "edit", id }),
    /** A product from the public API. The edge caches the response for up to two seconds. */
    stored: async (name: string) => (await productsOf(site.url())).find((product) => product.name === name),
  };
}
