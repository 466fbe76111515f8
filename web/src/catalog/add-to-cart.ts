import { useCallback } from "react";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { stockOf } from "../../../shared/product.ts";
import { useAddedToast } from "../cart/added-toast.tsx";
import { useCartActions } from "../cart/cart-context.tsx";
import { notify } from "../ui/notify.ts";

/**
 * How many pieces can still be added to the `quantityInCart` pieces of a product or variant. `room`: how many
 * more pieces the limit for a product allows.
 */
export const addableQuantity = (stock: number, quantityInCart: number, room: number): number =>
  Math.max(0, Math.min(room, stock - quantityInCart));

/**
 * Returns a function that adds at most `quantity` pieces to the cart and returns the added quantity. If nothing can be added,
 * the function shows the reason.
 */
export function useAddToCart(): (product: Product, quantity: number, variantId?: string) => number {
  const { add, quantityOf, roomOf } = useCartActions();
  return useCallback(
    (product, quantity, variantId) => {
      const quantityInCart = quantityOf({ productId: product.id, variantId });
      const room = roomOf(product.id);
      const addedQuantity = Math.min(
        quantity,
        addableQuantity(stockOf(product, variantId), quantityInCart, room),
      );
      if (addedQuantity > 0) add(product, addedQuantity, variantId);
      else {
        const reason = room < 1 ? messages.limitPerProduct : messages.allInCart;
        notify.info(reason, { id: `all-in-cart-${product.id}` });
      }
      return addedQuantity;
    },
    [add, quantityOf, roomOf],
  );
}

/**
 * Returns a function that adds one piece of a product and shows a toast. The function stays the same at every
 * render.
 */
export function useAddOne(): (product: Product) => void {
  const addToCart = useAddToCart();
  const showAddedToast = useAddedToast();
  return useCallback(
    (product) => {
      const quantity = addToCart(product, 1);
      if (quantity > 0) showAddedToast({ name: product.name, quantity });
    },
    [addToCart, showAddedToast],
  );
}
