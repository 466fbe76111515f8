import { describe, expect, test } from "vitest";
import type { CartLine } from "../../../shared/cart.ts";
import { compareWithCatalog, orderableLines } from "../../../web/src/cart/compare-with-catalog.ts";
import { eventInDays, testProduct } from "../../support/fixtures.ts";

const tee = testProduct({ id: "tee", price: 28, stock: 10 });
const polo = testProduct({
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
const changesIn = (products: Parameters<typeof compareWithCatalog>[1]) =>
  compareWithCatalog(lines, products).map(({ change }) => change);

describe("a cart compared with the catalog", () => {
  test("has no changes when the prices are the same and the stock suffices", () => {
    expect(changesIn([{ ...tee, stock: 2, description: "Softer." }, polo])).toEqual([undefined, undefined]);
  });

  test("reports the old and the new price, and its line has the new price", () => {
    const comparedLines = compareWithCatalog(lines, [{ ...tee, price: 32 }, polo]);
    expect(comparedLines[0]?.change).toEqual({ price: { was: 28, now: 32 } });
    expect(comparedLines[0]?.line.product.price).toBe(32);
  });

  test("lowers a line's quantity to the stock of the line's variant", () => {
    const variants = [
      { id: "m", stock: 4 },
      { id: "l", stock: 0 },
    ];
    const comparedLines = compareWithCatalog(lines, [tee, { ...polo, variants }]);
    expect(comparedLines.map(({ change }) => change)).toEqual([
      undefined,
      { shortage: { inCart: 6, available: 4 } },
    ]);
    expect(orderableLines(comparedLines).map(({ quantity }) => quantity)).toEqual([2, 4]);
  });

  test.each([
    ["sold out", [{ ...tee, stock: 0 }, polo]],
    ["no longer in the shop", [polo]],
    ["now offered only in variants", [{ ...tee, variants: [{ id: "s", stock: 5 }] }, polo]],
  ])("cannot order a line that is %s, but can order the other lines", (_, products) => {
    const comparedLines = compareWithCatalog(lines, products);
    expect(comparedLines[0]?.change).toEqual({ shortage: { inCart: 2, available: 0 } });
    expect(comparedLines[0]?.line.quantity).toBe(2);
    expect(orderableLines(comparedLines).map(({ product }) => product.id)).toEqual(["polo"]);
  });

  test("cannot order a ticket whose sales have ended, whether or not the store still has the ticket", () => {
    const ticket = testProduct({ category: "ticket", event: eventInDays(1) });
    const line: CartLine = { product: ticket, quantity: 1 };
    const start = Date.parse(ticket.event?.startsAt ?? "");
    const changeAt = (now: number, catalog = [ticket]) => compareWithCatalog([line], catalog, now)[0]?.change;
    expect(changeAt(start - 1)).toBeUndefined();
    const shortage = { inCart: 1, available: 0, salesEnded: true };
    expect([changeAt(start), changeAt(start, [])]).toEqual([{ shortage }, { shortage }]);
  });

  test("cannot order a variant that was removed from the shop", () => {
    expect(changesIn([tee, { ...polo, variants: [{ id: "l", stock: 9 }] }])[1]).toEqual({
      shortage: { inCart: 6, available: 0 },
    });
  });
});
