import * as z from "zod/mini";
import { PAGE_DATA_ID, PageData } from "../../../shared/page-data.ts";
import { catalogStore } from "./catalog-store.ts";
import { seedFeatured, seedOpened } from "./use-products.ts";

/** The products in the document's HTML; undefined for a page without products. */
export function readPageProducts(): PageData | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? z.parse(PageData, JSON.parse(text)) : undefined;
}

/** Makes the next render show these products; undefined makes it show placeholders. */
export function seedProducts(products: PageData | undefined): void {
  catalogStore.seedList(products?.list);
  seedFeatured(products?.featured);
  seedOpened(products?.product);
}
