import { adminApi } from "./api-admin.ts";
import { pagesApi } from "./api-catalog.ts";
import { consentApi } from "./api-consent.ts";
import { ordersApi } from "./api-orders.ts";
import { publicApi } from "./api-public.ts";
import { adminTicketsApi, doorApi, staffApi, ticketsApi } from "./api-tickets.ts";

/** All endpoints. The gateway's routes and the OpenAPI document are derived from this list. */
export const api = {
  ...publicApi,
  ...consentApi,
  ...ordersApi,
  ...pagesApi,
  ...adminApi,
  ...doorApi,
  ...staffApi,
  ...ticketsApi,
  ...adminTicketsApi,
} as const;
