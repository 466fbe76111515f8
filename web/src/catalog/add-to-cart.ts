import { useCallback } from "react";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { stockOf } from "../../../shared/product.ts";
import { useAddedToast } from "../cart/added-toast.tsx";
import { useCartActions } from "../cart/cart-context.tsx";
import { notify } from "../ui/notify.ts";

/**
 * How many pieces can still be added to `inCart` pieces. `room`: how many the limit for a product still
 * allows.
 */
export const addableQuantity = (stock: number, inCart: number, room: number): number =>
  Math.max(0, Math.min(room, stock - inCart));

/**
 * Returns a function that adds to the cart and returns the added quantity. If that is 0, it shows the reason.
 */
export function useAddToCart(): (product: Product, quantity: number, variantId?: string) => number {
  const { add, quantityOf, roomOf } = useCartActions();
  return useCallback(
    (product, quantity, variantId) => {
      const inCart = quantityOf({ productId: product.id, variantId });
      const room = roomOf(product.id);
      const added = Math.min(quantity, addableQuantity(stockOf(product, variantId), inCart, room));
      if (added > 0) add(product, added, variantId);
      else {
        const reason = room < 1 ? messages.limitPerProduct : messages.allInCart;
        notify.info(reason, { id: `all-in-cart-${product.id}` });
      }
      return added;
    },
    [add, quantityOf, roomOf],
  );
}

/**
 * Returns a function that adds one piece of a product and shows a toast. It stays the same at every render.
 */
export function useAddOne(): (product: Product) => void {
  const addToCart = useAddToCart();
  const showAdded = useAddedToast();
  return useCallback(
    (product) => {
      const quantity = addToCart(product, 1);
      if (quantity > 0) showAdded({ name: product.name, quantity });
    },
    [addToCart, showAdded],
  );
}
