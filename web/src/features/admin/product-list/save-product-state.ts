import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Product, ProductState } from "../../../../../shared/product.ts";
import { mayHaveSaved } from "../../../api-error.ts";
import { adminCall } from "../auth/admin-call.ts";
import { latestOwnVersion, recordOwnSave } from "./own-versions.ts";
import { rereadProducts } from "./product-queries.ts";

export type ProductStateChange = { product: Product; state: ProductState };

/**
 * Publishes, archives or restores a product. If the answer is lost, reads the products again, and returns the product if this
 * change is its latest. Throws the errors of `adminCall`.
 */
export async function saveProductState({
  product: { id, version },
  state,
}: ProductStateChange): Promise<Product> {
  const latestVersion = latestOwnVersion(id, version);
  const changedProduct = await adminCall(adminApi.changeProductState, {
    params: { id },
    body: { state, version: latestVersion },
  }).catch(async (error: unknown) => {
    if (!mayHaveSaved(error)) throw error;
    const product = (await rereadProducts())?.products.find((other) => other.id === id);
    if (product?.state !== state || product.version !== latestVersion + 1) throw error;
    return product;
  });
  recordOwnSave(changedProduct, latestVersion);
  return changedProduct;
}
