import { useCallback } from "react";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { stockOf } from "../../../shared/product.ts";
import { useCartActions } from "../cart/cart-context.tsx";
import { notify } from "../ui/notify.ts";

/** How many can still be added: `room` is what the limit for one product leaves, `inCart` counts towards the stock. */
export const addableQuantity = (stock: number, inCart: number, room: number): number =>
  Math.max(0, Math.min(room, stock - inCart));

/** A function that adds to the cart and returns how many it added. With 0 it shows the reason. */
export function useAddToCart(): (product: Product, quantity: number, variantId?: string) => number {
  const { add, quantityOf, roomOf } = useCartActions();
  return useCallback(
    (product, quantity, variantId) => {
      const inCart = quantityOf({ productId: product.id, variantId });
      const room = roomOf(product.id);
      const added = Math.min(quantity, addableQuantity(stockOf(product, variantId), inCart, room));
      const reason = room < 1 ? messages.atMostOfOne : messages.allInCart;
      if (added < 1) notify.info(reason, { id: `all-in-cart-${product.id}` });
      else add(product, added, variantId);
      return added;
    },
    [add, quantityOf, roomOf],
  );
}

/** A function that adds one of a product and shows a toast, for the button of a card. The same function at every render. */
export function useAddOne(): (product: Product) => void {
  const addToCart = useAddToCart();
  return useCallback(
    (product) => {
      const added = addToCart(product, 1);
      if (added > 0) notify.addedToCart(added, product.name);
    },
    [addToCart],
  );
}
