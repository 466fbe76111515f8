import { FIRST_PAGE } from "../../shared/api-catalog.ts";
import type { PageData } from "../../shared/page-data.ts";
import { etagOf } from "./cacheable-response.ts";
import { listProducts } from "./list-products.ts";

/** The first products that the home page shows; it asks for the other featured ones later. */
export const homeData = async (): Promise<PageData> => ({
  featured: (await listProducts({ featured: true, limit: FIRST_PAGE })).products,
});

/** The products that the store's page shows first. */
export async function storeData(): Promise<PageData> {
  const [{ featured }, answer] = await Promise.all([homeData(), listProducts({ limit: FIRST_PAGE })]);
  return { featured, list: { etag: etagOf(JSON.stringify(answer)), answer } };
}
