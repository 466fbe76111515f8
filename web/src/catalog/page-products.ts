import * as z from "zod/mini";
import { PAGE_DATA_ID, PageData } from "../../../shared/page-data.ts";
import { catalogStore } from "./catalog-store.ts";
import { seedFeatured, seedHtmlProduct } from "./use-products.ts";

/** The products and episodes in the document's HTML; undefined for a page without this data. */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? z.parse(PageData, JSON.parse(text)) : undefined;
}

/** Makes the next render show the products of the page's HTML, or placeholders if `data` is undefined. */
export function seedProducts(data: PageData | undefined): void {
  catalogStore.seedList(data?.list);
  seedFeatured(data?.featured);
  seedHtmlProduct(data?.product);
}
