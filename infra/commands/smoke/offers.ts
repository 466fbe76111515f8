// What the smoke test of a deployed shop orders.
import { randomUUID } from "node:crypto";
import { haveSalesEnded } from "../../../shared/event-facts.ts";
import type { OrderData } from "../../../shared/order-data.ts";
import type { Product } from "../../../shared/product.ts";

/** A product, or one of its variants. `available`: the pieces for sale, 0 if it is sold out. */
export type Offer = { product: Product; variantId?: string; available: number };

/** The offers of a product, one for each variant, also those that are sold out. */
export function offersOf(product: Product): Offer[] {
  const variants = product.variants ?? [];
  if (variants.length === 0) return [{ product, available: product.stock }];
  return variants.map(({ id, stock }) => ({ product, variantId: id, available: stock }));
}

/**
 * The offer with the most pieces, so that the test does not hold the last piece. Undefined if nothing can be bought: all
 * products are sold out, or are tickets whose sales have ended.
 */
export const bestOffer = (products: readonly Product[], now: number): Offer | undefined =>
  products
    .filter((product) => !haveSalesEnded(product, now))
    .flatMap(offersOf)
    .filter(({ available }) => available > 0)
    .sort((a, b) => b.available - a.available)[0];

/** An order of one piece. It is not shipped: it has no shipping address and no shipping fee. */
export const orderOf = ({ product, variantId }: Offer): OrderData => ({
  oId: randomUUID(),
  bill: {
    fn: "Smoke",
    ln: "Test",
    addr: "",
    city: "",
    state: "",
    zip: "40202",
    country: "US",
    phone: "502-555-0100",
    email: "smoke@example.com",
  },
  items: [
    {
      id: product.id,
      ...(variantId === undefined ? {} : { v: variantId }),
      n: product.name,
      p: product.price,
      q: 1,
      cat: product.category,
    },
  ],
  fin: { sub: product.price, ship: 0, tot: product.price },
  updates: false,
});
