import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { Product } from "./product.ts";

/** The number of products that the store page loads first. */
export const FIRST_STORE_PAGE_SIZE = 24;
/** The most products in one page of the list. */
const MAX_PAGE_SIZE = 1000;

/** The endpoints for products, in a separate file: pages with only products need no schemas of orders. */
export const catalogApi = {
  listProducts: {
    method: "GET",
    path: "/api/products",
    access: "public",
    handledBy: "catalog-api",
    summary:
      "The products in the store, or the featured ones, in the order of creation; a page of them with `limit`",
    status: 200,
    query: z.object({
      featured: z.optional(z.literal("true")),
      limit: z.optional(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(MAX_PAGE_SIZE)))),
      /** Lists the products after this position: the `next` of the previous page. */
      after: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
    }),
    output: z.object({
      products: z.array(Product),
      /** The `after` for the next page. Absent on the last page. */
      next: z.optional(z.string()),
      /** The number of all products in the store. Only on the first page, and not with `featured`. */
      total: z.optional(z.int()),
      /**
       * Three products for sale that sold best in the last 30 days. Only on the first page with
       * `featured`, and only if there are three.
       */
      bestSellers: z.optional(z.array(Product)),
    }),
  },
  getProduct: {
    method: "GET",
    path: "/api/products/{id}",
    access: "public",
    handledBy: "catalog-api",
    summary: "One product, with the podcast's episodes that it is tied to",
    status: 200,
    output: z.extend(Product, {
      episodes: z.optional(z.array(z.object({ id: z.string(), title: z.string() }))),
    }),
  },
} as const satisfies Record<string, Endpoint>;
