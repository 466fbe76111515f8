import { setTimeout as wait } from "node:timers/promises";
import { messages } from "../../shared/messages.ts";
import type { ProductChange, ProductInput } from "../../shared/product-input.ts";
import type { Product } from "../../shared/product.ts";
import { aborted, invalid, notFound, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { Fragment } from "../lib/transact.ts";
import { transact } from "../lib/transact.ts";
import { changePictures } from "../media/picture-use-table.ts";
import { forgetLow, putProduct, putStock, unlistStock } from "./product-writes-table.ts";
import { requireRoom, sizeInList } from "./catalogue-size.ts";
import { isOffered } from "./list-for-admin.ts";
import { mendProduct, mendStock } from "./mend-table.ts";
import type { FoundProduct, ProductRow, StockRow } from "./product-table.ts";
import { readSaved } from "./read-saved.ts";
import { listProducts } from "./catalogue-table.ts";
import { getProduct, NO_VARIANT, readProduct, stockByKey, toProduct } from "./product-table.ts";

/** Adds a product with its stock. 400 when the catalogue is full. */
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
/** Most writes that one transaction takes. */
const MAX_FRAGMENTS = 100;
/** Most names of variants no longer offered that a product keeps. */
const MAX_FORMER = 200;

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
    const found = await readSaved(id);
    if (!found || found.row.deletedAt) throw notFound();
    if (found.row.version !== version) throw aborted(messages.productChanged);
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
      // Pieces that are left of a dropped variant stay in sight of the admin until they are moved or written off.
      .filter(({ variantId, available, held }) => !kept.has(variantId) && available + held <= 0)
      .slice(0, MAX_FRAGMENTS - 1 - stock.length - pictures.length);
    const stockChanges = stock.flatMap((wanted) => changeOf(wanted, found, stockWas));
    const outcome = await transact([
      replaceProduct({ ...row, ...former(found, row), stockChanges }, found),
      ...stock.flatMap((wanted) => stockFragments(wanted, found)),
      ...dropped.map(unlistStock),
      ...refilled(id, stockChanges),
      ...pictures,
    ]);
    if (outcome.ok) {
      await readSaved(id);
      return read(id);
    }
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
    const gone = { ...row, stockChanges: [], version: row.version + 1, deletedAt: now.toISOString() };
    const pictures = changePictures(id, row.imageUrls, [], now);
    const { ok } = await transact([
      replaceProduct(gone, found),
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

/** A new variant brings its stock along; one whose counts cannot be read is written over. */
function stockFragments(wanted: StockRow, { stock, wrongStock }: FoundProduct): Fragment[] {
  const { variantId, available } = wanted;
  const kept = stock.find((row) => row.variantId === variantId);
  if (!kept) return [putStock(wanted)];
  return wrongStock.includes(variantId) ? [mendStock({ ...kept, available })] : [];
}

type StockChange = NonNullable<ProductRow["stockChanges"]>[number];

/** A known variant changes by the difference to what was seen; one that comes back is listed again. */
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
const refilled = (productId: string, changes: readonly StockChange[]): Fragment[] =>
  changes.flatMap(({ variantId, change }) => (change > 0 ? [forgetLow({ productId, variantId })] : []));

/** A product that cannot be read is written over as a whole. */
const replaceProduct = (row: ProductRow, { item, wrong, row: { version } }: FoundProduct) =>
  wrong.length > 0 ? mendProduct(row, item) : putProduct(row, version);

const productOf = (row: ProductRow, stock: readonly StockRow[]): Product => toProduct(row, stockByKey(stock));

/** What grows has to find room in the catalogue; what shrinks may always be saved. */
async function requireRoomToGrow({ row, stock, wrong }: FoundProduct, next: Product): Promise<void> {
  const before = wrong.length > 0 ? 0 : sizeInList(productOf(row, stock));
  if (sizeInList(next) > before) requireRoom(await listProducts(), next);
}

/** What to remember of variants that are not offered any more, as long as there are pieces that might be of them. */
function former({ row, stock }: FoundProduct, next: ProductRow): Pick<ProductRow, "formerVariants"> {
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
