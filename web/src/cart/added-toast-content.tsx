import { messages } from "../../../shared/messages.ts";
import { variantLabel } from "../../../shared/product.ts";
import { paths } from "../paths.ts";
import { notify } from "../ui/notify.ts";
import styles from "./added-toast.module.css";
import type { AddedItem } from "./added-toast.tsx";
import type { CartActions } from "./cart-context.tsx";

/** What was added to the cart, with buttons to the cart and the checkout. */
export function AddedToast({
  item: { name, quantity, variant },
  openCart,
  leave,
}: { item: AddedItem } & Pick<CartActions, "openCart" | "leave">) {
  const sizeAndColor = variantLabel(variant ?? {});
  const withDismissal = (action: () => void) => () => {
    notify.dismiss();
    action();
  };
  return (
    <>
      <p>{messages.addedToCart(quantity, name)}</p>
      {sizeAndColor !== "" && <p className={styles.variant}>{sizeAndColor}</p>}
      <p className={styles.actions}>
        <button type="button" onClick={withDismissal(openCart)}>
          View cart
        </button>
        <button type="button" onClick={withDismissal(() => leave(paths.checkout))}>
          Checkout
        </button>
      </p>
    </>
  );
}
