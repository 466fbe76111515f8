import { CALENDAR_PATH } from "./calendar-path.ts";
import type { Endpoint } from "./endpoint.ts";
import { prerendered } from "./prerendered.ts";

/** Endpoints whose answers are pages and texts, not JSON. Functions make the answers from the contents of the table. */
export const pagesApi = {
  // Home, store and podcast have the paths of the prerendered files, so that the edge can serve the files if the function fails.
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
    summary: "The sitemap: every page that search engines may list",
    status: 200,
  },
} as const satisfies Record<string, Endpoint>;
