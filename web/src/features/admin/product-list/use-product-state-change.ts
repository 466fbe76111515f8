import { useMutation, useMutationState } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { adminMessages, errorText } from "../admin-messages.ts";
import type { Product, ProductState } from "../../../../../shared/product.ts";
import { ApiError } from "../../../api-error.ts";
import { queryClient } from "../query-client.ts";
import { toast } from "../toast.ts";
import { showUndoToast } from "../undo-toast.tsx";
import { cacheProduct, rereadProducts } from "./product-queries.ts";
import { stateChangeText } from "./product-state.ts";
import { saveProductState, type ProductStateChange } from "./save-product-state.ts";

const MUTATION_KEY = ["change-product-state"];
const productIdOf = ({ variables }: { variables: unknown }): string =>
  (variables as ProductStateChange).product.id;

/** Whether a change of the product's state is being saved. */
const isChanging = (productId: string): boolean =>
  queryClient.isMutating({
    mutationKey: MUTATION_KEY,
    predicate: ({ state }) => productIdOf(state) === productId,
  }) > 0;

/**
 * `changeProductState` publishes, archives or restores a product, and shows a toast with an undo button. It does nothing while a
 * change of the same product is being saved, because a second press on a slow connection would be refused as a change by somebody
 * else. `changingIds`: the ids of the products whose change is being saved.
 */
export function useProductStateChange() {
  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: saveProductState,
    onSuccess: (changedProduct, { product, state }) => {
      cacheProduct(changedProduct);
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
  const pendingIds = useMutationState({
    filters: { mutationKey: MUTATION_KEY, status: "pending" },
    select: ({ state }) => productIdOf(state),
  });
  const changingIds: ReadonlySet<string> = useMemo(() => new Set(pendingIds), [pendingIds]);
  const changeProductState = useCallback(
    (product: Product, state: ProductState) => {
      if (!isChanging(product.id)) mutate({ product, state });
    },
    [mutate],
  );
  return { changeProductState, changingIds };
}
