import * as z from "zod/mini";

/** The periods that an admin can choose, in days, including today. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** A calendar day in the shop's time zone, 'yyyy-mm-dd'. */
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/**
 * Sales in dollars. `refunded` includes refunds and lost disputes. `revenue` is `paid` minus `refunded`, so
 * it is negative on a day with refunds only.
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

/** Revenue in dollars by the category's id, and separately for shipping and for tax; `tax` is absent if it is 0. */
const revenueSplit = {
  categories: z.record(z.string(), z.number()),
  shipping: z.number(),
  tax: z.optional(z.number()),
};

export const SalesDay = z.object({ day: Day, ...figures, ...revenueSplit });
export type SalesDay = z.infer<typeof SalesDay>;

export const BestSeller = z.object({
  productId: z.string(),
  name: z.string(),
  category: z.string(),
  imageUrl: z.optional(z.string()),
  /** Pieces sold, without refunded pieces and the pieces of fully refunded orders and of cancelled free orders. */
  pieces: z.int(),
  /** In dollars. */
  revenue: z.number(),
});
export type BestSeller = z.infer<typeof BestSeller>;

export const LowStockItem = z.object({
  productId: z.string(),
  name: z.string(),
  variantId: z.optional(z.string()),
  size: z.optional(z.string()),
  color: z.optional(z.string()),
  available: z.int(),
  held: z.int(),
  /** Pieces of the product that were sold in the period, in all variants, without refunded pieces. */
  pieces: z.int(),
});
export type LowStockItem = z.infer<typeof LowStockItem>;

/** The sales of a period that ends today. */
export const Analytics = z.object({
  /** The time zone of the days. */
  timeZone: z.string(),
  /** Every day of the period, oldest first, including days without sales. */
  days: z.array(SalesDay),
  total: z.object({ ...figures, ...revenueSplit }),
  /** The figures of the same number of days before the period. */
  before: Figures,
  /** At most ten, those with the most sold pieces first. */
  bestSellers: z.array(BestSeller),
  /** Active products, and variants that they offer, below the low-stock threshold, the fewest pieces first. */
  runningOut: z.array(LowStockItem),
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
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${partOf("year")}-${partOf("month")}-${partOf("day")}`;
}

/** The day `days` days after `day`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The `count` days up to and including `last`, oldest first. */
export const daysUpTo = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => addDays(last, i + 1 - count));

/** The revenue of a category in dollars. Uses hasOwn, because an admin may name a category 'constructor'. */
export const revenueOf = ({ categories }: Pick<SalesDay, "categories">, category: string): number =>
  Object.hasOwn(categories, category) ? (categories[category] ?? 0) : 0;

/** The average value of an order before refunds, in dollars; undefined without orders. */
export const averageOrderValue = ({ paid, orders }: Pick<Figures, "paid" | "orders">): number | undefined =>
  orders === 0 ? undefined : paid / orders;
