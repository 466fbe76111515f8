import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { HttpApi } from "../gateway/http-api.ts";
import type { Table } from "../table/table.ts";
import { contentTypeOf } from "../website/content-type.ts";
import type { ObjectStore } from "../website/object-store.ts";
import { seedProducts, type SeedProduct } from "./products.ts";
import type { Snapshot } from "./snapshot.ts";

const picturesFolder = join(import.meta.dirname, "media");
const toUrl = (picture: string): string => `/media/products/${picture}.webp`;
/** A file in the data folder while seeding runs, with the name of the snapshot to restore, or `posting`. */
const MARKER_FILE = "seeding";
const ProductList = z.object({ products: z.array(z.object({ name: z.string() })) });

type Options = {
  dataDir: string;
  store: ObjectStore;
  mediaBucket: string;
  table: Pick<Table, "isEmpty" | "items" | "putItems">;
  snapshot: Snapshot;
  callAsAdmin: (method: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>;
};

/** The request body that creates a product. */
const productInput = ({ pictures: names, pictureColors, ...product }: SeedProduct): object => ({
  ...product,
  imageUrls: names.map(toUrl),
  imageColors: Object.fromEntries(Object.entries(pictureColors).map(([name, color]) => [toUrl(name), color])),
});

async function putPictures({ store, mediaBucket }: Options): Promise<void> {
  await Promise.all(
    readdirSync(picturesFolder).map((file) =>
      store.write(mediaBucket, `products/${file}`, {
        body: readFileSync(join(picturesFolder, file)),
        contentType: contentTypeOf(file),
        cacheControl: "public, max-age=31536000, immutable",
      }),
    ),
  );
}

/** Posts the products that the shop does not list, in up to `passes` passes. Returns how many the last pass posted. */
async function postProducts(options: Options, passes = 3): Promise<number> {
  const listing = await options.callAsAdmin("GET", "/api/admin/products");
  // On a busy machine a function may exceed its time limit, even after it has stored a product. The next pass checks.
  if (listing.status >= 500 && passes > 1) return postProducts(options, passes - 1);
  if (listing.status !== 200) throw new Error(`The shop does not list its products: ${listing.text}`);
  const listedNames = new Set(ProductList.parse(JSON.parse(listing.text)).products.map(({ name }) => name));
  const missingProducts = seedProducts.filter(({ name }) => !listedNames.has(name));
  for (const product of missingProducts) {
    const response = await options.callAsAdmin("POST", "/api/admin/products", productInput(product));
    if (response.status >= 500 && passes > 1) return postProducts(options, passes - 1);
    if (response.status !== 201)
      throw new Error(`The shop refused the product ${product.name}: ${response.text}`);
  }
  return missingProducts.length;
}

/** Fills an empty table from a snapshot, or posts products and saves a snapshot. Returns how many were added (see `postProducts`). */
export async function seed(options: Options): Promise<number> {
  const { dataDir, table, snapshot } = options;
  const marker = join(dataDir, MARKER_FILE);
  const interruptedMarker = existsSync(marker) ? readFileSync(marker, "utf8") : undefined;
  const isEmpty = await table.isEmpty();
  if (interruptedMarker === undefined && !isEmpty) return 0;
  // After an interrupted restore, restore the same snapshot again. After interrupted posts, post the rest.
  const shouldRestore = snapshot.exists() && (isEmpty || interruptedMarker === snapshot.name);
  writeFileSync(marker, shouldRestore ? snapshot.name : "posting");
  await putPictures(options);
  let addedCount = seedProducts.length;
  if (shouldRestore) await snapshot.restore(table);
  else {
    addedCount = await postProducts(options);
    // The shop answers no requests yet, so a table that was empty now contains only the catalog.
    if (isEmpty) snapshot.save((await table.items(Infinity)).items);
  }
  rmSync(marker);
  return addedCount;
}

/** Calls the API without the edge. `headers` returns the admin's token and the headers that the edge adds. */
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
    const response = await api.handle(request);
    return { status: response.status, text: response.body.toString() };
  };
}
