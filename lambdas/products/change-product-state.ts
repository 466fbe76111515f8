import { apiMessages } from "../../shared/api-messages.ts";
import type { StateChange } from "../../shared/product-input.ts";
import type { Product } from "../../shared/product.ts";
import { conflict, invalid, notFound } from "../lib/errors.ts";
import { transact } from "../lib/transact.ts";
import { finishLastSave } from "./finish-last-save.ts";
import { putProduct } from "./product-writes-table.ts";
import { updateListAfterSave } from "./repair-list.ts";
import { readSavedProduct } from "./save-product.ts";

/**
 * Publishes or archives a product, or makes it a draft. Open checkouts that hold its pieces can still be paid.
 * Throws 404 for an unknown or deleted product; 400 if parts of the stored product are invalid, so that an admin has to
 * correct and save it first; 409 when another save was faster.
 */
export async function changeProductState(
  id: string,
  { state, version }: StateChange,
  now: Date,
): Promise<Product> {
  const storedProduct = await finishLastSave(id);
  if (!storedProduct || storedProduct.row.deletedAt) throw notFound();
  const { row, invalidPaths } = storedProduct;
  if (row.version !== version) throw conflict(apiMessages.productChanged, "product_changed");
  if (invalidPaths.length > 0) throw invalid({ state: apiMessages.productInvalid });
  const changedRow = { ...row, stockChanges: [], state, version: version + 1, updatedAt: now.toISOString() };
  const { ok } = await transact([putProduct(changedRow, version)]);
  if (!ok) throw conflict(apiMessages.productChanged, "product_changed");
  await updateListAfterSave(id);
  return readSavedProduct(id);
}
