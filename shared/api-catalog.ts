import * as z from "zod/mini";
import { CALENDAR_PATH } from "./calendar-path.ts";
import type { Endpoint } from "./endpoint.ts";
import { Product } from "./product.ts";
import { prerendered } from "./site/prerendered.ts";

/** The number of products that the store page loads first. */
export const FIRST_PAGE = 24;
/** The most products in one page of the list. */
const MAX_PAGE = 1000;

/** The endpoints for products, in a separate file: pages with only products need no schemas of orders. */
export const catalogApi = {
  listProducts: {
    method: "GET",
    path: "/api/products",
    access: "public",
    handledBy: "catalog-api",
    summary: "All products, or the featured ones, in the order of creation; a page of them with `limit`",
    status: 200,
    query: z.object({
      featured: z.optional(z.literal("true")),
      limit: z.optional(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(MAX_PAGE)))),
      /** Lists the products after this position: the `next` of the previous page. */
      after: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
    }),
    output: z.object({
      products: z.array(Product),
      /** The `after` for the next page. Absent on the last page. */
      next: z.optional(z.string()),
      /** The number of all products. Only on the first page. */
      total: z.optional(z.int()),
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

/** Texts and pages, not JSON, that a function answers because their content is in the table. */
export const pagesApi = {
  // The paths are those of the prerendered files, so that the edge can serve the files if the function fails.
  home: {
    method: "GET",
    path: prerendered["/"],
    access: "public",
    handledBy: "render-page",
    summary: "The home page with its products",
    status: 200,
  },
  store: {
    method: "GET",
    path: prerendered["/store"],
    access: "public",
    handledBy: "render-page",
    summary: "The store's page with its first products",
    status: 200,
  },
  productPage: {
    method: "GET",
    path: "/store/{productId}",
    access: "public",
    handledBy: "render-page",
    summary:
      "The store's page with a product's details, and with its head for search engines and link previews",
    status: 200,
  },
  podcastPage: {
    method: "GET",
    path: prerendered["/podcast"],
    access: "public",
    handledBy: "render-page",
    summary: "The podcast's page with its newest episodes",
    status: 200,
  },
  episodePage: {
    method: "GET",
    path: "/podcast/{episodeId}",
    access: "public",
    handledBy: "render-page",
    summary: "The page of an episode, with its head for search engines and link previews",
    status: 200,
  },
  calendar: {
    method: "GET",
    path: CALENDAR_PATH,
    access: "public",
    handledBy: "catalog-api",
    summary: "The event of a ticket as a calendar file (iCalendar)",
    status: 200,
  },
  sitemap: {
    method: "GET",
    path: "/sitemap.xml",
    access: "public",
    handledBy: "catalog-api",
    summary: "Every page worth finding",
    status: 200,
  },
} as const satisfies Record<string, Endpoint>;
