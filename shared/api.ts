import { adminApi } from "./api-admin.ts";
import { pagesApi } from "./api-pages.ts";
import { publicApi } from "./api-public.ts";

/** The whole wire contract: the gateway's routes, the functions' route tables and the OpenAPI document come from it. */
export const api = { ...publicApi, ...pagesApi, ...adminApi } as const;
