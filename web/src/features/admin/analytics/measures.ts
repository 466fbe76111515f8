import type { Analytics, SalesDay } from "../../../../../shared/analytics.ts";
import { averageOrderValue, revenueOf } from "../../../../../shared/analytics.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";

/** A figure that the chart shows by day. */
export type Measure = {
  id: string;
  label: string;
  /** Returns undefined for a day without a value: a day without orders has no average order. */
  getValue: (day: SalesDay) => number | undefined;
  format: (value: number) => string;
  hasWholeValues?: boolean;
};

/** The label of `averageOrderValue`. Unlike the revenue, the average is computed before refunds. */
export const AVERAGE_LABEL = "Average order before refunds";

/** The label of `refunded`. Elsewhere in the back office, 'Refunded' leaves out what lost disputes took. */
export const REFUNDED_LABEL = "Refunds and lost disputes";

export const MEASURES = [
  { id: "revenue", label: "Revenue", getValue: (day) => day.revenue, format: formatMoney },
  { id: "orders", label: "Orders", getValue: (day) => day.orders, format: String, hasWholeValues: true },
  { id: "average", label: AVERAGE_LABEL, getValue: averageOrderValue, format: formatMoney },
] as const satisfies readonly Measure[];
export const DEFAULT_MEASURE: Measure = MEASURES[0];

const CATEGORY_PREFIX = "category:";

/** The measure of a category's revenue, such as 'Revenue of Shirts'. */
export const categoryMeasure = (category: string): Measure => ({
  id: CATEGORY_PREFIX + category,
  label: `Revenue of ${categoryLabel(category)}`,
  getValue: (day) => revenueOf(day, category),
  format: formatMoney,
});

/** The categories with sales, sorted by revenue, the highest first. */
export const categoriesOf = ({ total }: Analytics): string[] =>
  Object.entries(total.categories)
    .sort(([, a], [, b]) => b - a)
    .map(([category]) => category);

/** The measure with this id from the URL; the default measure if the id is missing or unknown. */
export function measureOf(id: string | null, categories: readonly string[]): Measure {
  const measures: readonly Measure[] = [...MEASURES, ...categories.map(categoryMeasure)];
  return measures.find((measure) => measure.id === id) ?? DEFAULT_MEASURE;
}

/**
 * The change since the previous period, for example '15% more than'. Undefined if a value is missing, or if the previous value
 * is 0 or less.
 */
export function compareWithPrevious(
  current: number | undefined,
  previous: number | undefined,
): { direction: "up" | "down" | "same"; text: string } | undefined {
  if (current === undefined || previous === undefined || previous <= 0) return undefined;
  const percent = Math.round(((current - previous) / previous) * 100);
  if (percent === 0) return { direction: "same", text: "Same as" };
  return percent > 0
    ? { direction: "up", text: `${percent}% more than` }
    : { direction: "down", text: `${-percent}% less than` };
}

/** The text about the previous period if there is no comparison: '$5.00 in the 30 days before', or 'Nothing in …'. */
export const previousText = (
  previous: number | undefined,
  format: (value: number) => string,
  dayCount: number,
): string => `${previous ? format(previous) : "Nothing"} in the ${dayCount} days before`;

/** Returns a function that formats a day 'yyyy-mm-dd'. */
const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
  return (day: string): string => formatter.format(new Date(`${day}T00:00:00Z`));
};

/** '2026-11-21' as 'Nov 21' */
export const shortDay = dayFormat({ month: "short", day: "numeric" });
/** '2026-11-21' as 'Sat, Nov 21, 2026' */
export const longDay = dayFormat({ weekday: "short", month: "short", day: "numeric", year: "numeric" });
