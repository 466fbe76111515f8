import { useCallback } from "react";
import { toast } from "react-hot-toast/headless";
import { messages } from "../../../shared/messages.ts";
import { variantLabel } from "../../../shared/product.ts";
import { paths } from "../paths.ts";
import { notify } from "../ui/notify.ts";
import styles from "./added-toast.module.css";
import { useCartActions } from "./cart-context.tsx";

type AddedItem = {
  name: string;
  quantity: number;
  /** The chosen variant, if the product has variants. */
  variant?: { size?: string | undefined; color?: string | undefined } | undefined;
};

/** Returns a function that shows what was added to the cart, with ways to the cart and the checkout. */
export function useAddedToast(): (item: AddedItem) => void {
  const { open, leave } = useCartActions();
  return useCallback(
    ({ name, quantity, variant }) => {
      const variantText = variantLabel(variant ?? {});
      const dismissAllAnd = (action: () => void) => () => {
        toast.dismiss();
        action();
      };
      notify.addedToCart(
        <>
          <p>{messages.addedToCart(quantity, name)}</p>
          {variantText !== "" && <p className={styles.variant}>{variantText}</p>}
          <p className={styles.actions}>
            <button type="button" onClick={dismissAllAnd(open)}>
              View cart
            </button>
            <button type="button" onClick={dismissAllAnd(() => leave(paths.checkout))}>
              Checkout
            </button>
          </p>
        </>,
      );
    },
    [open, leave],
  );
}
