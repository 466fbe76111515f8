import { waitForAll } from "../lib/wait-for-all.ts";
import type { FoundProduct } from "./product-table.ts";
import { readProduct } from "./product-table.ts";
import { changeStock } from "./product-writes-table.ts";

/**
 * A product after what its last save adds to its stock was added: the save itself does so, or, where it was cut off,
 * whoever looks at the product next. Repeated, it changes nothing.
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
