import type { Page } from "@playwright/test";
import { onTestFinished } from "./browser-test.ts";
import { productsOf } from "./buyer.ts";
import { createProductAdmin } from "./product-admin.ts";
import { openSite } from "./site.ts";
import { waitUntil } from "./wait-until.ts";

/** The card of a product in the store's grid. */
export const productCard = (page: Page, name: string) =>
  page
    .locator("section[aria-labelledby=store-products]")
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name, exact: true }) });

/** The number of products according to the store's status line. */
export const shownCount = async (page: Page): Promise<number> =>
  Number.parseInt(
    await page
      .getByRole("status")
      .filter({ hasText: /^\d+ product/ })
      .innerText(),
    10,
  );

/** Loads all products by the button. Without it, the store loads those after the first 24 only when it is scrolled. */
export async function showAllProducts(page: Page): Promise<void> {
  await page
    .getByRole("status")
    .filter({ hasText: /^\d+ product/ })
    .waitFor();
  const moreButton = page.getByRole("button", { name: "Show More Products" });
  await moreButton.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
  await moreButton.waitFor({ state: "detached" });
}

/** The names of the carousel's cards that are completely visible, from left to right. */
export const visibleSlides = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const carousel = document.querySelector("[aria-roledescription=carousel]");
    const viewport = carousel?.querySelector("ul")?.parentElement?.getBoundingClientRect();
    if (!carousel || !viewport) return [];
    return [...carousel.querySelectorAll("article")]
      .map((card) => ({
        box: card.getBoundingClientRect(),
        name: card.querySelector("h3")?.textContent ?? "",
      }))
      .filter(({ box }) => box.left >= viewport.left - 1 && box.right <= viewport.right + 1)
      .sort((a, b) => a.box.left - b.box.left)
      .map(({ name }) => name);
  });

/** Sets up tests of the store. */
export function openStore() {
  const site = openSite();
  const { client } = site;
  const admin = createProductAdmin(client);
  const isListed = async (id: string) => (await productsOf(site.url())).some((product) => product.id === id);
  const productAdmin = {
    ...admin,
    /** Deletes a product. After the test, waits until the edge's cached list no longer has the product. */
    async remove(id: string): Promise<void> {
      await admin.remove(id);
      onTestFinished(() => waitUntil(`${id} is not listed`, async () => !(await isListed(id))));
    },
  };
  const productCount = async () => (await productsOf(site.url())).length;
  const visitStore = async (address = "/store") => {
    const visitor = await site.visit();
    await visitor.page.goto(address);
    await showAllProducts(visitor.page);
    return visitor;
  };
  return { site, client, productAdmin, productCount, visitStore };
}
