import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { HttpApi } from "../gateway/http-api.ts";
import { contentTypeOf } from "../website/content-type.ts";
import type { ObjectStore } from "../website/object-store.ts";
import { seedProducts } from "./products.ts";
import type { SeedProduct } from "./seed-product.ts";

const pictures = join(import.meta.dirname, "media");
/** Present while products are being put in: a start that was interrupted goes on where it ended. */
const STARTED = "seeding";

type Options = {
  dataDir: string;
  store: ObjectStore;
  /** The bucket that pictures are served from. */
  mediaBucket: string;
  isEmpty: () => Promise<boolean>;
  /** The shop's own API, called as an admin. */
  callAsAdmin: (method: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>;
};

const Listed = z.object({ products: z.array(z.object({ name: z.string() })) });

/** What the admin's form would send for a product of the catalogue. */
const asInput = ({ pictures: names, stock, ...product }: SeedProduct): object => ({
  ...product,
  stock: stock ?? (product.variants ?? []).reduce((sum, variant) => sum + variant.stock, 0),
  imageUrls: names.map((name) => `/media/products/${name}.webp`),
});

async function putPictures({ store, mediaBucket }: Options): Promise<void> {
  for (const file of readdirSync(pictures)) {
    const key = `products/${file}`;
    const body = readFileSync(join(pictures, file));
    await store.write(mediaBucket, key, {
      body,
      contentType: contentTypeOf(file),
      cacheControl: "public, max-age=31536000, immutable",
    });
  }
}

/** Fill an empty table with the catalogue, through the shop's own API; gives how many products were put in. */
export async function seed(options: Options): Promise<number> {
  const mark = join(options.dataDir, STARTED);
  if (!existsSync(mark) && !(await options.isEmpty())) return 0;
  writeFileSync(mark, "");
  await putPictures(options);
  const listed = await options.callAsAdmin("GET", "/api/admin/products");
  if (listed.status !== 200) throw new Error(`The shop does not list its products: ${listed.text}`);
  const known = new Set(Listed.parse(JSON.parse(listed.text)).products.map(({ name }) => name));
  const missing = seedProducts.filter(({ name }) => !known.has(name));
  for (const product of missing) {
    const answer = await options.callAsAdmin("POST", "/api/admin/products", asInput(product));
    if (answer.status !== 201)
      throw new Error(`The shop refused the product ${product.name}: ${answer.text}`);
  }
  rmSync(mark);
  return missing.length;
}

/** Calls of the API past the edge; `headers` gives the admin's token and what the edge adds. */
export function adminCaller(api: HttpApi, headers: () => Record<string, string>): Options["callAsAdmin"] {
  return async (method, path, body) => {
    const request = {
      method,
      path,
      query: "",
      headers: { "content-type": "application/json", ...headers() },
      body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
      ip: "127.0.0.1",
    };
    const answer = await api.handle(request);
    return { status: answer.status, text: answer.body.toString() };
  };
}
