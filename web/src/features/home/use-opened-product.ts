import { useCallback, useEffect } from "react";
import { useLocation } from "../../router/hooks.ts";
import * as z from "zod/mini";
import type { Product } from "../../../../shared/product.ts";
import { useProduct } from "../../catalog/use-products.ts";
import { paths } from "../../paths.ts";
import { notify } from "../../ui/notify.ts";
import { useDialogHistory } from "../../ui/use-dialog-history.ts";

const NavigationState = z.object({ productId: z.string() });

/**
 * The product whose id is in the navigation's state; until the server answers, that product from `knownProducts`, if it is there.
 * `open` adds an entry to the browser's history; `close` leaves that entry.
 */
export function useOpenedProduct(knownProducts: readonly Product[] | undefined) {
  const location = useLocation();
  const { isClosing, open: openDialog, close: closeDialog } = useDialogHistory("product");
  const state = isClosing ? undefined : z.safeParse(NavigationState, location.state).data;
  const knownProduct = knownProducts?.find(({ id }) => id === state?.productId);
  const productOrErrorText = useProduct(state?.productId, knownProduct);

  const open = useCallback(({ id }: Product) => void openDialog(paths.home, { productId: id }), [openDialog]);
  const close = () => closeDialog(paths.home);
  useEffect(() => {
    if (typeof productOrErrorText !== "string") return;
    notify.error(productOrErrorText);
    closeDialog(paths.home);
  }, [productOrErrorText, closeDialog]);
  return { product: typeof productOrErrorText === "string" ? undefined : productOrErrorText, open, close };
}
