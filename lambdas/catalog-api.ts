import * as z from "zod/mini";
import { backInStockApi } from "../shared/api-back-in-stock.ts";
import { pagesApi } from "../shared/api-catalog.ts";
import { publicApi } from "../shared/api-public.ts";
import type { Output } from "../shared/endpoint.ts";
import { overText } from "../shared/event-details.ts";
import { AppError, notFound } from "./lib/errors.ts";
import { readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { route } from "./lib/route.ts";
import { calendarFile } from "./products/calendar-file.ts";
import { cacheableText, toCacheable } from "./products/cacheable-response.ts";
import { listProducts, readProductForStore } from "./products/list-products.ts";
import { getPublishedProduct } from "./products/product-table.ts";
import { sitemap } from "./products/sitemap.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  ORIGIN_SECRET_ARN: Text,
  SITE_ORIGIN: Text,
  BACK_IN_STOCK: z.enum(["on", "off"]),
});
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** CloudFront caches the sitemap for a minute. Browsers always revalidate. */
const SITEMAP_CACHE = "public, max-age=0, s-maxage=60, stale-if-error=86400";

/** Public reads: products, and the sitemap. */
export const handler = httpFunction(env.ORIGIN_SECRET_ARN, [
  route(publicApi.listProducts, async ({ query, headers }) => {
    const { featured, after, limit } = query;
    const list: Output<typeof publicApi.listProducts> = await listProducts({
      featured: featured === "true",
      after,
      limit,
    });
    return toCacheable(list, headers);
  }),
  route(publicApi.getProduct, async ({ params, headers }) => {
    const found = await readProductForStore(params.id);
    if (!found) throw notFound();
    const product: Output<typeof publicApi.getProduct> = found.product;
    if (found.isOver) throw new AppError(404, overText(product), { reason: "event_over" });
    return toCacheable(product, headers);
  }),
  route(backInStockApi.isBackInStockOffered, () =>
    Promise.resolve({
      output: { offered: env.BACK_IN_STOCK === "on" },
      headers: { "cache-control": "public, max-age=300" },
    }),
  ),
  route(pagesApi.calendar, async ({ params, headers }) => {
    const product = await getPublishedProduct(params.id);
    if (!product?.event) throw notFound();
    const file = calendarFile(product, product.event, env.SITE_ORIGIN);
    return cacheableText(file, "text/calendar; charset=utf-8", headers);
  }),
  route(pagesApi.sitemap, async () => ({
    text: await sitemap(env.SITE_ORIGIN),
    status: 200,
    type: "application/xml; charset=utf-8",
    headers: { "cache-control": SITEMAP_CACHE },
  })),
]);
