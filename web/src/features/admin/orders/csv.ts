import { formatDateTime } from "../../../../../shared/dates.ts";
import { ORDER_STATUS_LABEL, paymentLabel } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { variantLabel } from "../../../../../shared/product.ts";

/** What a spreadsheet would take for a formula begins with one of these: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[\s]*[=+\-@\t\r＝＋－＠]/;

/** One cell: inert in a spreadsheet, quoted where it must be. */
export function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
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
];

/** 'two of these': '2 x Root Shell Tee (M / Charcoal)'. */
export function itemLabel(item: OrderSummary["items"][number]): string {
  const variant = variantLabel(item);
  return `${item.quantity} x ${item.name}${variant ? ` (${variant})` : ""}`;
}

const row = (order: OrderSummary): (string | number)[] => [
  order.orderId,
  formatDateTime(order.orderDate),
  order.customer.name,
  order.customer.email,
  order.items.map(itemLabel).join("; "),
  order.total.toFixed(2),
  ORDER_STATUS_LABEL[order.orderStatus],
  paymentLabel(order),
];

/** A table of orders as RFC 4180 has it, with the mark by which spreadsheets know UTF-8. */
export function ordersCsv(orders: readonly OrderSummary[]): string {
  const lines = [HEADINGS, ...orders.map(row)].map((cells) => cells.map(csvCell).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}
