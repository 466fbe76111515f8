import { useCallback } from "react";
import { messages } from "../../../shared/messages.ts";
import { lazyModule } from "../lazy-module.ts";
import { notify } from "../ui/notify.ts";
import { useCartActions } from "./cart-context.tsx";

export type AddedItem = {
  name: string;
  quantity: number;
  /** The chosen variant, if the product has variants. */
  variant?: { size?: string | undefined; color?: string | undefined } | undefined;
};

const toastContent = lazyModule(() => import("./added-toast-content.tsx"));

/**
 * Returns a function that shows what was added to the cart, with buttons to the cart and the checkout. If the code of the
 * buttons cannot be loaded, only the text is shown.
 */
export function useAddedToast(): (item: AddedItem) => void {
  const { openCart, leave } = useCartActions();
  return useCallback(
    (item) => {
      const text = messages.addedToCart(item.quantity, item.name);
      toastContent.load().then(
        ({ AddedToast }) =>
          notify.addedToCart(text, <AddedToast item={item} openCart={openCart} leave={leave} />),
        () => notify.addedToCart(text),
      );
    },
    [openCart, leave],
  );
}
