import type { OrderSummary } from "../../../../../shared/order.ts";
import { ordersCsv } from "./csv.ts";

/** Saves what is found as a file that spreadsheets open. `today` names it. */
export function exportOrders(orders: readonly OrderSummary[], today: Date): void {
  const url = URL.createObjectURL(new Blob([ordersCsv(orders)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `orders-${today.toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
