import { SelectField } from "@aws-amplify/ui-react";
import type { Analytics, SalesDay } from "../../../../../shared/analytics.ts";
import { averageOrderValue, revenueOf } from "../../../../../shared/analytics.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";
import { DaysChart } from "./days-chart.tsx";
import { FiguresTable } from "./figures-table.tsx";
import {
  AVERAGE_LABEL,
  categoriesOf,
  categoryMeasure,
  DEFAULT_MEASURE,
  longDay,
  MEASURES,
  measureOf,
  REFUNDED_LABEL,
} from "./measures.ts";
import { Panel } from "./panel.tsx";

type FiguresByDayProps = {
  analytics: Analytics;
  /** The id of the measure in the chart; null for the default measure. */
  measureId: string | null;
  onMeasureChange: (measureId: string | null) => void;
};

/** A chart with one bar per day (revenue, orders, average order, or the revenue in one category), and a table of all figures. */
export function FiguresByDay({ analytics, measureId, onMeasureChange }: FiguresByDayProps) {
  const { days, total } = analytics;
  const categories = categoriesOf(analytics);
  const measure = measureOf(measureId, categories);
  return (
    <Panel
      heading={`${measure.label} by day`}
      control={
        <SelectField
          label="Show by day"
          labelHidden
          value={measure.id}
          onChange={({ target }) =>
            onMeasureChange(target.value === DEFAULT_MEASURE.id ? null : target.value)
          }
        >
          {[...MEASURES, ...categories.map(categoryMeasure)].map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      }
    >
      <DaysChart days={days} measure={measure} />
      <FiguresTable
        caption="Figures by day"
        columns={[
          "Day",
          "Orders",
          "Paid",
          REFUNDED_LABEL,
          "Revenue",
          AVERAGE_LABEL,
          ...categories.map((category) => categoryLabel(category)),
          ...(total.shipping === 0 ? [] : ["Shipping"]),
          ...(total.tax ? ["Tax"] : []),
        ]}
        rows={days.toReversed().map((day) => ({ key: day.day, cells: cellsOf(day, categories, total) }))}
      />
    </Panel>
  );
}

/** The cells of a day. Shipping and tax have a cell if their total is not zero. */
function cellsOf(
  day: SalesDay,
  categories: readonly string[],
  { shipping, tax }: Pick<SalesDay, "shipping" | "tax">,
): string[] {
  const average = averageOrderValue(day);
  return [
    longDay(day.day),
    String(day.orders),
    formatMoney(day.paid),
    formatMoney(day.refunded),
    formatMoney(day.revenue),
    average === undefined ? "–" : formatMoney(average),
    ...categories.map((category) => formatMoney(revenueOf(day, category))),
    ...(shipping === 0 ? [] : [formatMoney(day.shipping)]),
    ...(tax ? [formatMoney(day.tax ?? 0)] : []),
  ];
}
