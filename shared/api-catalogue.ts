import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { Product } from "./product.ts";

/** What anybody may read. Apart from the rest, so that a page that only shows products does not load the order's schemas. */
export const catalogueApi = {
  listProducts: {
    method: "GET",
    path: "/api/products",
    access: "public",
    handledBy: "catalog-api",
    summary: "The catalogue, or its featured part",
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
