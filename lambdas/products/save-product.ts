import { setTimeout as wait } from "node:timers/promises";
import { messages } from "../../shared/messages.ts";
import type { ProductChange, ProductInput } from "../../shared/product-input.ts";
import type { Product } from "../../shared/product.ts";
import { conflict, invalid, notFound, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { transact } from "../lib/transact.ts";
import { changePictures } from "../media/picture-use-table.ts";
import { clearLowStock, putProduct, putStock, unlistStock } from "./product-writes-table.ts";
import { requireRoom, sizeInList } from "./catalog-size.ts";
import { isOffered } from "./list-for-admin.ts";
import { repairProduct, repairStock } from "./repair-table.ts";
import type { FoundProduct, ProductRow, StockRow } from "./product-table.ts";
import { readCurrent } from "./read-current.ts";
import { listProducts } from "./catalog-table.ts";
import { getProduct, NO_VARIANT, readProduct, stockByKey, toProduct } from "./product-table.ts";

/** Adds a product with its stock. 400 when the catalog is full. */
export async function createProduct(input: ProductInput, now: Date): Promise<Product> {
  const id = newId("prd", +now);
  const { row, stock } = toRows(
    id,
    input,
    { version: 1, createdAt: now.toISOString(), updatedAt: now.toISOString() },
    now,
  );
  requireRoom(await listProducts(), productOf(row, stock));
  const outcome = await transact([
    putProduct(row, undefined),
    ...stock.map(putStock),
    ...changePictures(id, [], row.imageUrls, now),
  ]);
  if (!outcome.ok) throw invalid({ imageUrls: messages.imageGone });
  return read(id);
}

const TRIES = 5;
/** Limit of DynamoDB. */
const MAX_FRAGMENTS = 100;
/** Most names of former variants that a product stores. */
const MAX_FORMER = 200;

/**
 * Changes a product that was read at `version`. Stock changes by the difference to the form's initial stock (`stockWas`),
 * never below zero, so that concurrent sales stay. 404; 409 when another save was faster.
 */
export async function updateProduct(id: string, change: ProductChange, now: Date): Promise<Product> {
  const { version, stockWas, ...input } = change;
  if (typeof stockWas === "number" && input.variants?.length) {
    throw invalid({ stockWas: "Must name the stock of each variant" });
  }
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await readCurrent(id);
    if (!found || found.row.deletedAt) throw notFound();
    if (found.row.version !== version) throw conflict(messages.productChanged);
    const { createdAt } = found.row;
    const { row, stock } = toRows(
      id,
      input,
      { version: version + 1, createdAt, updatedAt: now.toISOString() },
      now,
    );
    await requireRoomToGrow(found, productOf(row, stock));
    const pictures = changePictures(id, found.row.imageUrls, row.imageUrls, now);
    const kept = new Set(stock.map(({ variantId }) => variantId));
    const dropped = found.stock
      // A dropped variant with pieces stays listed until they are moved or written off.
      .filter(({ variantId, available, held }) => !kept.has(variantId) && available + held <= 0)
      .slice(0, MAX_FRAGMENTS - 1 - stock.length - pictures.length);
    const stockChanges = stock.flatMap((wanted) => changeOf(wanted, found, stockWas));
    const outcome = await transact([
      replaceProduct({ ...row, ...formerVariantsOf(found, row), stockChanges }, found),
      ...stock.flatMap((wanted) => stockFragments(wanted, found)),
      ...dropped.map(unlistStock),
      ...rearmLowStockAlerts(id, stockChanges),
      ...pictures,
    ]);
    if (outcome.ok) {
      await readCurrent(id);
      return read(id);
    }
    if (outcome.failed.includes("product")) throw conflict(messages.productChanged);
    if (outcome.failed.includes("picture")) throw invalid({ imageUrls: messages.imageGone });
    await wait(Math.random() * 20 * 2 ** attempt);
  }
  throw unavailable(new Error(`The stock of ${id} changed ${TRIES} times in a row`));
}

/** Removes a product from the shop at once. 404. */
export async function deleteProduct(id: string, now: Date): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await readProduct(id);
    if (!found || found.row.deletedAt) throw notFound();
    const { row } = found;
    const gone = { ...row, stockChanges: [], version: row.version + 1, deletedAt: now.toISOString() };
    const pictures = changePictures(id, row.imageUrls, [], now);
    const { ok } = await transact([
      replaceProduct(gone, found),
      ...found.stock.slice(0, MAX_FRAGMENTS - 1 - pictures.length).map(unlistStock),
      ...pictures,
    ]);
    if (ok) return;
  }
  throw conflict(messages.productChanged);
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

/** Writes the stock of a new variant, and overwrites invalid counts. */
function stockFragments(wanted: StockRow, { stock, wrongStock }: FoundProduct): TransactionWrite[] {
  const { variantId, available } = wanted;
  const kept = stock.find((row) => row.variantId === variantId);
  if (!kept) return [putStock(wanted)];
  return wrongStock.includes(variantId) ? [repairStock({ ...kept, available })] : [];
}

type StockChange = NonNullable<ProductRow["stockChanges"]>[number];

/** A known variant changes by the difference to the initial stock. A returning variant needs an entry to be listed again. */
function changeOf(
  { variantId, available }: StockRow,
  { row, stock, wrongStock }: FoundProduct,
  stockWas: ProductChange["stockWas"],
): StockChange[] {
  const kept = stock.find((of) => of.variantId === variantId);
  if (!kept || wrongStock.includes(variantId)) return [];
  const seen =
    typeof stockWas === "number"
      ? stockWas
      : Object.hasOwn(stockWas, variantId)
        ? stockWas[variantId]
        : undefined;
  const change = available - (seen ?? kept.available);
  return change === 0 && isOffered(row, variantId) ? [] : [{ variantId, change }];
}

/** Restocking re-arms the low-stock alert. */
const rearmLowStockAlerts = (productId: string, changes: readonly StockChange[]): TransactionWrite[] =>
  changes.flatMap(({ variantId, change }) => (change > 0 ? [clearLowStock({ productId, variantId })] : []));

/** An invalid product is replaced as a whole. */
const replaceProduct = (row: ProductRow, { item, wrong, row: { version } }: FoundProduct) =>
  wrong.length > 0 ? repairProduct(row, item) : putProduct(row, version);

const productOf = (row: ProductRow, stock: readonly StockRow[]): Product => toProduct(row, stockByKey(stock));

/** Checks the catalog's size only when the product grows, so that a smaller one can always be saved. */
async function requireRoomToGrow({ row, stock, wrong }: FoundProduct, next: Product): Promise<void> {
  const before = wrong.length > 0 ? 0 : sizeInList(productOf(row, stock));
  if (sizeInList(next) > before) requireRoom(await listProducts(), next);
}

/** Names of variants that are no longer offered but have pieces for sale, held or sold. */
function formerVariantsOf(
  { row, stock }: FoundProduct,
  next: ProductRow,
): Pick<ProductRow, "formerVariants"> {
  const offered = new Set(next.variants.map(({ id }) => id));
  const counted = new Set(
    stock.filter(({ available, held, sold }) => available + held + sold > 0).map((of) => of.variantId),
  );
  const known = new Map([...(row.formerVariants ?? []), ...row.variants].map((of) => [of.id, of]));
  const kept = [...known.values()].filter(({ id }) => !offered.has(id) && counted.has(id));
  return kept.length > 0 ? { formerVariants: kept.slice(-MAX_FORMER) } : {};
}

async function read(id: string): Promise<Product> {
  const product = await getProduct(id);
  if (!product) throw notFound();
  return product;
}
