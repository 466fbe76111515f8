import { adminApi } from "../../../../../shared/api-admin.ts";
import type { ProductInput } from "../../../../../shared/product-input.ts";
import type { Product } from "../../../../../shared/product.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall } from "../auth/admin-call.ts";
import type { Draft } from "./draft.ts";
import { stockOrVariantStocks } from "./draft.ts";

/** `input`: the request of `draft`. `base`: the stored product that the form changes; undefined for a new product. */
export type SaveRequest = { draft: Draft; input: ProductInput; base: Product | undefined; requestId: string };

/** Saves `input` as a change of `base`; without `base`, as a new product, once for each `requestId`. */
export const saveProduct = ({ input, base, requestId }: SaveRequest): Promise<Product> =>
  base
    ? adminCall(adminApi.updateProduct, {
        params: { id: base.id },
        body: { ...input, version: base.version, stockWas: stockOrVariantStocks(base) },
      })
    : adminCall(adminApi.createProduct, { body: { ...input, requestId } });

/** Whether the product was saved or deleted since the form was opened. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404);

/**
 * Repeats a save whose answer was lost, after a later save of the same `base` was a conflict. Returns the product as it is
 * stored now, also if others have changed it since, if the lost save is one of its latest saves, which the shop recognizes;
 * otherwise undefined. The repetition itself changes nothing, because the product no longer has the version of `base`. Throws
 * other errors of `adminCall`.
 */
export async function findLostSave(lostSave: SaveRequest): Promise<Product | undefined> {
  try {
    return await saveProduct(lostSave);
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
}
