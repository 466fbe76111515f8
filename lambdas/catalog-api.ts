import * as z from "zod/mini";
import { publicApi } from "../shared/api-public.ts";
import { notFound } from "./lib/errors.ts";
import { readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { route } from "./lib/route.ts";
import { cached } from "./products/cached-answer.ts";
import { getProduct, listProducts } from "./products/product-table.ts";

const envSchema = z.object({ TABLE_NAME: Text, ORIGIN_SECRET_ARN: Text });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** Public reads: the catalogue and its products. */
export const handler = httpFunction(env.ORIGIN_SECRET_ARN, [
  route(publicApi.listProducts, async ({ query, headers }) => {
    const products = await listProducts();
    return cached(
      { products: query.featured ? products.filter((product) => product.featured) : products },
      headers,
    );
  }),
  route(publicApi.getProduct, async ({ params, headers }) => {
    const product = await getProduct(params.id);
    if (!product) throw notFound();
    return cached(product, headers);
  }),
]);
