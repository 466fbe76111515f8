import type { AdminProducts } from "../../../../../shared/admin-products.ts";

/** How many people wait for a product, by variant id; '' for a product without variants. */
export type WaitingCounts = Readonly<Record<string, number>>;

/**
 * The numbers of waiting people by product id. Plain objects, because TanStack Query keeps a plain object that has not changed, but
 * replaces a map at each poll. With the same object, a memoized row does not render again.
 */
export function waitingByProduct(waiting: AdminProducts["waiting"]): Readonly<Record<string, WaitingCounts>> {
  const byProduct: Record<string, Record<string, number>> = {};
  for (const { productId, variantId = "", people } of waiting)
    byProduct[productId] = { ...byProduct[productId], [variantId]: people };
  return byProduct;
}

/** '3 people wait for it'; undefined if nobody waits. */
export function waitingText(peopleCount: number): string | undefined {
  if (peopleCount === 0) return undefined;
  return peopleCount === 1 ? "1 person waits for it" : `${peopleCount} people wait for it`;
}

/** The number of people who wait for any variant of a product. */
export const waitingPeopleCount = (counts: WaitingCounts | undefined): number =>
  Object.values(counts ?? {}).reduce((sum, people) => sum + people, 0);
