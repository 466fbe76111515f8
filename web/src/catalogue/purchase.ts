import { useCallback } from "react";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { stockOf } from "../../../shared/product.ts";
import { useCartActions } from "../cart/cart-context.tsx";
import { notify } from "../ui/notify.ts";

/** How many can be added: with what is in the cart never more than there is, nor than one may buy of a product (`room`). */
export const selectable = (stock: number, inCart: number, room: number): number =>
  Math.max(0, Math.min(room, stock - inCart));

/** A function that puts a product into the cart; answers how many, 0 when there was nothing left to add (and says so). */
export function useAddToCart(): (product: Product, quantity: number, variantId?: string) => number {
  const { add, quantityOf, roomOf } = useCartActions();
  return useCallback(
    (product, quantity, variantId) => {
      const inCart = quantityOf({ productId: product.id, variantId });
      const room = roomOf(product.id);
      const added = Math.min(quantity, selectable(stockOf(product, variantId), inCart, room));
      const why = room < 1 ? messages.atMostOfOne : messages.allInCart;
      if (added < 1) notify.info(why, { id: `all-in-cart-${product.id}` });
      else add(product, added, variantId);
      return added;
    },
    [add, quantityOf, roomOf],
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
