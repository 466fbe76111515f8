import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { Product } from "./product.ts";

/** The endpoints for products, in a separate file: pages with only products need no schemas of orders. */
export const catalogApi = {
  listProducts: {
    method: "GET",
    path: "/api/products",
    access: "public",
    handledBy: "catalog-api",
    summary: "All products, or the featured ones",
    status: 200,
    query: z.object({ featured: z.optional(z.literal("true")) }),
    output: z.object({ products: z.array(Product) }),
  },
  getProduct: {
    method: "GET",
    path: "/api/products/{id}",
    access: "public",
    handledBy: "catalog-api",
    summary: "One product",
    status: 200,
    output: Product,
  },
} as const satisfies Record<string, Endpoint>;

/** Paths outside /api that a function answers, because their content is in the table. */
export const pagesApi = {
  productPage: {
    method: "GET",
    path: "/store/{productId}",
    access: "public",
    handledBy: "catalog-api",
    summary: "The built page with a product's own head, for search engines and link previews",
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
