import { adminApi } from "./api-admin.ts";
import { pagesApi } from "./api-pages.ts";
import { backInStockApi } from "./api-back-in-stock.ts";
import { consentApi } from "./api-consent.ts";
import { ordersApi } from "./api-orders.ts";
import { adminEpisodesApi } from "./api-admin-episodes.ts";
import { episodesApi } from "./api-episodes.ts";
import { publicApi } from "./api-public.ts";
import { adminTicketsApi, doorApi, staffApi, ticketsApi } from "./api-tickets.ts";

/** All endpoints. The gateway's routes and the OpenAPI document are derived from this list. */
export const api = {
  ...publicApi,
  ...consentApi,
  ...ordersApi,
  ...backInStockApi,
  ...pagesApi,
  ...adminApi,
  ...doorApi,
  ...staffApi,
  ...ticketsApi,
  ...adminTicketsApi,
  ...episodesApi,
  ...adminEpisodesApi,
} as const;
