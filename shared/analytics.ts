import * as z from "zod/mini";

/** The periods that an admin can choose, in days, including today. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** A calendar day in the shop's time zone, 'yyyy-mm-dd'. */
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/**
 * Sales in dollars. `refunded` includes refunds and lost disputes. `revenue` is `paid` minus `refunded`; it is negative on
 * a day with refunds only.
 */
const figures = {
  /** Number of paid orders. */
  orders: z.int(),
  paid: z.number(),
  refunded: z.number(),
  revenue: z.number(),
};
export const Figures = z.object(figures);
export type Figures = z.infer<typeof Figures>;

/** Revenue in dollars by the category's id, and separately for shipping. */
const split = { categories: z.record(z.string(), z.number()), shipping: z.number() };

export const SalesDay = z.object({ day: Day, ...figures, ...split });
export type SalesDay = z.infer<typeof SalesDay>;

export const Seller = z.object({
  productId: z.string(),
  name: z.string(),
  category: z.string(),
  imageUrl: z.optional(z.string()),
  /** Pieces sold, without those of fully refunded orders. */
  pieces: z.int(),
  revenue: z.number(),
});
export type Seller = z.infer<typeof Seller>;

export const Scarce = z.object({
  productId: z.string(),
  name: z.string(),
  variantId: z.optional(z.string()),
  size: z.optional(z.string()),
  color: z.optional(z.string()),
  available: z.int(),
  held: z.int(),
  /** Pieces of the product that were sold in the period, in all variants. */
  pieces: z.int(),
});
export type Scarce = z.infer<typeof Scarce>;

/** The sales of a period that ends today. */
export const Analytics = z.object({
  /** The time zone of the days. */
  timeZone: z.string(),
  /** Every day of the period, oldest first, including days without sales. */
  days: z.array(SalesDay),
  total: z.object({ ...figures, ...split }),
  /** The same number of days before the period. */
  before: Figures,
  /** Best first. */
  bestSellers: z.array(Seller),
  /** Products below the low-stock threshold, those that are sold out first. */
  runningOut: z.array(Scarce),
});
export type Analytics = z.infer<typeof Analytics>;

/** The calendar day of a moment in a time zone (an IANA name). */
export function dayOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(moment);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year")}-${of("month")}-${of("day")}`;
}

/** The day that is `days` after `day`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The `count` days up to and including `last`, oldest first. */
export const daysUpTo = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => addDays(last, i + 1 - count));

/** The revenue of a category in dollars. An admin chooses its name, which may be one that every object has, such as 'constructor'. */
export const revenueOf = ({ categories }: Pick<SalesDay, "categories">, category: string): number =>
  Object.hasOwn(categories, category) ? (categories[category] ?? 0) : 0;

/** The average value of an order before refunds, in dollars; undefined without orders. */
export const averageOrder = ({ paid, orders }: Pick<Figures, "paid" | "orders">): number | undefined =>
  orders === 0 ? undefined : paid / orders;
