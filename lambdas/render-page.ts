import { renderPage } from "#pages";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { pagesApi } from "../shared/api-catalog.ts";
import type { PageData } from "../shared/page-data.ts";
import { FILTERED_HEADER } from "../shared/site/prerendered.ts";
import { readEnv, Text } from "./lib/env.ts";
import { unavailable } from "./lib/errors.ts";
import { httpFunction } from "./lib/http.ts";
import type { Request } from "./lib/route.ts";
import { route } from "./lib/route.ts";
import { cacheableText, PAGE_CACHING } from "./products/cacheable-response.ts";
import { homeData, storeData } from "./products/page-data.ts";

const envSchema = z.object({ TABLE_NAME: Text, ORIGIN_SECRET_ARN: Text, SITE_ORIGIN: Text });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** A slow table must not delay the page: CloudFront then serves the built page, which asks the API for the products. */
const MAX_READ_MS = 1_500;

const timeOut = async (): Promise<never> => {
  await wait(MAX_READ_MS, undefined, { ref: false });
  throw unavailable(new Error(`The products were not read within ${MAX_READ_MS} ms`));
};

/** Answers a page with its products; with placeholders if filters in the URL select other products. */
const withProducts =
  (path: string, readData: () => Promise<PageData>) =>
  async ({ headers }: Pick<Request<typeof pagesApi.home>, "headers">) => {
    const data = headers[FILTERED_HEADER] ? undefined : await Promise.race([readData(), timeOut()]);
    const html = renderPage(path, env.SITE_ORIGIN, data);
    return cacheableText(html, "text/html; charset=utf-8", headers, PAGE_CACHING);
  };

/** The pages whose HTML contains products. */
export const handler = httpFunction(env.ORIGIN_SECRET_ARN, [
  route(pagesApi.home, withProducts("/", homeData)),
  route(pagesApi.store, withProducts("/store", storeData)),
]);
