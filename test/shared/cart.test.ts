import { describe, expect, test } from "vitest";
import type { CartLine } from "../../shared/cart.ts";
import {
  addLine,
  cartTotal,
  needsShipping,
  parseCart,
  removeLine,
  roomFor,
  updateLine,
} from "../../shared/cart.ts";
import { cartFigures } from "../../shared/cart-figures.ts";
import { toCents } from "../../shared/money.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { fillMissingFields } from "../../web/src/cart/missing-fields.ts";
import { testProduct } from "../support/fixtures.ts";

const tee = testProduct({ id: "tee", price: 24.99 });
const polo = testProduct({
  id: "polo",
  price: 40,
  variants: [
    { id: "m", stock: 3 },
    { id: "l", stock: 3 },
  ],
});
const ticket = testProduct({ id: "ticket", category: "ticket", price: 0.1 });
const line = (product = tee, quantity = 1, variantId?: string): CartLine => ({
  product,
  quantity,
  ...(variantId ? { variantId } : {}),
});
const rowsOf = (lines: readonly CartLine[]) =>
  lines.map(({ product, quantity, variantId }) => [product.id, variantId, quantity]);

describe("in a cart", () => {
  test("adding an existing line increases its quantity; another variant is another line", () => {
    const lines = [line(polo, 1, "m"), line(tee, 2), line(polo, 3, "l"), line(polo, 2, "m")];
    expect(rowsOf(lines.reduce<CartLine[]>(addLine, []))).toEqual([
      ["polo", "m", 3],
      ["tee", undefined, 2],
      ["polo", "l", 3],
    ]);
  });

  test("adding a line updates its product, and stops at a quantity of 10", () => {
    const [increasedLine] = addLine([line(tee, 8)], line({ ...tee, price: 30 }, 5));
    expect([increasedLine?.quantity, increasedLine?.product.price]).toEqual([10, 30]);
    const [fullLine] = addLine([line(tee, 10)], line({ ...tee, price: 30 }, 1));
    expect([fullLine?.quantity, fullLine?.product.price]).toEqual([10, 30]);
  });

  test("one product has at most 10 pieces, all its variants together", () => {
    const lines = [line(polo, 7, "m"), line(tee, 9)];
    expect(roomFor(lines, "polo")).toBe(3);
    const fullCart = addLine(lines, line(polo, 5, "l"));
    expect(rowsOf(fullCart)).toEqual([
      ["polo", "m", 7],
      ["tee", undefined, 9],
      ["polo", "l", 3],
    ]);
    expect(rowsOf(addLine(fullCart, line(polo, 1, "s")))).toEqual(rowsOf(fullCart));
    expect(rowsOf(updateLine(fullCart, { productId: "polo", variantId: "l" }, 9))).toEqual(rowsOf(fullCart));
    expect(rowsOf(updateLine(fullCart, { productId: "tee" }, 99))[1]).toEqual(["tee", undefined, 10]);
  });

  test("a removal or a new quantity applies to only one product and variant", () => {
    const lines = [line(polo, 1, "m"), line(polo, 1, "l")];
    expect(rowsOf(removeLine(lines, { productId: "polo", variantId: "m" }))).toEqual([["polo", "l", 1]]);
    expect(rowsOf(updateLine(lines, { productId: "polo", variantId: "l" }, 4))).toEqual([
      ["polo", "m", 1],
      ["polo", "l", 4],
    ]);
    expect(rowsOf(removeLine(lines, { productId: "polo" }))).toEqual(rowsOf(lines));
  });

  test.each([0, -1, 1.5, Number.NaN])("a new quantity of %d changes nothing", (quantity) => {
    expect(rowsOf(updateLine([line(tee, 2)], { productId: "tee" }, quantity))).toEqual([
      ["tee", undefined, 2],
    ]);
  });

  test("the total is exact where floating-point arithmetic would have rounding errors", () => {
    expect(cartTotal([line(ticket, 3), line(tee, 3)])).toBe(75.27);
    expect(cartTotal([])).toBe(0);
  });

  test("shipping costs the fee if the customer asks for it and the cart has more than tickets", () => {
    expect(needsShipping([line(ticket)])).toBe(false);
    expect(cartFigures([line(ticket, 2)], true)).toEqual({ sub: 0.2, ship: 0, tot: 0.2 });
    expect(cartFigures([line(ticket), line(tee)], true)).toEqual({
      sub: 25.09,
      ship: SHIPPING_FEE,
      tot: (2509 + toCents(SHIPPING_FEE)) / 100,
    });
    expect(cartFigures([line(tee)], false)).toEqual({ sub: 24.99, ship: 0, tot: 24.99 });
  });
});

describe("a cart from storage or navigation", () => {
  test("keeps lines with an id and a numeric quantity, merges repeated lines and reports broken lines", () => {
    const { lines, isBroken } = parseCart([
      line(tee, 1),
      { product: {} },
      { product: { id: "" }, quantity: 1 },
      line(tee, 2),
      { ...line(tee), quantity: "2" },
      { ...line(tee), quantity: Number.NaN },
    ]);
    expect([rowsOf(lines), isBroken]).toEqual([[["tee", undefined, 3]], true]);
  });

  test.each<[description: string, product: object, missing: string[]]>([
    ["only its id", { id: "tee" }, ["name", "price", "imageUrl"]],
    ["no value for a newer field", { ...tee, imageUrl: undefined }, ["imageUrl"]],
    ["a field of another type", { ...tee, details: "Soft" }, ["details"]],
    ["a text as its price", { ...tee, price: "24.99" }, ["price"]],
  ])("keeps a line whose product has %s, and fills it in from the catalog", (_, product, missing) => {
    const storedCart = parseCart([{ product, quantity: 2 }]);
    expect([rowsOf(storedCart.lines), storedCart.isBroken]).toEqual([[["tee", undefined, 2]], false]);
    expect(storedCart.lines[0]?.missing).toEqual(expect.arrayContaining(missing));
    // Storing and reading the cart again keeps the list of missing fields.
    const parsedAgain = parseCart(JSON.parse(JSON.stringify(storedCart.lines)));
    expect(parsedAgain).toEqual(storedCart);
    expect(fillMissingFields(parsedAgain.lines, [polo, tee])).toEqual([line(tee, 2)]);
    expect(fillMissingFields(parsedAgain.lines, [polo])).toEqual(storedCart.lines);
  });

  test("drops unknown fields of a line, and keeps the line", () => {
    expect(parseCart([{ ...line({ ...tee, ...{ fabric: "wool" } }), note: "x" }])).toEqual({
      lines: [line(tee)],
      isBroken: false,
      isReduced: false,
    });
  });

  test("keeps a stored price when it fills in missing fields, so that the change of price is shown", () => {
    const { lines } = parseCart([{ product: { id: "tee", price: 20 }, quantity: 1 }]);
    expect(fillMissingFields(lines, [tee])[0]?.product).toEqual({ ...tee, price: 20 });
  });

  test.each([
    [0, 1],
    [-3, 1],
    [2.7, 2],
    [10, 10],
    [99, 10],
    [1e9, 10],
  ])("reads a stored quantity of %d as %d", (quantity, expected) =>
    expect(rowsOf(parseCart([line(tee, quantity)]).lines)).toEqual([["tee", undefined, expected]]),
  );

  test("reduces lines above the limit: the first lines keep the most, and every line keeps one piece", () => {
    const cart = parseCart([line(polo, 40, "m"), line(tee, 3), line(polo, 2, "l"), line(polo, 5, "s")]);
    expect([rowsOf(cart.lines), cart.isReduced]).toEqual([
      [
        ["polo", "m", 8],
        ["tee", undefined, 3],
        ["polo", "l", 1],
        ["polo", "s", 1],
      ],
      true,
    ]);
    expect(parseCart(cart.lines).isReduced).toBe(false);
  });

  test.each([
    [null, false],
    [undefined, false],
    [[], false],
    ["x", true],
    [{}, true],
    [{ lines: [] }, true],
    [[{ quantity: 2 }], true],
    [[{ product: { id: "prd_1" }, quantity: "2" }], true],
    [[null], true],
    [[{ product: "__proto__", quantity: 1 }], true],
  ])("with the value %j is empty, and broken: %j", (value, isBroken) =>
    expect(parseCart(value)).toEqual({ lines: [], isBroken, isReduced: false }),
  );
});
