import { splitIntoParts } from "../../shared/split-into-parts.ts";
import { readCatalog } from "../products/catalog-table.ts";
import { readProduct, type FoundProduct } from "../products/product-table.ts";
import {
  compareHeldPieces,
  findingOfOrphanedHold,
  orphanedHolds,
  type OrphanedHold,
} from "./compare-stock.ts";
import { readHolds, readOrders } from "./read-orders.ts";
import { findUnownedRetakeKeys } from "./retake-keys.ts";
import { isUnreadable, type Run } from "./run.ts";

export type ProductsById = ReadonlyMap<string, FoundProduct>;

const CONCURRENCY = 8;

/** Reads all products with their stock, and compares the held pieces with the orders that hold them. */
export async function walkStock(run: Run): Promise<ProductsById> {
  const { rows } = await readCatalog();
  const products = new Map<string, FoundProduct>();
  for (const batch of splitIntoParts(rows, CONCURRENCY))
    for (const product of await Promise.all(batch.map(({ id }) => readProduct(id))))
      if (product) products.set(product.row.id, product);
  run.counted.products = products.size;
  for (const product of products.values()) run.findings.push(...compareHeldPieces(product));
  run.findings.push(...(await findOrphanedHolds(run, products)));
  return products;
}

/** Whether a hold key is an order's id, and not the key of retaken pieces. */
const isOrderId = (key: string): boolean => key.startsWith("ord_");

async function findOrphanedHolds(run: Run, products: ProductsById) {
  const keys = [...products.values()].flatMap((product) =>
    [...product.holds.values()].flat().map(({ holdKey }) => holdKey),
  );
  const orderIds = [...new Set(keys)].filter(isOrderId);
  // An order without a hold item holds no pieces: the item is written before pieces are taken, and deleted after they are
  // free or sold.
  const [orders, holds, unownedKeys] = await Promise.all([
    readOrders(orderIds, run.unreadable),
    readHolds(orderIds, run.unreadable),
    findUnownedRetakeKeys(run, keys),
  ]);
  const isUnreadableKey = (key: string) => isUnreadable(run, key) || run.unreadable.has(`ORDER#${key} HOLD`);
  const hasOrder = (key: string) =>
    isOrderId(key)
      ? isUnreadableKey(key) || holds.has(key) || orders.get(key)?.hold.state === "held"
      : !unownedKeys.has(key);
  const possibleOrphans = [...products].flatMap(([id, product]) => orphanedHolds(id, product, hasOrder));
  const stillHeld = await Promise.all(possibleOrphans.map(isStillHeld));
  return possibleOrphans
    .filter((_, i) => stillHeld[i])
    .map((hold) => findingOfOrphanedHold(hold, orders.get(hold.holdKey)));
}

/** Whether the hold still exists. It may have ended normally after the stock was read. */
async function isStillHeld({ productId, variantId, holdKey }: OrphanedHold): Promise<boolean> {
  const product = await readProduct(productId);
  return product?.holds.get(variantId)?.some((hold) => hold.holdKey === holdKey) ?? false;
}
