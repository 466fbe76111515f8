import { useState } from "react";
import { quantityIn, roomFor } from "../../../shared/cart.ts";
import type { Product, Variant } from "../../../shared/product.ts";
import { stockOf } from "../../../shared/product.ts";
import { useCart } from "../cart/cart-context.tsx";
import { selectable } from "./purchase.ts";
import { firstVariant } from "./variant-choice.ts";

type Chosen = { productId: string; variantId: string | undefined; quantity: number };

/**
 * What is chosen of a product: the variant (the first that is there to begin with) and the quantity, from 1 to `most`.
 * `most` is 0 when nothing can be added, because it is sold out or because all that there is, or may be bought, is in the
 * cart.
 */
export function useChoice(product: Product | undefined) {
  const { lines } = useCart();
  const [chosen, setChosen] = useState<Chosen>();
  const kept = product && chosen?.productId === product.id ? chosen : undefined;

  const variants = product?.variants ?? [];
  const variant =
    variants.find(({ id }) => id === kept?.variantId) ?? (product ? firstVariant(product) : undefined);
  const stock = product ? stockOf(product, variant?.id) : 0;
  const inCart = product ? quantityIn(lines, { productId: product.id, variantId: variant?.id }) : 0;
  const room = product ? Math.max(0, roomFor(lines, product.id)) : 0;
  const most = selectable(stock, inCart, room);
  const quantity = Math.min(kept?.quantity ?? 1, Math.max(1, most));

  const keep = (next: { variant: Variant | undefined; quantity: number }) => {
    if (product) setChosen({ productId: product.id, variantId: next.variant?.id, quantity: next.quantity });
  };
  return {
    variant,
    stock,
    most,
    /** Not the stock but what one may buy of a product is the limit. */
    limited: stock - inCart > room,
    quantity,
    chooseVariant: (next: Variant) => keep({ variant: next, quantity }),
    chooseQuantity: (next: number) => keep({ variant, quantity: next }),
    reset: () => setChosen(undefined),
  };
}
