import { describe, expect, test } from "vitest";
import type { CartLine } from "../../../shared/cart.ts";
import { cartTotal } from "../../../shared/cart.ts";
import { defaultTerms } from "../../../shared/order-terms.ts";
import {
  acceptChanges,
  acceptedTotal,
  changesOf,
} from "../../../web/src/features/checkout/form/cart-changes.ts";
import { testProduct } from "../../support/fixtures.ts";

const tee = testProduct({ id: "tee", price: 28 });
const polo = testProduct({
  id: "polo",
  price: 40,
  variants: [
    { id: "m", stock: 9 },
    { id: "l", stock: 9 },
  ],
});
const ticket = testProduct({ id: "ticket", category: "ticket", price: 45 });
const lines: CartLine[] = [
  { product: tee, quantity: 2 },
  { product: polo, quantity: 6, variantId: "m" },
  { product: polo, quantity: 1, variantId: "l" },
  { product: ticket, quantity: 1 },
];
const higherPrice = { id: "tee", n: "Angel's Share Tee", price: 32, available: 10 };
const lowerStock = { id: "polo", v: "m", n: "Polo", price: 40, available: 4 };
const soldOut = { id: "polo", v: "l", n: "Polo", price: 40, available: 0 };
const removedTicket = { id: "ticket", n: "Ticket", price: null, available: 0 };

describe("the changes of a cart", () => {
  test("have a line's old and new price, or its quantity and the lower stock; other variants are not affected", () => {
    const changes = changesOf(lines, [higherPrice, lowerStock]);
    expect(
      changes.map(({ line, price, shortage, isGone }) => [line.product.id, price, shortage, isGone]),
    ).toEqual([
      ["tee", { was: 28, now: 32 }, undefined, false],
      ["polo", undefined, { inCart: 6, available: 4 }, false],
    ]);
  });

  test("distinguish a sold-out variant from a product that is no longer in the shop", () => {
    const [first, second] = changesOf(lines, [soldOut, removedTicket]);
    expect([first?.shortage, first?.isGone]).toEqual([{ inCart: 1, available: 0 }, false]);
    expect([second?.shortage, second?.isGone]).toEqual([undefined, true]);
  });

  test("leave out a line whose price has not changed and whose stock is enough", () => {
    expect(changesOf(lines, [{ ...higherPrice, price: 28 }])).toEqual([]);
  });
});

describe("accepting the changes", () => {
  const acceptedLines = acceptChanges(lines, [higherPrice, lowerStock, soldOut, removedTicket], []);

  test("updates prices, lowers quantities, removes sold-out variants and missing products, and keeps other lines", () => {
    expect(
      acceptedLines.map(({ product, quantity, variantId }) => [
        product.id,
        variantId,
        product.price,
        quantity,
      ]),
    ).toEqual([
      ["tee", undefined, 32, 2],
      ["polo", "m", 40, 4],
    ]);
    expect(acceptChanges(lines, [higherPrice], []).slice(1)).toEqual(lines.slice(1));
  });

  test("takes the stock of a variant from the server's response", () => {
    expect(acceptedLines[1]?.product.variants?.find(({ id }) => id === "m")?.stock).toBe(4);
  });

  test("takes name, price and stock of a product from the server's response, and its other fields from the catalog", () => {
    const catalogTee = { ...tee, name: "Tee", category: "ticket", price: 1, stock: 99 };
    const [line] = acceptChanges(lines, [higherPrice], [catalogTee]);
    expect(line?.product).toMatchObject({ category: "ticket", name: higherPrice.n, price: 32, stock: 10 });
  });

  test("empties a cart whose only product was removed from the shop", () => {
    expect(acceptChanges([{ product: ticket, quantity: 1 }], [removedTicket], [])).toEqual([]);
  });
});

describe("the total of the accepted cart", () => {
  const termsFor = (newLines: readonly CartLine[]) => ({
    ...defaultTerms,
    // Shipping is free from $100.
    shippingFee: cartTotal(newLines) < 100 ? 8 : 0,
  });
  const cart: CartLine[] = [{ product: tee, quantity: 4 }];
  const cartWithFewer = acceptChanges(cart, [{ ...higherPrice, available: 3 }], []);

  test("has the new prices and, if the order is shipped, the shipping fee of the new cart", () => {
    expect(acceptedTotal(cartWithFewer, true, termsFor, [])).toBe(3 * 32 + 8);
    expect(acceptedTotal(cartWithFewer, false, termsFor, [])).toBe(3 * 32);
  });

  test("is not known while a code or the tax has to be calculated for the new cart, unless the cart is empty", () => {
    expect(acceptedTotal(cartWithFewer, false, termsFor, ["your discount code"])).toBeUndefined();
    expect(acceptedTotal([], true, termsFor, ["your discount code"])).toBe(0);
  });
});
