import { adminApi } from "../../../../../shared/api-admin.ts";
import type { ProductInput } from "../../../../../shared/product-input.ts";
import type { Product } from "../../../../../shared/product.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall } from "../auth/admin-call.ts";
import type { ProductDraft } from "./draft.ts";
import { stockOrVariantStocks } from "./draft.ts";

/** `input`: the body that was made from `draft`. `base`: the stored product that the form changes; undefined for a new product. */
export type SaveRequest = {
  draft: ProductDraft;
  input: ProductInput;
  base: Product | undefined;
  requestId: string;
};

/** Saves `input` as a change of `base`; without `base`, as a new product, once for each `requestId`. */
export const saveProduct = ({ input, base, requestId }: SaveRequest): Promise<Product> =>
  base
    ? adminCall(adminApi.updateProduct, {
        params: { id: base.id },
        body: { ...input, version: base.version, stockWas: stockOrVariantStocks(base) },
      })
    : adminCall(adminApi.createProduct, { body: { ...input, requestId } });

/** Whether the save was refused because the product was saved or deleted since the form was opened. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.reason === "product_changed" || error.status === 404);

/**
 * Finds out whether the shop has made a save whose answer was lost. To be called after a later save of the same `base` was a
 * conflict. Sends the lost save again, which changes nothing, because the product no longer has the version of `base`. The shop
 * recognizes the product's latest saves. If the lost save is one of them, returns the product as it is stored now, with later
 * changes by others; otherwise undefined. Throws other errors of `adminCall`.
 */
export async function findLostSave(lostSave: SaveRequest): Promise<Product | undefined> {
  try {
    return await saveProduct(lostSave);
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
}
