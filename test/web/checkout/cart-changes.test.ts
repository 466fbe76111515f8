import { describe, expect, test } from "vitest";
import type { CartLine } from "../../../shared/cart.ts";
import { acceptChanges, changesOf } from "../../../web/src/features/checkout/cart-changes.ts";
import { shirt } from "../../support/fixtures.ts";

const tee = shirt({ id: "tee", price: 28 });
const polo = shirt({
  id: "polo",
  price: 40,
  variants: [
    { id: "m", stock: 9 },
    { id: "l", stock: 9 },
  ],
});
const ticket = shirt({ id: "ticket", category: "ticket", price: 45 });
const lines: CartLine[] = [
  { product: tee, quantity: 2 },
  { product: polo, quantity: 6, variantId: "m" },
  { product: polo, quantity: 1, variantId: "l" },
  { product: ticket, quantity: 1 },
];
const dearer = { id: "tee", n: "Angel's Share Tee", price: 32, available: 10 };
const fewer = { id: "polo", v: "m", n: "Polo", price: 40, available: 4 };
const soldOut = { id: "polo", v: "l", n: "Polo", price: 40, available: 0 };
const gone = { id: "ticket", n: "Ticket", price: null, available: 0 };

describe("what changed in a cart", () => {
  test("each line with its old and new price, and what is left; other variants stay out of it", () => {
    const changes = changesOf(lines, [dearer, fewer]);
    expect(
      changes.map(({ key, price, short, gone: isGone }) => [key.productId, price, short, isGone]),
    ).toEqual([
      ["tee", { was: 28, now: 32 }, undefined, false],
      ["polo", undefined, { wanted: 6, available: 4 }, false],
    ]);
  });

  test("sold out is not the same as gone", () => {
    const [first, second] = changesOf(lines, [soldOut, gone]);
    expect([first?.short, first?.gone]).toEqual([{ wanted: 1, available: 0 }, false]);
    expect([second?.short, second?.gone]).toEqual([undefined, true]);
  });

  test("a line that the server names without a difference is no change", () => {
    expect(changesOf(lines, [{ ...dearer, price: 28 }])).toEqual([]);
  });
});

describe("accepting what changed", () => {
  const accepted = acceptChanges(lines, [dearer, fewer, soldOut, gone], []);

  test("takes new prices, caps quantities, removes what is gone and leaves the rest alone", () => {
    expect(
      accepted.map(({ product, quantity, variantId }) => [product.id, variantId, product.price, quantity]),
    ).toEqual([
      ["tee", undefined, 32, 2],
      ["polo", "m", 40, 4],
    ]);
    expect(acceptChanges(lines, [dearer], []).slice(1)).toEqual(lines.slice(1));
  });

  test("knows what is left from then on", () => {
    expect(accepted[1]?.product.variants?.find(({ id }) => id === "m")?.stock).toBe(4);
  });

  test("what else the catalogue says of a product comes along; price and stock are the answer's", () => {
    const fresh = { ...tee, category: "ticket", price: 1, stock: 99 };
    const [line] = acceptChanges(lines, [dearer], [fresh]);
    expect([line?.product.category, line?.product.price, line?.product.stock]).toEqual(["ticket", 32, 10]);
  });

  test("nothing left is an empty cart", () => {
    expect(acceptChanges([{ product: ticket, quantity: 1 }], [gone], [])).toEqual([]);
  });
});
