import { describe, expect, test } from "vitest";
import type { CartLine } from "../../shared/cart.ts";
import { addLine, cartTotal, needsShipping, readCart, removeLine, updateLine } from "../../shared/cart.ts";
import { cartFigures } from "../../shared/order-data.ts";
import { shirt } from "../support/fixtures.ts";

const tee = shirt({ id: "tee", price: 24.99 });
const polo = shirt({
  id: "polo",
  price: 40,
  variants: [
    { id: "m", stock: 3 },
    { id: "l", stock: 3 },
  ],
});
const ticket = shirt({ id: "ticket", category: "ticket", price: 0.1 });
const line = (product = tee, quantity = 1, variantId?: string): CartLine => ({
  product,
  quantity,
  ...(variantId ? { variantId } : {}),
});
const shape = (lines: readonly CartLine[]) =>
  lines.map(({ product, quantity, variantId }) => [product.id, variantId, quantity]);

describe("a cart", () => {
  test("adding what is there increases its quantity; another variant is another line", () => {
    const lines = [line(polo, 1, "m"), line(tee, 2), line(polo, 3, "l"), line(polo, 2, "m")];
    expect(shape(lines.reduce<CartLine[]>(addLine, []))).toEqual([
      ["polo", "m", 3],
      ["tee", undefined, 2],
      ["polo", "l", 3],
    ]);
  });

  test("adding takes the product as it is now, and no more than 99", () => {
    const [kept] = addLine([line(tee, 98)], line({ ...tee, price: 30 }, 10));
    expect([kept?.quantity, kept?.product.price]).toEqual([99, 30]);
  });

  test("removing and changing name product and variant", () => {
    const lines = [line(polo, 1, "m"), line(polo, 1, "l")];
    expect(shape(removeLine(lines, { productId: "polo", variantId: "m" }))).toEqual([["polo", "l", 1]]);
    expect(shape(updateLine(lines, { productId: "polo", variantId: "l" }, 4))).toEqual([
      ["polo", "m", 1],
      ["polo", "l", 4],
    ]);
    expect(shape(removeLine(lines, { productId: "polo" }))).toEqual(shape(lines));
  });

  test.each([0, -1, 1.5, Number.NaN, 100])("a quantity of %d changes nothing", (quantity) => {
    expect(shape(updateLine([line(tee, 2)], { productId: "tee" }, quantity))).toEqual([
      ["tee", undefined, 2],
    ]);
  });

  test("its total is exact where floating point is not", () => {
    expect(cartTotal([line(ticket, 3), line(tee, 3)])).toBe(75.27);
    expect(cartTotal([])).toBe(0);
  });

  test("shipping costs $10, for what is no ticket and only when asked for", () => {
    expect(needsShipping([line(ticket)])).toBe(false);
    expect(cartFigures([line(ticket, 2)], true)).toEqual({ sub: 0.2, ship: 0, tot: 0.2 });
    expect(cartFigures([line(ticket), line(tee)], true)).toEqual({ sub: 25.09, ship: 10, tot: 35.09 });
    expect(cartFigures([line(tee)], false)).toEqual({ sub: 24.99, ship: 0, tot: 24.99 });
  });
});

describe("a cart from storage or navigation", () => {
  test("keeps whole lines, merges repeats and says that others were broken", () => {
    const { lines, broken } = readCart([
      line(tee, 1),
      { product: {} },
      line(tee, 2),
      { ...line(tee), quantity: "2" },
    ]);
    expect([shape(lines), broken]).toEqual([[["tee", undefined, 3]], true]);
  });

  test.each([
    [null, false],
    [undefined, false],
    [[], false],
    ["x", true],
    [{}, true],
    [[null], true],
  ])("%j is empty; broken: %j", (value, broken) => expect(readCart(value)).toEqual({ lines: [], broken }));
});
