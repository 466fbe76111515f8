import { csvText } from "../../../../../shared/csv.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { needsAttention, ORDER_STATUS_LABEL, paymentLabel } from "../../../../../shared/order-status.ts";
import { DELIVERY_LABEL } from "../../../../../shared/order-summary.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { countText } from "../count-text.ts";
import { downloadCsv } from "../download-csv.ts";
import { itemLabel } from "../orders/item-label.ts";
import { attentionText } from "../orders/attention-text.ts";
import { shopDay } from "./dates.ts";

const HEADINGS = [
  "Order number",
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
  "Discount (USD)",
  "Discount code",
  "Tax (USD)",
  "Attention",
  "Lost in disputes (USD)",
];

/** 'Needs attention: The customer disputes the payment'; '' for an order that needs no attention. */
const attentionCell = (order: OrderSummary): string =>
  needsAttention(order) ? ["Needs attention", attentionText(order)].filter(Boolean).join(": ") : "";

const rowOf = (order: OrderSummary): (string | number)[] => [
  order.orderNumber ?? "",
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
  (order.discount ?? 0).toFixed(2),
  order.discountCode ?? "",
  (order.tax ?? 0).toFixed(2),
  attentionCell(order),
  (order.lost ?? 0).toFixed(2),
];

export const ordersCsv = (orders: readonly OrderSummary[]): string =>
  csvText([HEADINGS, ...orders.map(rowOf)]);

/** Downloads orders as a CSV file whose name contains the shop's day at `now`. */
export const exportOrders = (orders: readonly OrderSummary[], now: Date): void =>
  downloadCsv(ordersCsv(orders), `orders-${shopDay(now)}`);

/** The message after an export. `isComplete`: whether all orders of the shop are loaded. */
export const exportedText = (count: number, isComplete: boolean): string =>
  `${countText(count, "order")} exported${isComplete ? "" : ". Older orders are still loading and are not in the file."}`;
