import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { adminMessages, errorText } from "../admin-messages.ts";
import type { Product, ProductState } from "../../../../../shared/product.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { showUndoToast } from "../undo-toast.tsx";
import { latestOwnVersion, recordOwnSave } from "./own-versions.ts";
import { rereadProducts, writeProduct } from "./product-queries.ts";
import { stateChangeText } from "./product-state.ts";

type StateChange = { product: Product; state: ProductState };

async function sendStateChange({ product: { id, version }, state }: StateChange): Promise<Product> {
  const latestVersion = latestOwnVersion(id, version);
  const changedProduct = await adminCall(adminApi.changeProductState, {
    params: { id },
    body: { state, version: latestVersion },
  });
  recordOwnSave(changedProduct, latestVersion);
  return changedProduct;
}

/** Returns a function that publishes, archives or restores a product, and shows a toast with an undo button. */
export function useStateChange(): (product: Product, state: ProductState) => void {
  const { mutate } = useMutation({
    mutationFn: sendStateChange,
    onSuccess: (changedProduct, { product, state }) => {
      writeProduct(changedProduct);
      const text = stateChangeText(changedProduct.name, state);
      showUndoToast(`state-${changedProduct.id}`, text, () =>
        mutate({ product: changedProduct, state: product.state }),
      );
    },
    onError: (error) => {
      const isConflict = error instanceof ApiError && (error.status === 409 || error.status === 404);
      if (isConflict) void rereadProducts();
      else console.error("The state of a product could not be changed", error);
      toast.error(errorText(error, adminMessages.productSaveFailed));
    },
  });
  return useCallback((product, state) => mutate({ product, state }), [mutate]);
}
