import type { Endpoint } from "./endpoint.ts";

/** Addresses outside /api that a function answers, since what they say is in the table. */
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
