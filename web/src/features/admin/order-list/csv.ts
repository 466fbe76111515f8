import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { ORDER_STATUS_LABEL, paymentLabel } from "../../../../../shared/order-status.ts";
import { DELIVERY_LABEL } from "../../../../../shared/order-summary.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { variantLabel } from "../../../../../shared/product.ts";
import { shopDay } from "./dates.ts";

/**
 * Spreadsheets run cells with these first characters as formulas:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /^[\s]*[=+\-@\t\r＝＋－＠]/;

/** A value as a CSV cell. A leading apostrophe makes a spreadsheet show a formula as text. */
export function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safeText = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

const HEADINGS = [
  "Order ID",
  "Order date",
  "Customer",
  "Email",
  "Items",
  "Total (USD)",
  "Order status",
  "Payment",
  "Phone",
  "Address",
  "Delivery",
  "Ship to",
  "Tracking",
  "Shipping (USD)",
  "Refunded (USD)",
];

/** '2 x Root Shell Tee (M / Charcoal)' */
export function itemLabel(item: OrderSummary["items"][number]): string {
  const variant = variantLabel(item);
  return `${item.quantity} x ${item.name}${variant ? ` (${variant})` : ""}`;
}

const rowOf = (order: OrderSummary): (string | number)[] => [
  order.orderId,
  formatShopTime(order.orderDate),
  order.customer.name,
  order.customer.email,
  order.items.map(itemLabel).join("; "),
  order.total.toFixed(2),
  ORDER_STATUS_LABEL[order.orderStatus],
  paymentLabel(order),
  order.customer.phone ?? "",
  order.customer.address ?? "",
  order.delivery === undefined ? "" : DELIVERY_LABEL[order.delivery],
  order.shipTo ?? "",
  order.tracking ?? "",
  (order.shipping ?? 0).toFixed(2),
  (order.refunded ?? 0).toFixed(2),
];

/** Orders as CSV (RFC 4180), with the byte order mark by which spreadsheets recognize UTF-8. */
export function ordersCsv(orders: readonly OrderSummary[]): string {
  const lines = [HEADINGS, ...orders.map(rowOf)].map((cells) => cells.map(csvCell).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

/** Downloads orders as a CSV file whose name contains the shop's day at `now`. */
export function exportOrders(orders: readonly OrderSummary[], now: Date): void {
  const url = URL.createObjectURL(new Blob([ordersCsv(orders)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `orders-${shopDay(now)}.csv`;
  link.click();
  // Later, because the browser needs the URL until the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
