import { useState } from "react";
import { quantityIn, roomFor } from "../../../shared/cart.ts";
import type { Product } from "../../../shared/product.ts";
import { useCart } from "../cart/cart-context.tsx";
import { addableQuantity } from "./add-to-cart.ts";
import { useSalesEnded } from "./use-event-times.ts";
import type { Selection, Trait } from "./variant-choice.ts";
import { missingTrait, selectedVariant, validSelection } from "./variant-choice.ts";

type Choice = { productId: string; selection: Selection; quantity: number; promptCount: number };

/**
 * The color, size and quantity that the visitor chose. The initial quantity is 1; a color or size is chosen initially only
 * if it is the only one. `maxQuantity` is 0 if the product is sold out, or if the cart already has all pieces that are
 * available or allowed.
 */
export function useProductChoice(product: Product | undefined) {
  const { lines } = useCart();
  const [lastChoice, setLastChoice] = useState<Choice>();
  const currentChoice = product && lastChoice?.productId === product.id ? lastChoice : undefined;

  const wantedSelection = currentChoice?.selection ?? {};
  const selection = product ? validSelection(product, wantedSelection) : {};
  const traitToChoose = product && missingTrait(product, selection);
  const variant = product && selectedVariant(product, selection);
  const stock = variant?.stock ?? product?.stock ?? 0;
  const quantityInCart = product ? quantityIn(lines, { productId: product.id, variantId: variant?.id }) : 0;
  /** How many more pieces the limit for a product allows in the cart. */
  const room = product ? Math.max(0, roomFor(lines, product.id)) : 0;
  const maxQuantity = addableQuantity(stock, quantityInCart, room);
  const quantity = Math.min(currentChoice?.quantity ?? 1, Math.max(1, maxQuantity));

  const changeChoice = (next: Partial<Choice>) => {
    if (product) setLastChoice({ productId: product.id, selection, quantity, promptCount: 0, ...next });
  };
  return {
    selection,
    salesEnded: useSalesEnded(product),
    variant,
    /** The trait that the visitor still has to choose. */
    traitToChoose,
    /** The chosen value that cannot be bought any more, or cannot be bought in the color that was chosen later. */
    soldOutValue: traitToChoose && wantedSelection[traitToChoose],
    /** How often the visitor was prompted to choose `traitToChoose`; 0 after the next choice. */
    promptCount: currentChoice?.promptCount ?? 0,
    /** The stock of the variant, or of the product while no variant is chosen. */
    stock,
    maxQuantity,
    /** Whether the limit for a product allows fewer pieces than the stock. */
    isLimitedPerProduct: stock - quantityInCart > room,
    quantity,
    choose: (trait: Trait, value: string) => changeChoice({ selection: { ...selection, [trait]: value } }),
    chooseQuantity: (next: number) => changeChoice({ quantity: next }),
    /** Moves the focus to the options of `traitToChoose`. */
    promptForTrait: () => changeChoice({ promptCount: (currentChoice?.promptCount ?? 0) + 1 }),
    reset: () => setLastChoice(undefined),
  };
}

export type ProductChoice = ReturnType<typeof useProductChoice>;
