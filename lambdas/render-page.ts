import { notFoundPage, renderPage } from "#pages";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { pagesApi } from "../shared/api-pages.ts";
import type { PageData } from "../shared/page-data.ts";
import { FILTERS_HEADER, OTHER_FILTERS } from "../shared/store-filters.ts";
import { NOT_FOUND_ID } from "../shared/not-found-id.ts";
import { readEnv, Text } from "./lib/env.ts";
import { notFound, toAppError, unavailable } from "./lib/errors.ts";
import { httpFunction } from "./lib/http.ts";
import { log } from "./lib/log.ts";
import { route } from "./lib/route.ts";
import { listEpisodes } from "./podcast/list-episodes.ts";
import { cacheableText, PAGE_CACHING } from "./products/cacheable-response.ts";
import {
  readEpisodeData,
  readFilteredStoreData,
  readHomeData,
  readProductData,
  readStoreData,
} from "./products/page-data.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  ORIGIN_SECRET_ARN: Text,
  SITE_ORIGIN: Text,
  PODCAST: z.enum(["on", "off"]),
});
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);
const hasPodcast = env.PODCAST === "on";

const HTML = "text/html; charset=utf-8";
const PAGE_CACHE_HEADERS = { "cache-control": PAGE_CACHING };
/** Limit for reading products or episodes, in ms. After this time the visitor gets a page that requests them from the API. */
const MAX_READ_MS = 1_500;

const failAtTimeLimit = async (): Promise<never> => {
  await wait(MAX_READ_MS, undefined, { ref: false });
  throw unavailable(new Error(`The data of a page was not read within ${MAX_READ_MS} ms`));
};
const withinTimeLimit = <T extends PageData>(reading: Promise<T>): Promise<T> =>
  Promise.race([reading, failAtTimeLimit()]);

/** Turns the error of an unavailable table into undefined, for a page with placeholders. Rethrows other errors. */
function undefinedIfUnavailable(error: unknown): undefined {
  if (toAppError(error)?.status !== 503) throw error;
  log.error("The data of a page could not be read", { error });
}

/**
 * The pages whose HTML contains products or episodes. With `OTHER_FILTERS`, for example a search, the store's page has
 * placeholders until the browser has requested the products.
 */
export const handler = httpFunction(env.ORIGIN_SECRET_ARN, [
  route(pagesApi.home, async ({ headers }) => {
    const html = renderPage("/", env.SITE_ORIGIN, await withinTimeLimit(readHomeData()));
    return cacheableText(html, HTML, headers, PAGE_CACHING);
  }),
  route(pagesApi.store, async ({ headers }) => {
    const filters = headers[FILTERS_HEADER] ?? "";
    const readData = () => withinTimeLimit(filters ? readFilteredStoreData(filters) : readStoreData());
    const data = filters === OTHER_FILTERS ? undefined : await readData();
    const html = renderPage(`/store?${filters}`, env.SITE_ORIGIN, data);
    return cacheableText(html, HTML, headers, PAGE_CACHING);
  }),
  // The build writes no pages of products or episodes, so they keep the default caching: after a 503, CloudFront may serve
  // an old answer. The edge uses NOT_FOUND_ID as the id for a path that cannot belong to a product or an episode.
  route(pagesApi.productPage, async ({ params, headers }) => {
    if (params.productId === NOT_FOUND_ID)
      return { text: notFoundPage(env.SITE_ORIGIN), type: HTML, status: 404, headers: PAGE_CACHE_HEADERS };
    const data = await withinTimeLimit(readProductData(params.productId)).catch(undefinedIfUnavailable);
    const html = renderPage(`/store/${encodeURIComponent(params.productId)}`, env.SITE_ORIGIN, data);
    if (!data) return { text: html, type: HTML, status: 503 };
    if (data.product) return cacheableText(html, HTML, headers);
    return { text: html, type: HTML, status: 404, headers: PAGE_CACHE_HEADERS };
  }),
  route(pagesApi.podcastPage, async ({ headers }) => {
    if (!hasPodcast) throw notFound();
    const html = renderPage(
      "/podcast",
      env.SITE_ORIGIN,
      await withinTimeLimit(listEpisodes({}).then((episodes) => ({ episodes }))),
    );
    return cacheableText(html, HTML, headers, PAGE_CACHING);
  }),
  route(pagesApi.episodePage, async ({ params, headers }) => {
    const notFoundAnswer = {
      text: notFoundPage(env.SITE_ORIGIN),
      type: HTML,
      status: 404,
      headers: PAGE_CACHE_HEADERS,
    };
    if (!hasPodcast || params.episodeId === NOT_FOUND_ID) return notFoundAnswer;
    const data = await withinTimeLimit(readEpisodeData(params.episodeId)).catch(undefinedIfUnavailable);
    const html = renderPage(`/podcast/${encodeURIComponent(params.episodeId)}`, env.SITE_ORIGIN, data);
    if (!data) return { text: html, type: HTML, status: 503 };
    if (!data.episode) return notFoundAnswer;
    // 410 tells search engines that the episode will not come back. The page says so too.
    if (data.episode.isGone) return { text: html, type: HTML, status: 410, headers: PAGE_CACHE_HEADERS };
    return cacheableText(html, HTML, headers);
  }),
]);
