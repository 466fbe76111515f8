import type { Analytics, SalesDay } from "../../../../../shared/analytics.ts";
import { averageOrder, revenueOf } from "../../../../../shared/analytics.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";

/** A figure that can be drawn by day. `of` is undefined on days without a value, such as the average of no orders. */
export type Measure = {
  id: string;
  label: string;
  of: (day: SalesDay) => number | undefined;
  format: (value: number) => string;
  /** The values are whole numbers. */
  whole?: boolean;
};

export const MEASURES = [
  { id: "revenue", label: "Revenue", of: (day) => day.revenue, format: formatMoney },
  { id: "orders", label: "Orders", of: (day) => day.orders, format: String, whole: true },
  { id: "average", label: "Average order", of: averageOrder, format: formatMoney },
] as const satisfies readonly Measure[];

const CATEGORY = "category:";

/** The revenue of a category, day by day. */
export const categoryMeasure = (category: string): Measure => ({
  id: CATEGORY + category,
  label: `Revenue of ${categoryLabel(category)}`,
  of: (day) => revenueOf(day, category),
  format: formatMoney,
});

/** The categories with sales, by revenue, the highest first. */
export const categoriesOf = ({ total }: Analytics): string[] =>
  Object.entries(total.categories)
    .sort(([, a], [, b]) => b - a)
    .map(([category]) => category);

/** The measure with the id in the URL; revenue when there is none. */
export function measureOf(id: string | null, categories: readonly string[]): Measure {
  const known: readonly Measure[] = [...MEASURES, ...categories.map(categoryMeasure)];
  return known.find((measure) => measure.id === id) ?? MEASURES[0];
}

/** The direction of a change and its text ('15% more than'); undefined when there is nothing to compare with. */
export function comparison(
  now: number | undefined,
  before: number | undefined,
): { direction: "up" | "down" | "same"; text: string } | undefined {
  if (now === undefined || before === undefined || before <= 0) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return { direction: "same", text: "Same as" };
  return percent > 0
    ? { direction: "up", text: `${percent}% more than` }
    : { direction: "down", text: `${-percent}% less than` };
}

const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
  return (day: string): string => formatter.format(new Date(`${day}T00:00:00Z`));
};

/** '2026-11-21' as 'Nov 21' */
export const shortDay = dayFormat({ month: "short", day: "numeric" });
/** '2026-11-21' as 'Sat, Nov 21, 2026' */
export const longDay = dayFormat({ weekday: "short", month: "short", day: "numeric", year: "numeric" });
