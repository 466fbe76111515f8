import * as z from "zod/mini";
import { catalogApi } from "./api-catalog.ts";
import { Product } from "./product.ts";

/**
 * The products and episodes in a page's HTML. React needs the same data to hydrate the page.
 * - `featured`: the API's answer for the first featured products, on the home page, the store's page and the pages of products
 * - `list`: on the store's page and the pages of products. Without `filters`, the API's answer for the first products, with
 *   its ETag. With `filters` (a query), the first products that match and their number; the ETag is then ''.
 * - `product`: only on a product's page
 * - `episodes`: an `EpisodeList`, only on the podcast's page
 * - `episode`: an `Episode`, only on its page. Only the podcast's pages load the code that checks an episode.
 */
export const PageData = z.object({
  featured: z.optional(catalogApi.listProducts.output),
  product: z.optional(Product),
  episodes: z.optional(z.unknown()),
  episode: z.optional(z.unknown()),
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
