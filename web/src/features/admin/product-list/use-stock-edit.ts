import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { adminMessages } from "../admin-messages.ts";
import type { Product } from "../../../../../shared/product.ts";
import { stockOf } from "../../../../../shared/product.ts";
import { ApiError } from "../../../api-error.ts";
import { announce } from "../../../ui/announce.ts";
import { toast } from "../toast.ts";
import { cacheProduct, rereadProducts } from "./product-queries.ts";
import { saveStock } from "./save-stock.ts";
import type { StockEdit } from "./stock-change.ts";

/**
 * The stock of a product or variant, which an admin edits in place. `label` names the stock in messages.
 * After a conflict the typed number stays, and the admin can save it again.
 */
export function useStockEdit(product: Product, variantId: string | undefined, label: string) {
  const [edit, setEdit] = useState<StockEdit>();
  const [problem, setProblem] = useState<string>();
  const stock = stockOf(product, variantId);
  /** The edit that is being saved. If the admin presses Enter and then leaves the field, the edit must not be saved twice. */
  const sentEdit = useRef<StockEdit>(undefined);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  /** Shows a problem at the field, or as a toast if the page does not show the field any more. */
  const report = (text: string) => {
    if (isMounted.current) setProblem(text);
    else toast.error(`${label}: ${text}`);
  };

  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: saveStock,
    // Saves of one product run one after the other, because each save sends the version that the one before has made.
    scope: { id: `stock ${product.id}` },
    onSettled: () => (sentEdit.current = undefined),
    onSuccess: (savedProduct) => {
      cacheProduct(savedProduct);
      setEdit(undefined);
      announce(`${label} saved: ${stockOf(savedProduct, variantId)}`);
    },
    onError: async (error, failedEdit) => {
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
        const list = await rereadProducts();
        const currentProduct = list?.products.find(({ id }) => id === product.id);
        if (list && !currentProduct) return void toast.error(messages.productGone);
        if (currentProduct) {
          setEdit({ ...failedEdit, base: currentProduct });
          return report(`${error.message} The stock is now ${stockOf(currentProduct, variantId)}.`);
        }
      }
      report(error.message || adminMessages.productSaveFailed);
    },
  });

  return {
    text: edit?.text ?? String(stock),
    problem,
    isEdited: edit !== undefined,
    isSaving: isPending,
    isSaved: isSuccess && edit === undefined,
    changeText: (text: string) => {
      reset();
      setProblem(undefined);
      setEdit((current) => ({ base: current?.base ?? product, variantId, text }));
    },
    cancel: () => {
      setProblem(undefined);
      setEdit(undefined);
    },
    save: () => {
      if (!edit || sentEdit.current === edit) return;
      const isUnchanged = edit.text.trim() === String(stockOf(edit.base, variantId));
      setProblem(undefined);
      if (isUnchanged) return setEdit(undefined);
      sentEdit.current = edit;
      mutate(edit);
    },
  };
}
