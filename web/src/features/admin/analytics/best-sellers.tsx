import type { Analytics } from "../../../../../shared/analytics.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";
import { BarList } from "./bar-list.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { Panel } from "./panel.tsx";

/** The most products in the chart. */
const MAX_BARS = 5;

/** The products with the most pieces sold. */
export function BestSellers({ analytics: { bestSellers, days } }: { analytics: Analytics }) {
  return (
    <Panel heading="Best sellers">
      {bestSellers.length === 0 ? (
        <p>No sales in these {days.length} days.</p>
      ) : (
        <>
          <BarList
            label="Best sellers"
            rows={bestSellers.slice(0, MAX_BARS).map(({ productId, category, name, pieces }) => ({
              key: `${category} ${productId}`,
              name,
              value: pieces,
              text: `${pieces} sold`,
            }))}
          />
          <FiguresTable
            caption="Best sellers"
            columns={["Product", "Category", "Sold", "Revenue"]}
            rows={bestSellers.map(({ productId, category, name, pieces, revenue }) => ({
              key: `${category} ${productId}`,
              cells: [name, categoryLabel(category), String(pieces), formatMoney(revenue)],
            }))}
          />
        </>
      )}
    </Panel>
  );
}
