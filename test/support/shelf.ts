import type { Page } from "@playwright/test";
import { adminApi } from "../../shared/api-admin.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { Product } from "../../shared/product.ts";
import type { Client } from "./client.ts";

/** What is on the shelf, as an admin puts it there while somebody looks at it. */
export const createShelf = (client: Client) => ({
  /** Saves a change of a product as the admin's form does. */
  async change(id: string, change: Partial<Pick<Product, "name" | "price" | "stock" | "featured">>) {
    const { data: now } = await client.call(publicApi.getProduct, { params: { id } });
    const { data } = await client.call(adminApi.updateProduct, {
      token: await client.admin(),
      params: { id },
      body: { ...now, ...change, stockWas: now.stock },
    });
    return data;
  },
  async remove(id: string): Promise<void> {
    await client.call(adminApi.deleteProduct, { token: await client.admin(), params: { id } });
  },
});

/** The card of a product in the store's grid. */
export const cardOf = (page: Page, name: string) =>
  page
    .getByRole("region", { name: /^(All Products|Shirts|Polos|Sweatpants|Yeti Flasks|Tickets)$/ })
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name, exact: true }) });

/** How many products the store says it shows. */
export const countOf = async (page: Page): Promise<number> =>
  Number.parseInt(
    await page
      .getByRole("status")
      .filter({ hasText: /^\d+ product/ })
      .innerText(),
    10,
  );

/** The carousel's cards that are wholly in sight. */
export const slidesInSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const carousel = document.querySelector("[aria-roledescription=carousel]");
    const window_ = carousel?.querySelector("ul")?.parentElement?.getBoundingClientRect();
    if (!carousel || !window_) return [];
    return [...carousel.querySelectorAll("article")]
      .map((card) => ({
        box: card.getBoundingClientRect(),
        name: card.querySelector("h3")?.textContent ?? "",
      }))
      .filter(({ box }) => box.left >= window_.left - 1 && box.right <= window_.right + 1)
      .sort((one, other) => one.box.left - other.box.left)
      .map(({ name }) => name);
  });
