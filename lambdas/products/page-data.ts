import { selectProducts } from "#pages";
import { FIRST_STORE_PAGE_SIZE } from "../../shared/api-catalog.ts";
import type { Episode } from "../../shared/episode.ts";
import type { PageData } from "../../shared/page-data.ts";
import type { Product } from "../../shared/product.ts";
import { etagOf } from "./cacheable-response.ts";
import { listProducts, readProductForStore } from "./list-products.ts";
import { readEpisode } from "./read-episode.ts";

/** The products that the home page shows first. The browser requests the other featured products later. */
export const readHomeData = async (): Promise<PageData> => ({
  featured: await listProducts({ featured: true, limit: FIRST_STORE_PAGE_SIZE }),
});

/** The products that the store's page shows first. */
export async function readStoreData(): Promise<PageData> {
  const [{ featured }, answer] = await Promise.all([
    readHomeData(),
    listProducts({ limit: FIRST_STORE_PAGE_SIZE }),
  ]);
  return { featured, list: { etag: etagOf(JSON.stringify(answer)), answer } };
}

/** How long one read of the whole list is reused for all filters, in ms. CloudFront caches a page for the same time. */
const REUSE_MS = 2_000;
let sharedRead: { products: Promise<readonly Product[]>; expiresAt: number } | undefined;

function readAllProducts(nowMs: number): Promise<readonly Product[]> {
  if (sharedRead && sharedRead.expiresAt > nowMs) return sharedRead.products;
  const products = listProducts().then((list) => list.products);
  const newRead = { products, expiresAt: nowMs + REUSE_MS };
  sharedRead = newRead;
  products.catch(() => {
    if (sharedRead === newRead) sharedRead = undefined;
  });
  return products;
}

/** The products that the store's page shows first for `query`, the URL's query string. */
export async function readFilteredStoreData(query: string, nowMs: number = Date.now()): Promise<PageData> {
  const [{ featured }, products] = await Promise.all([readHomeData(), readAllProducts(nowMs)]);
  const { filters, matchingProducts, shownProducts } = selectProducts(products, query);
  // `next` is always set. It tells the browser that this is not the whole catalog, so that it requests the rest. The etag is
  // empty, because the API has no answer with these products.
  return {
    featured,
    list: {
      etag: "",
      filters,
      answer: {
        products: shownProducts,
        next: shownProducts.at(-1)?.id ?? "",
        total: matchingProducts.length,
      },
    },
  };
}

export async function readEpisodeData(id: string): Promise<{ episode?: Episode }> {
  const episode = await readEpisode(id);
  return episode ? { episode } : {};
}

/**
 * The data of a product's page, which is a dialog over the store: the first products of the store's page, and the product with
 * this id, if it is in the store and its event is not over.
 */
export async function readProductData(id: string): Promise<PageData> {
  const [storeData, storeProduct] = await Promise.all([readStoreData(), readProductForStore(id)]);
  return { ...storeData, ...(storeProduct && !storeProduct.isOver ? { product: storeProduct.product } : {}) };
}
