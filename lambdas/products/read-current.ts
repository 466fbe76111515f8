import { waitForAll } from "../lib/wait-for-all.ts";
import type { FoundProduct } from "./product-table.ts";
import { readProduct } from "./product-table.ts";
import { changeStock } from "./product-writes-table.ts";

/**
 * Reads a product after applying the stock changes of its last save, in case the save was interrupted before it applied
 * them. Idempotent.
 */
export async function readCurrent(id: string): Promise<FoundProduct | undefined> {
  const found = await readProduct(id);
  if (found?.row.deletedAt) return found;
  const { version, stockChanges = [] } = found?.row ?? { version: 0 };
  const stockOf = (variantId: string) => found?.stock.find((row) => row.variantId === variantId);
  const left = stockChanges.filter(({ variantId }) => (stockOf(variantId)?.saved ?? 0) < version);
  if (left.length === 0) return found;
  await waitForAll(
    left.map(({ variantId, change }) => changeStock({ productId: id, variantId }, change, version)),
  );
  return readProduct(id);
}
