import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { Dollars, formatMoney, lineTotal, toCents, toDollars } from "../../shared/money.ts";

const cents = fc.integer({ min: 0, max: 100_000_000 });

describe("for amounts of money,", () => {
  test.each([
    [0.1 + 0.2, 30],
    [1.1 * 3, 330],
    [19.99, 1999],
    [4.35, 435],
    [0, 0],
    [999_999.99, 99_999_999],
  ])("%d dollars are %d cents", (dollars, amount) => expect(toCents(dollars)).toBe(amount));

  test("converting cents to dollars and back loses nothing", () => {
    fc.assert(
      fc.property(cents, (amount) => toCents(toDollars(amount)) === amount),
      { seed: 7 },
    );
  });

  test("a line's total is its price times its quantity, exact to the cent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 1, max: 99 }),
        (price, quantity) => {
          return toCents(lineTotal(toDollars(price), quantity)) === price * quantity;
        },
      ),
      { seed: 7 },
    );
  });

  test.each([
    [0, "$0.00"],
    [5, "$5.00"],
    [24.9, "$24.90"],
    [1234.5, "$1,234.50"],
  ])("%d dollars are shown as %s", (dollars, text) => expect(formatMoney(dollars)).toBe(text));

  test.each([0, 0.1, 24.99, 4.35, 1_000_000])("%d is a valid amount in dollars", (value) => {
    expect(z.safeParse(Dollars, value).success).toBe(true);
  });
  test.each([-0.01, 1.005, 1_000_000.01, Number.NaN, Infinity, "5", null])(
    "%j is not a valid amount in dollars",
    (value) => {
      expect(z.safeParse(Dollars, value).success).toBe(false);
    },
  );
});
