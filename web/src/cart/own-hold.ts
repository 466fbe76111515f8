import * as z from "zod/mini";
import type { Product } from "../../../shared/product.ts";
import { latestAttempt } from "../checkout-attempt.ts";
import { createStore } from "../store.ts";

/**
 * Pieces of one product or variant that the visitor's payment page holds, or held until a moment ago. The catalog's stock may
 * lack them.
 */
export type HeldPieces = { productId: string; variantId: string | undefined; quantity: number };

/** The order's items in the attempt's contents. `v`: the variant's id, `q`: the quantity. */
const AttemptContents = z.object({
  items: z.array(z.object({ id: z.string(), v: z.optional(z.string()), q: z.int() })),
});

/** The pieces of this tab's latest attempt while `nowMs` is before its `heldUntil`; otherwise none. */
export function readOwnHold(nowMs: number): HeldPieces[] {
  const attempt = latestAttempt.read();
  if ((attempt?.heldUntil ?? 0) <= nowMs) return [];
  try {
    const { success, data } = z.safeParse(AttemptContents, JSON.parse(attempt?.contents ?? ""));
    return success ? data.items.map(({ id, v, q }) => ({ productId: id, variantId: v, quantity: q })) : [];
  } catch {
    return [];
  }
}

/**
 * Calls `onEnd` 50 ms after the end of the hold, because timers may be early. Returns a function that cancels
 * the call.
 */
function watchEnd(onEnd: () => void): () => void {
  const remainingMs = (latestAttempt.read()?.heldUntil ?? 0) - Date.now();
  const timer = remainingMs > 0 ? setTimeout(onEnd, remainingMs + 50) : undefined;
  return () => clearTimeout(timer);
}

/** The visitor's own hold, read again at each render and when the hold ends. */
export const ownHoldStore = createStore<readonly HeldPieces[]>({
  initial: [],
  connect: watchEnd,
  read: (previous) => {
    const heldPieces = readOwnHold(Date.now());
    return JSON.stringify(heldPieces) === JSON.stringify(previous) ? previous : heldPieces;
  },
});

/** The product with the held pieces added to its stock, and to the stock of its variants. */
function withHeldPieces(product: Product, heldPieces: readonly HeldPieces[]): Product {
  const heldQuantity = (variantId: string | undefined) =>
    heldPieces
      .filter((pieces) => pieces.variantId === variantId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  if (!product.variants?.length) return { ...product, stock: product.stock + heldQuantity(undefined) };
  const variants = product.variants.map((variant) => ({
    ...variant,
    stock: variant.stock + heldQuantity(variant.id),
  }));
  return { ...product, variants, stock: variants.reduce((sum, { stock }) => sum + stock, 0) };
}

/**
 * The products with the pieces of the visitor's own hold added to their stock. The visitor can buy the held pieces
 * too, because a new checkout replaces the earlier hold. Products without held pieces stay the same objects.
 */
export function withOwnHold(
  products: readonly Product[],
  heldPieces: readonly HeldPieces[],
): readonly Product[] {
  if (heldPieces.length === 0) return products;
  return products.map((product) => {
    const productPieces = heldPieces.filter(({ productId }) => productId === product.id);
    return productPieces.length === 0 ? product : withHeldPieces(product, productPieces);
  });
}
