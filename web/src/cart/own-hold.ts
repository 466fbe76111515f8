import * as z from "zod/mini";
import type { Product } from "../../../shared/product.ts";
import { latestAttempt } from "../checkout-attempt.ts";
import { createStore } from "../store.ts";

/** Pieces that the visitor's open payment page holds. The catalog's stock is without them. */
export type HeldPieces = { productId: string; variantId: string | undefined; quantity: number };

const Contents = z.object({
  items: z.array(z.object({ id: z.string(), v: z.optional(z.string()), q: z.int() })),
});

/** The pieces that the latest attempt of this tab holds. */
export function readOwnHold(nowMs: number): HeldPieces[] {
  const attempt = latestAttempt.read();
  if ((attempt?.heldUntil ?? 0) <= nowMs) return [];
  try {
    const { success, data } = z.safeParse(Contents, JSON.parse(attempt?.contents ?? ""));
    return success ? data.items.map(({ id, v, q }) => ({ productId: id, variantId: v, quantity: q })) : [];
  } catch {
    return [];
  }
}

/** The visitor's own hold, read again at each render. */
export const ownHoldStore = createStore<readonly HeldPieces[]>({
  initial: [],
  read: (previous) => {
    const next = readOwnHold(Date.now());
    return JSON.stringify(next) === JSON.stringify(previous) ? previous : next;
  },
});

/** The products as this visitor can buy them: a new checkout of a visitor replaces the visitor's earlier hold. */
export function withOwnHold(products: readonly Product[], held: readonly HeldPieces[]): readonly Product[] {
  if (held.length === 0) return products;
  const heldOf = (productId: string, variantId: string | undefined) =>
    held
      .filter((pieces) => pieces.productId === productId && pieces.variantId === variantId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  return products.map((product) => ({
    ...product,
    stock: product.stock + heldOf(product.id, undefined),
    ...(product.variants && {
      variants: product.variants.map((variant) => ({
        ...variant,
        stock: variant.stock + heldOf(product.id, variant.id),
      })),
    }),
  }));
}
