import * as z from "zod/mini";

/** An amount in dollars with at most two decimals. Money is stored and sent in this form. */
export const Dollars = z.number().check(
  z.nonnegative("Must not be negative"),
  z.lte(1_000_000, "Must be at most $1,000,000.00"),
  z.refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    "Must have at most two decimals",
  ),
);

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
