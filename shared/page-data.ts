import * as z from "zod/mini";
import { catalogApi } from "./api-catalog.ts";
import { Product } from "./product.ts";

/**
 * The products in a page's HTML. React needs the same products to hydrate it.
 * - `list`: only on the store's page. It has the first products as the API answers them, and the ETag of that answer. If
 *   `filters` (a query) is set, it has the first products that match and their number, and the ETag is ''.
 * - `product`: only on a product's page
 */
export const PageData = z.object({
  featured: z.array(Product),
  product: z.optional(Product),
  list: z.optional(
    z.object({
      etag: z.string(),
      filters: z.optional(z.string()),
      answer: catalogApi.listProducts.output,
    }),
  ),
});
export type PageData = z.infer<typeof PageData>;

/** The id of the script element with a page's data. */
export const PAGE_DATA_ID = "page-data";
