import { describe, expect, test } from "vitest";
import type { CartLine } from "../../../shared/cart.ts";
import { freshCart, orderable } from "../../../web/src/cart/fresh-cart.ts";
import { shirt } from "../../support/fixtures.ts";

const tee = shirt({ id: "tee", price: 28, stock: 10 });
const polo = shirt({
  id: "polo",
  price: 40,
  variants: [
    { id: "m", stock: 9 },
    { id: "l", stock: 9 },
  ],
});
const lines: CartLine[] = [
  { product: tee, quantity: 2 },
  { product: polo, quantity: 6, variantId: "m" },
];
const newsOf = (products: Parameters<typeof freshCart>[1]) =>
  freshCart(lines, products).map(({ news }) => news);

describe("a cart against the catalogue", () => {
  test("nothing is new when nothing changed, or only what a line does not show", () => {
    expect(newsOf([{ ...tee, stock: 2, description: "Softer." }, polo])).toEqual([undefined, undefined]);
  });

  test("a new price is told with the old one, and the line has the new one", () => {
    const fresh = freshCart(lines, [{ ...tee, price: 32 }, polo]);
    expect(fresh[0]?.news).toEqual({ price: { was: 28, now: 32 } });
    expect(fresh[0]?.line.product.price).toBe(32);
  });

  test("fewer than wanted lowers the quantity, of that variant only", () => {
    const variants = [
      { id: "m", stock: 4 },
      { id: "l", stock: 0 },
    ];
    const fresh = freshCart(lines, [tee, { ...polo, variants }]);
    expect(fresh.map(({ news }) => news)).toEqual([undefined, { short: { wanted: 6, left: 4 } }]);
    expect(orderable(fresh).map(({ quantity }) => quantity)).toEqual([2, 4]);
  });

  test.each([
    ["sold out", [{ ...tee, stock: 0 }, polo]],
    ["no longer in the shop", [polo]],
    ["now only in variants", [{ ...tee, variants: [{ id: "s", stock: 5 }] }, polo]],
  ])("a line that is %s cannot be ordered; the others can", (_, products) => {
    const fresh = freshCart(lines, products);
    expect(fresh[0]?.news).toEqual({ short: { wanted: 2, left: 0 } });
    expect(fresh[0]?.line.quantity).toBe(2);
    expect(orderable(fresh).map(({ product }) => product.id)).toEqual(["polo"]);
  });

  test("a variant that was taken out of the shop cannot be ordered", () => {
    expect(newsOf([tee, { ...polo, variants: [{ id: "l", stock: 9 }] }])[1]).toEqual({
      short: { wanted: 6, left: 0 },
    });
  });
});
