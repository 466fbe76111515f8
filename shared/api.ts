import { adminApi } from "./api-admin.ts";
import { pagesApi } from "./api-catalog.ts";
import { publicApi } from "./api-public.ts";

/** All endpoints. The gateway's routes, the functions' handlers and the OpenAPI document are derived from them. */
export const api = { ...publicApi, ...pagesApi, ...adminApi } as const;
