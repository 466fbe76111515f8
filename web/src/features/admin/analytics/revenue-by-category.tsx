import type { Analytics } from "../../../../../shared/analytics.ts";
import { revenueOf } from "../../../../../shared/analytics.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";
import type { BarRow } from "./bar-list.tsx";
import { BarList } from "./bar-list.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { categoriesOf } from "./measures.ts";
import { Panel } from "./panel.tsx";

/** The revenue of each category, of shipping, and of tax. */
export function RevenueByCategory({ analytics }: { analytics: Analytics }) {
  const { total } = analytics;
  const sources = [
    ...categoriesOf(analytics).map((category) => ({
      key: category,
      name: categoryLabel(category),
      value: revenueOf(total, category),
    })),
    // The ids of categories are in lower case, so no category has the key 'SHIPPING' or 'TAX'.
    ...(total.shipping === 0 ? [] : [{ key: "SHIPPING", name: "Shipping", value: total.shipping }]),
    ...(total.tax ? [{ key: "TAX", name: "Tax", value: total.tax }] : []),
  ];
  const shareText = (value: number) =>
    total.revenue > 0 ? `${Math.round((value / total.revenue) * 100)}%` : "–";
  const rows: BarRow[] = sources.map((source) => ({ ...source, text: formatMoney(source.value) }));
  return (
    <Panel heading="Revenue by category">
      {rows.length === 0 ? (
        <p>No sales in these {analytics.days.length} days.</p>
      ) : (
        <>
          <BarList rows={rows} label="Revenue by category" />
          <FiguresTable
            caption="Revenue by category"
            columns={["Category", "Revenue", "Share"]}
            rows={sources.map(({ key, name, value }) => ({
              key,
              cells: [name, formatMoney(value), shareText(value)],
            }))}
          />
        </>
      )}
    </Panel>
  );
}
