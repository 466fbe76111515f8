/** The whole catalog, from the index `listing`. Keys: see product-table.ts. */
import * as z from "zod/mini";
import type { Product } from "../../shared/product.ts";
import { TICKET } from "../../shared/product.ts";
import { readAllShards } from "../../shared/shards.ts";
import { parseValid } from "../lib/parse-item.ts";
import { queryAll } from "../lib/query-all.ts";
import { readItems } from "../lib/read-items.ts";
import type { Item, StockRow } from "./product-table.ts";
import { ACTIVE_PREFIX, HIDDEN_PREFIX, withState } from "./listing-key.ts";
import { CATALOG, productKey, ProductRow, stockByKey, toProduct } from "./product-table.ts";

/** The attributes of a stock item in the index. */
export type IndexedStock = Pick<StockRow, "productId" | "variantId" | "available" | "held">;
const IndexedStockItem = z.object({ listSk: z.string(), available: z.int(), held: z.int() });

function toIndexedStock({ listSk, available, held }: z.infer<typeof IndexedStockItem>): IndexedStock {
  const [, productId = "", ...variantIdParts] = listSk.split("#");
  return { productId, variantId: variantIdParts.join("#"), available, held };
}

const readIndex = (prefix: string, attributes?: string): Promise<Item[]> =>
  readAllShards(CATALOG, (shard) =>
    queryAll({
      IndexName: "listing",
      KeyConditionExpression: "listPk = :shard AND begins_with(listSk, :prefix)",
      ExpressionAttributeValues: { ":shard": shard, ":prefix": prefix },
      ProjectionExpression: attributes,
    }),
  );

const readIndexedStock = async (onInvalid?: (item: Item) => void): Promise<IndexedStock[]> =>
  parseValid(IndexedStockItem, await readIndex("STOCK#"), onInvalid).map(toIndexedStock);

/** Drafts and archived products. */
const readHidden = async (): Promise<Item[]> => (await readIndex(HIDDEN_PREFIX)).map(withState);

/** Products, the oldest first, their stock, and items that do not match their schema. */
export type Catalog = { rows: ProductRow[]; stock: IndexedStock[]; invalidItems: Item[] };

/** The items from the index with the events of tickets, which the index does not copy, because it has no room for them. */
async function withEvents(items: readonly Item[]): Promise<Item[]> {
  const ids = items.flatMap(({ category, id }) => (category === TICKET ? [String(id)] : []));
  if (ids.length === 0) return [...items];
  const storedProducts = await readItems([...new Set(ids)].map(productKey));
  const storedById = new Map(storedProducts.map((item) => [item["id"], item]));
  return items.map((item) => {
    const { event, version } = storedById.get(item["id"]) ?? {};
    // The index may be some milliseconds behind. Then the item is of another version than the event, and gets no event.
    return event !== undefined && version === item["version"] ? { ...item, event } : item;
  });
}

async function toCatalog(productReads: Promise<Item[]>[]): Promise<Catalog> {
  const invalidItems: Item[] = [];
  const addInvalidItem = (item: Item): void => {
    invalidItems.push(item);
  };
  const [stock, ...products] = await Promise.all([readIndexedStock(addInvalidItem), ...productReads]);
  const rows = parseValid(ProductRow, await withEvents(products.flat()), addInvalidItem).sort(
    (a, b) => a.version - b.version,
  );
  // While a product changes its state, two queries of the index may both find it. The later version is used.
  const latestRows = [...new Map(rows.map((row) => [row.id, row])).values()];
  return { rows: latestRows.sort((a, b) => (a.id < b.id ? -1 : 1)), stock, invalidItems };
}

/** All products of the back office, also drafts and archived products. */
export const readCatalog = (): Promise<Catalog> => toCatalog([readIndex(ACTIVE_PREFIX), readHidden()]);

const TOTALS_CACHE_MS = 3_000;
let cachedTotals: { counts: Promise<{ available: number; held: number }>; expiresAt: number } | undefined;

/** The pieces for sale and the held pieces of all active products; the counts are at most 3 s old. */
export function readShopStock(nowMs: number = Date.now()): Promise<{ available: number; held: number }> {
  // The last condition is false if the clock was set back.
  if (cachedTotals && cachedTotals.expiresAt > nowMs && cachedTotals.expiresAt - nowMs <= TOTALS_CACHE_MS)
    return cachedTotals.counts;
  const counts = Promise.all([readIndexedStock(), readHidden()]).then(([rows, hiddenItems]) => {
    const hiddenIds = new Set(hiddenItems.map(({ id }) => id));
    const activeStock = rows.filter(({ productId }) => !hiddenIds.has(productId));
    return {
      available: activeStock.reduce((sum, row) => sum + row.available, 0),
      held: activeStock.reduce((sum, row) => sum + row.held, 0),
    };
  });
  cachedTotals = { counts, expiresAt: nowMs + TOTALS_CACHE_MS };
  counts.catch(() => (cachedTotals = undefined));
  return counts;
}

/** A product in the index: its version, and the pieces for sale by variant, also of variants no longer offered. */
export type IndexedProduct = { version: number; available: Map<string, number> };

/** The active products in the index, valid or not, by id. */
export async function readIndexedProducts(): Promise<Map<string, IndexedProduct>> {
  const [products, stock] = await Promise.all([
    readIndex(ACTIVE_PREFIX, "listSk, version"),
    readIndex("STOCK#", "listSk, available"),
  ]);
  const indexedProducts = new Map(
    products.map(({ listSk, version }): [string, IndexedProduct] => [
      String(listSk).replace(ACTIVE_PREFIX, ""),
      { version: Number(version), available: new Map() },
    ]),
  );
  for (const { listSk, available } of stock) {
    const [, productId = "", ...variantIdParts] = String(listSk).split("#");
    indexedProducts.get(productId)?.available.set(variantIdParts.join("#"), Number(available));
  }
  return indexedProducts;
}

const productsIn = ({ rows, stock }: Catalog): Product[] => {
  const counts = stockByKey(stock);
  return rows.map((row) => toProduct(row, counts));
};

/**
 * Every active product with its stock for sale, also tickets whose event is over. Reads the whole catalog, so it is
 * slower than listed-table.ts.
 */
export const listActiveProducts = async (): Promise<Product[]> =>
  productsIn(await toCatalog([readIndex(ACTIVE_PREFIX)]));

/** Every product of the back office, also drafts and archived products. */
export const listProductsInAllStates = async (): Promise<Product[]> => productsIn(await readCatalog());
