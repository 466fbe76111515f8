import { useCallback } from "react";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { MAX_SELECT, stockOf } from "../../../shared/product.ts";
import { useCartActions } from "../cart/cart-context.tsx";
import { notify } from "../ui/notify.ts";

/** How many can be added at once: 1 to 10, and with what is in the cart never more than there is. */
export const selectable = (stock: number, inCart: number): number =>
  Math.max(0, Math.min(MAX_SELECT, stock - inCart));

/** A function that puts a product into the cart; answers how many, 0 when there was nothing left to add (and says so). */
export function useAddToCart(): (product: Product, quantity: number, variantId?: string) => number {
  const { add, quantityOf } = useCartActions();
  return useCallback(
    (product, quantity, variantId) => {
      const inCart = quantityOf({ productId: product.id, variantId });
      const added = Math.min(quantity, selectable(stockOf(product, variantId), inCart));
      if (added < 1) notify.info(messages.allInCart, { id: `all-in-cart-${product.id}` });
      else add(product, added, variantId);
      return added;
    },
    [add, quantityOf],
  );
}

/** A function that puts one of a product into the cart and says so: the button of a card. The same at every render. */
export function useAddOne(): (product: Product) => void {
  const addToCart = useAddToCart();
  return useCallback(
    (product) => {
      const added = addToCart(product, 1);
      if (added > 0) notify.purchase(added, product.name);
    },
    [addToCart],
  );
}
