import * as z from "zod/mini";

/** An amount in dollars with at most two decimals. `name` is what messages call it. */
export const namedDollars = (name: string) =>
  z.number(`${name} must be a number such as 12.50`).check(
    z.nonnegative(`${name} must not be negative`),
    z.lte(1_000_000, `${name} must be at most $1,000,000.00`),
    z.refine(
      (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
      `${name} must have at most two decimals`,
    ),
  );

/** An amount in dollars. Money is stored and sent in this form. */
export const Dollars = namedDollars("Amount");

/** Converts dollars to integer cents. Amounts are added, subtracted and divided into shares in cents. */
export const toCents = (dollars: number): number => Math.round(dollars * 100);

/** Converts integer cents to dollars with two decimals. */
export const toDollars = (cents: number): number => Math.round(cents) / 100;

const formatter = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Formats dollars for display: `$1,234.50`. */
export const formatMoney = (dollars: number): string => formatter.format(dollars);

/** `priceEach` (dollars) times a whole quantity, in dollars. */
export const lineTotal = (priceEach: number, quantity: number): number =>
  toDollars(toCents(priceEach) * quantity);
