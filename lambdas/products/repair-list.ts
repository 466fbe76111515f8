import { log } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import type { IndexedProduct } from "./catalog-table.ts";
import { readIndexedProducts } from "./catalog-table.ts";
import type { ListedProduct, StockCount } from "./listed-table.ts";
import {
  addListedProduct,
  isListedEventOver,
  updateListedStock,
  updateListedFields,
  readListedProducts,
  readListedProduct,
  setListedTotal,
  deleteListedProduct,
} from "./listed-table.ts";
import type { FoundProduct } from "./product-table.ts";
import { readProduct } from "./product-table.ts";
import { reportBackInStock } from "./report-back-in-stock.ts";

/** Updates a product's item in the list of listed-table.ts. Idempotent and safe for concurrent calls. */
async function updateListedProduct(id: string): Promise<void> {
  const [product, listedProduct] = await Promise.all([readProduct(id), readListedProduct(id)]);
  if (!product || !isInStore(product)) {
    if (listedProduct) await deleteListedProduct(listedProduct);
    return;
  }
  const stock = stockForList(product);
  if (!listedProduct && (await addListedProduct(product.row, stock))) return;
  // The counts are written first, because the store shows new variants as soon as the new version is in the list.
  await waitForAll(
    stock
      .filter(({ variantId, available }) => listedProduct?.available.get(variantId) !== available)
      .map(async (count) => {
        if (listedProduct) await reportIfBackInStock(listedProduct, count);
        await updateListedStock(count);
      }),
  );
  const { version, featured } = product.row;
  if (listedProduct?.version !== version || listedProduct.featured !== featured)
    await updateListedFields(product.row);
}

/**
 * Reports a stock that is back and that the list still shows as sold out, because the function that changed the stock
 * crashed.
 */
async function reportIfBackInStock(
  { available: listedCounts, revisions }: ListedProduct,
  { productId, variantId, available, revision }: StockCount,
): Promise<void> {
  const listedCount = listedCounts.get(variantId);
  const isListedSoldOut = listedCount !== undefined && listedCount <= 0;
  const soldOutRevision = revisions.get(variantId);
  if (available <= 0 || !isListedSoldOut || revision === undefined || soldOutRevision === undefined) return;
  if (revision > soldOutRevision)
    await reportBackInStock({ productId, variantId }, { revision, soldOutRevision });
}

const isInStore = ({ row, invalidPaths }: FoundProduct): boolean =>
  row.state === "active" && !row.deletedAt && invalidPaths.length === 0;

/** The number of products without those whose event is over. */
const countOf = (listedProducts: readonly ListedProduct[], nowMs: number): number =>
  listedProducts.filter((product) => !isListedEventOver(product, nowMs)).length;

/** Stores the total of a new shop's list at the first saves, so that the store uses the list before `repairList` has run. */
async function countFirstProducts(): Promise<void> {
  if ((await readListedProducts({ limit: 1 })).total !== undefined) return;
  const [indexedProducts, { listed }] = await Promise.all([readIndexedProducts(), readListedProducts()]);
  const listedIds = new Set(listed.map(({ id }) => id));
  if ([...indexedProducts.keys()].every((id) => listedIds.has(id)))
    await setListedTotal(countOf(listed, Date.now()), undefined);
}

/**
 * Calls `updateListedProduct` after a save. A failure is only logged, because the product is saved; `repairList` repeats
 * the call within a minute.
 */
export const updateListAfterSave = (id: string): Promise<void> =>
  updateListedProduct(id)
    .then(countFirstProducts)
    .catch((error: unknown) =>
      log.error("A saved product could not be copied to the list", {
        id,
        error: error instanceof Error ? error : String(error),
      }),
    );

/** The product's stock, with 0 pieces for invalid counts. */
const stockForList = ({ stock, invalidStock }: FoundProduct): StockCount[] =>
  stock.map((row) => (invalidStock.includes(row.variantId) ? { ...row, available: 0 } : row));

const CONCURRENCY = 8;
/** After so many failures the table is probably unavailable, and the other products wait for the next run. */
const MAX_FAILURES = 50;

/**
 * Compares the list of listed-table.ts with the products and their stock, and updates the items that differ. They differ after
 * a function has crashed or the table was unavailable. Then corrects the number of listed products, which also changes
 * when an event is over at `nowMs`. Returns the number of updated items. Throws at the end if an item could not be updated.
 */
export async function repairList(nowMs: number = Date.now()): Promise<number> {
  const [indexedProducts, { listed, total }] = await Promise.all([
    readIndexedProducts(),
    readListedProducts(),
  ]);
  const listedById = new Map(listed.map((product) => [product.id, product]));
  const outdatedIds = [...indexedProducts].flatMap(([id, product]) =>
    isCurrent(product, listedById.get(id)) ? [] : [id],
  );
  const idsToRelist = [...outdatedIds, ...listed.flatMap(({ id }) => (indexedProducts.has(id) ? [] : [id]))];
  const remainingIds = [...idsToRelist];
  const failures: unknown[] = [];
  await waitForAll(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let id = remainingIds.pop(); id !== undefined; id = remainingIds.pop()) {
        await updateListedProduct(id).catch((error: unknown) => failures.push(error));
        if (failures.length >= MAX_FAILURES) return;
      }
    }),
  );
  if (idsToRelist.length > 0)
    log.info("relisted", { products: idsToRelist.length - remainingIds.length - failures.length });
  // The first total makes the store use the list, so the list has to be complete.
  const mayCorrectTotal = total !== undefined || failures.length === 0;
  if (mayCorrectTotal && (idsToRelist.length > 0 || total !== countOf(listed, nowMs)))
    await correctTotal(nowMs);
  if (failures.length > 0)
    throw new Error(`${failures.length} products could not be copied to the list`, { cause: failures[0] });
  return idsToRelist.length;
}

async function correctTotal(nowMs: number): Promise<void> {
  const { listed, total } = await readListedProducts();
  const count = countOf(listed, nowMs);
  if (total !== count) await setListedTotal(count, total);
}

/** Whether the list has the version and the counts of the index, which may be some milliseconds behind the products. */
const isCurrent = (
  { version, available }: IndexedProduct,
  listedProduct: ListedProduct | undefined,
): boolean =>
  listedProduct?.version === version &&
  [...available].every(([variantId, count]) => listedProduct.available.get(variantId) === count);
