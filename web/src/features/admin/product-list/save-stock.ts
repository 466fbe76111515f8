import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Product } from "../../../../../shared/product.ts";
import { adminCall } from "../auth/admin-call.ts";
import { latestOwnVersion, recordOwnSave } from "./own-versions.ts";
import type { StockEdit } from "./stock-change.ts";
import { stockChange } from "./stock-change.ts";

/**
 * Saves a product's stock, and returns the product. Throws an error with the reason if the number or another value of the
 * product is invalid, and the errors of `adminCall`: 409 if another admin has saved the product since this admin began to type,
 * 404 if the product was deleted.
 */
export async function saveStock(edit: StockEdit): Promise<Product> {
  const change = stockChange(edit);
  if ("problem" in change) throw new Error(change.problem);
  const { base } = edit;
  const version = latestOwnVersion(base.id, base.version);
  const savedProduct = await adminCall(adminApi.updateProduct, {
    params: { id: base.id },
    body: { ...change.body, version },
  });
  recordOwnSave(savedProduct, version);
  return savedProduct;
}
