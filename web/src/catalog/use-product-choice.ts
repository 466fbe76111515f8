import { useState } from "react";
import { quantityIn, roomFor } from "../../../shared/cart.ts";
import type { Product, Variant } from "../../../shared/product.ts";
import { stockOf } from "../../../shared/product.ts";
import { useCart } from "../cart/cart-context.tsx";
import { addableQuantity } from "./add-to-cart.ts";
import { firstVariant } from "./variant-choice.ts";

type Chosen = { productId: string; variantId: string | undefined; quantity: number };

/**
 * The variant (at first one that is in stock) and quantity (1 to `most`) that the visitor chose. `most` is 0 when none
 * can be added: sold out, or the cart already has all that is left or allowed.
 */
export function useProductChoice(product: Product | undefined) {
  const { lines } = useCart();
  const [last, setLast] = useState<Chosen>();
  const chosen = product && last?.productId === product.id ? last : undefined;

  const variants = product?.variants ?? [];
  const variant =
    variants.find(({ id }) => id === chosen?.variantId) ?? (product ? firstVariant(product) : undefined);
  const stock = product ? stockOf(product, variant?.id) : 0;
  const inCart = product ? quantityIn(lines, { productId: product.id, variantId: variant?.id }) : 0;
  const room = product ? Math.max(0, roomFor(lines, product.id)) : 0;
  const most = addableQuantity(stock, inCart, room);
  const quantity = Math.min(chosen?.quantity ?? 1, Math.max(1, most));

  const choose = (next: { variant: Variant | undefined; quantity: number }) => {
    if (product) setLast({ productId: product.id, variantId: next.variant?.id, quantity: next.quantity });
  };
  return {
    variant,
    stock,
    most,
    /** The limit for one product is reached before the stock is. */
    limited: stock - inCart > room,
    quantity,
    chooseVariant: (next: Variant) => choose({ variant: next, quantity }),
    chooseQuantity: (next: number) => choose({ variant, quantity: next }),
    reset: () => setLast(undefined),
  };
}

export type ProductChoice = ReturnType<typeof useProductChoice>;
