import { useState } from "react";
import { quantityIn, roomFor } from "../../../shared/cart.ts";
import type { Product, Variant } from "../../../shared/product.ts";
import { stockOf } from "../../../shared/product.ts";
import { useCart } from "../cart/cart-context.tsx";
import { addableQuantity } from "./add-to-cart.ts";
import { firstVariant } from "./variant-choice.ts";

type StoredChoice = { productId: string; variantId: string | undefined; quantity: number };

/**
 * The variant and quantity that the visitor chose; at first a variant in stock, and 1. `maxQuantity` is 0 if
 * the product is sold out, or if the cart already has all pieces that are available or allowed.
 */
export function useProductChoice(product: Product | undefined) {
  const { lines } = useCart();
  const [lastChoice, setLastChoice] = useState<StoredChoice>();
  const chosen = product && lastChoice?.productId === product.id ? lastChoice : undefined;

  const variants = product?.variants ?? [];
  const variant =
    variants.find(({ id }) => id === chosen?.variantId) ?? (product ? firstVariant(product) : undefined);
  const stock = product ? stockOf(product, variant?.id) : 0;
  const inCart = product ? quantityIn(lines, { productId: product.id, variantId: variant?.id }) : 0;
  const room = product ? Math.max(0, roomFor(lines, product.id)) : 0;
  const maxQuantity = addableQuantity(stock, inCart, room);
  const quantity = Math.min(chosen?.quantity ?? 1, Math.max(1, maxQuantity));

  const choose = (next: { variant: Variant | undefined; quantity: number }) => {
    if (product)
      setLastChoice({ productId: product.id, variantId: next.variant?.id, quantity: next.quantity });
  };
  return {
    variant,
    stock,
    maxQuantity,
    /** Whether the limit for a product allows less than the stock. */
    isLimitedPerProduct: stock - inCart > room,
    quantity,
    chooseVariant: (next: Variant) => choose({ variant: next, quantity }),
    chooseQuantity: (next: number) => choose({ variant, quantity: next }),
    reset: () => setLastChoice(undefined),
  };
}

export type ProductChoice = ReturnType<typeof useProductChoice>;
