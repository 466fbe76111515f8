import { useCallback } from "react";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { MAX_SELECT, stockOf } from "../../../shared/product.ts";
import { useCartActions } from "../cart/cart-context.tsx";
import { notify } from "../ui/notify.ts";

/** How many can be added at once: 1 to 10, and with what is in the cart never more than there is. */
export const selectable = (stock: number, inCart: number): number =>
  Math.max(0, Math.min(MAX_SELECT, stock - inCart));

/** A function that puts a product into the cart and says so; false when nothing more of it could be added. */
export function usePurchase(): (product: Product, quantity: number, variantId?: string) => boolean {
  const { add, quantityOf } = useCartActions();
  return useCallback(
    (product, quantity, variantId) => {
      const inCart = quantityOf({ productId: product.id, variantId });
      const most = selectable(stockOf(product, variantId), inCart);
      if (most < 1) {
        notify.info(messages.allInCart, { id: `all-in-cart-${product.id}` });
        return false;
      }
      const added = Math.min(quantity, most);
      add(product, added, variantId);
      notify.purchase(added, product.name);
      return true;
    },
    [add, quantityOf],
  );
}
