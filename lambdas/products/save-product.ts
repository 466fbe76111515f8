import { setTimeout as wait } from "node:timers/promises";
import { messages } from "../../shared/messages.ts";
import type { Product, ProductChange, ProductInput } from "../../shared/product.ts";
import { aborted, invalid, notFound, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { Fragment } from "../lib/transact.ts";
import { transact } from "../lib/transact.ts";
import { changePictures } from "../media/picture-use-table.ts";
import { addStock, putProduct, putStock, unlistStock } from "./product-writes-table.ts";
import type { ProductRow, StockRow } from "./product-table.ts";
import { getProduct, listProducts, MAX_PRODUCTS, NO_VARIANT, readProduct } from "./product-table.ts";

/** Adds a product with its stock. 400 when the catalogue is full. */
export async function createProduct(input: ProductInput, now: Date): Promise<Product> {
  if ((await listProducts()).length >= MAX_PRODUCTS)
    throw invalid({}, `At most ${MAX_PRODUCTS} products can be kept.`);
  const id = newId("prd", +now);
  const { row, stock } = toRows(
    id,
    input,
    { version: 1, createdAt: now.toISOString(), updatedAt: now.toISOString() },
    now,
  );
  const outcome = await transact([
    putProduct(row, undefined),
    ...stock.map(putStock),
    ...changePictures(id, [], row.imageUrls, now),
  ]);
  if (!outcome.ok) throw invalid({ imageUrls: messages.imageGone });
  return read(id);
}

const TRIES = 5;
/** Most writes that one transaction takes. */
const MAX_FRAGMENTS = 100;

/**
 * Changes a product that was read at `version`. Stock changes by the difference to what the form saw (`stockWas`), never
 * below zero, so that what was sold meanwhile stays sold. 404; 409 when somebody saved first.
 */
export async function updateProduct(id: string, change: ProductChange, now: Date): Promise<Product> {
  const { version, stockWas, ...input } = change;
  if (typeof stockWas === "number" && input.variants?.length) {
    throw invalid({ stockWas: "Must name the stock of each variant" });
  }
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await readProduct(id);
    if (!found || found.row.deletedAt) throw notFound();
    if (found.row.version !== version) throw aborted(messages.productChanged);
    const { createdAt } = found.row;
    const { row, stock } = toRows(
      id,
      input,
      { version: version + 1, createdAt, updatedAt: now.toISOString() },
      now,
    );
    const pictures = changePictures(id, found.row.imageUrls, row.imageUrls, now);
    const kept = new Set(stock.map(({ variantId }) => variantId));
    const dropped = found.stock
      .filter(({ variantId }) => !kept.has(variantId))
      .slice(0, MAX_FRAGMENTS - 1 - stock.length - pictures.length);
    const outcome = await transact([
      putProduct(row, version),
      ...stock.map((wanted) => stockFragment(wanted, found.stock, stockWas)),
      ...dropped.map(unlistStock),
      ...pictures,
    ]);
    if (outcome.ok) return read(id);
    if (outcome.failed.includes("product")) throw aborted(messages.productChanged);
    if (outcome.failed.includes("picture")) throw invalid({ imageUrls: messages.imageGone });
    await wait(Math.random() * 20 * 2 ** attempt);
  }
  throw unavailable(new Error(`The stock of ${id} changed ${TRIES} times in a row`));
}

/** Takes a product out of the shop at once. 404 when it is not there. */
export async function deleteProduct(id: string, now: Date): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await readProduct(id);
    if (!found || found.row.deletedAt) throw notFound();
    const { row } = found;
    const gone = { ...row, version: row.version + 1, deletedAt: now.toISOString() };
    const pictures = changePictures(id, row.imageUrls, [], now);
    const { ok } = await transact([
      putProduct(gone, row.version),
      ...found.stock.slice(0, MAX_FRAGMENTS - 1 - pictures.length).map(unlistStock),
      ...pictures,
    ]);
    if (ok) return;
  }
  throw aborted(messages.productChanged);
}

type Stamp = Pick<ProductRow, "version" | "createdAt" | "updatedAt">;

function toRows(
  id: string,
  input: ProductInput,
  stamp: Stamp,
  now: Date,
): { row: ProductRow; stock: StockRow[] } {
  const { variants = [], stock: plain, size, color, ...fields } = input;
  const named = variants.map((variant) => ({ ...variant, id: variant.id ?? newId("var", +now) }));
  if (new Set(named.map((variant) => variant.id)).size < named.length)
    throw invalid({ variants: "Variants must differ" });
  const count = (variantId: string, available: number): StockRow => ({
    productId: id,
    variantId,
    available,
    held: 0,
    sold: 0,
  });
  return {
    row: {
      ...fields,
      ...(size ? { size } : {}),
      ...(color ? { color } : {}),
      ...stamp,
      id,
      imageUrl: fields.imageUrls[0] ?? "",
      variants: named.map((variant) => ({
        id: variant.id,
        ...(variant.size ? { size: variant.size } : {}),
        ...(variant.color ? { color: variant.color } : {}),
      })),
    },
    stock:
      named.length > 0
        ? named.map((variant) => count(variant.id, variant.stock))
        : [count(NO_VARIANT, plain)],
  };
}

/** A new variant brings its stock along; a known one changes by the difference to what was seen. */
function stockFragment(
  wanted: StockRow,
  rows: readonly StockRow[],
  stockWas: ProductChange["stockWas"],
): Fragment {
  const kept = rows.find((row) => row.variantId === wanted.variantId);
  if (!kept) return putStock(wanted);
  const seen = typeof stockWas === "number" ? stockWas : stockWas[wanted.variantId];
  const change = wanted.available - (seen ?? kept.available);
  // What was sold since the form was opened may leave less than the difference takes away.
  return addStock(kept, Math.max(change, -kept.available));
}

async function read(id: string): Promise<Product> {
  const product = await getProduct(id);
  if (!product) throw notFound();
  return product;
}
