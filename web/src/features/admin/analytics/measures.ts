import type { Analytics, SalesDay } from "../../../../../shared/analytics.ts";
import { averageOrder, revenueOf } from "../../../../../shared/analytics.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";

/** Something of a day that can be drawn. `of` is undefined where there is nothing to say, such as an average of no orders. */
export type Measure = {
  id: string;
  label: string;
  of: (day: SalesDay) => number | undefined;
  format: (value: number) => string;
  /** Comes in whole numbers. */
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

/** Categories that sold, the best first. */
export const categoriesOf = ({ total }: Analytics): string[] =>
  Object.entries(total.categories)
    .sort(([, a], [, b]) => b - a)
    .map(([category]) => category);

/** The measure that an address names; revenue when it names none of those that there are. */
export function measureOf(id: string | null, categories: readonly string[]): Measure {
  const known: readonly Measure[] = [...MEASURES, ...categories.map(categoryMeasure)];
  return known.find((measure) => measure.id === id) ?? MEASURES[0];
}

/** 'up', 'down' or 'same', with the words for it; undefined when there is nothing to compare with. */
export function comparison(
  now: number | undefined,
  before: number | undefined,
): { direction: "up" | "down" | "same"; words: string } | undefined {
  if (now === undefined || before === undefined || before <= 0) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return { direction: "same", words: "Same as" };
  return percent > 0
    ? { direction: "up", words: `${percent}% more than` }
    : { direction: "down", words: `${-percent}% less than` };
}
