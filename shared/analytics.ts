import * as z from "zod/mini";

/** How many days the admin may look back on, today included. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** A calendar day of the shop's own time zone, 'yyyy-mm-dd'. */
export const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/**
 * What came in and went back, in dollars: `refunded` is what customers got back, by refunds and by disputes that the
 * shop lost. `revenue` is `paid` less `refunded`, and below zero on a day of refunds only.
 */
const figures = {
  /** Orders that were paid. */
  orders: z.int(),
  paid: z.number(),
  refunded: z.number(),
  revenue: z.number(),
};
export const Figures = z.object(figures);
export type Figures = z.infer<typeof Figures>;

/** Revenue of each category by its id, in dollars; what was paid for shipping is apart. */
const split = { categories: z.record(z.string(), z.number()), shipping: z.number() };

export const SalesDay = z.object({ day: Day, ...figures, ...split });
export type SalesDay = z.infer<typeof SalesDay>;

export const Seller = z.object({
  productId: z.string(),
  name: z.string(),
  category: z.string(),
  imageUrl: z.optional(z.string()),
  /** Sold, less those of orders that were refunded in full. */
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
  /** Pieces of the product, in all its variants, that were sold in the period. */
  pieces: z.int(),
});
export type Scarce = z.infer<typeof Scarce>;

/** The shop's business in the days up to today. */
export const Analytics = z.object({
  /** Where the days begin and end. */
  timeZone: z.string(),
  /** Every day of the period, oldest first, those without business too. */
  days: z.array(SalesDay),
  total: z.object({ ...figures, ...split }),
  /** The same number of days before them. */
  before: Figures,
  /** Best first. */
  bestSellers: z.array(Seller),
  /** What is below the threshold of low stock, sold out first. */
  runningOut: z.array(Scarce),
});
export type Analytics = z.infer<typeof Analytics>;

/** The calendar day on which a moment falls in a time zone (an IANA name). */
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

/** The day that comes `days` after another one. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** `count` days, oldest first, of which `last` is the last. */
export const daysUpTo = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => addDays(last, i + 1 - count));

/** What a category brought, in dollars. It is named by an admin, so it may be called like something every object has. */
export const revenueOf = ({ categories }: Pick<SalesDay, "categories">, category: string): number =>
  Object.hasOwn(categories, category) ? (categories[category] ?? 0) : 0;

/** What an order came to on average before refunds, in dollars; undefined without orders. */
export const averageOrder = ({ paid, orders }: Pick<Figures, "paid" | "orders">): number | undefined =>
  orders === 0 ? undefined : paid / orders;
