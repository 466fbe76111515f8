import { waitForAll } from "../lib/wait-for-all.ts";
import type { FoundProduct } from "./product-table.ts";
import { readProduct } from "./product-table.ts";
import { changeStock } from "./product-writes-table.ts";

/**
 * Applies the stock changes of a product's last save that are not applied yet. A save applies these changes only after its
 * transaction, and may have crashed in between. Returns the product after these changes. Idempotent.
 */
export async function finishLastSave(id: string): Promise<FoundProduct | undefined> {
  const product = await readProduct(id);
  if (!product || product.row.deletedAt) return product;
  const { version, stockChanges = [], savedBy: by } = product.row;
  const stockOf = (variantId: string) => product.stock.find((row) => row.variantId === variantId);
  const unappliedChanges = stockChanges.filter(({ variantId }) => (stockOf(variantId)?.saved ?? 0) < version);
  if (unappliedChanges.length === 0) return product;
  await waitForAll(
    unappliedChanges.map(({ variantId, change }) =>
      changeStock({ productId: id, variantId }, change, { version, by }),
    ),
  );
  return readProduct(id);
}
