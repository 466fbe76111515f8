import { formatDateTime } from "../../../../../shared/dates.ts";
import { formatMoney, toCents } from "../../../../../shared/money.ts";
import type { PaymentStatus } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";

/** An order of the list with what searching and sorting look at, worked out once. */
export type OrderEntry = {
  readonly id: string;
  order: OrderSummary;
  /** ms since 1970 */
  readonly time: number;
  readonly cents: number;
  /** Customer in small letters, without accents. */
  readonly name: string;
  /** Every searchable text, likewise, a line each. */
  readonly text: string;
  /** In which round of news the order came, and in which its checkout was paid; 0 for what was there before. */
  readonly came: number;
  paid: number;
};

const NEVER_PAID: ReadonlySet<PaymentStatus> = new Set(["unpaid", "failed", "expired"]);

/** A checkout that brought no money: of no interest until somebody asks. */
export const isNeverPaid = ({ paymentStatus }: Pick<OrderSummary, "paymentStatus">): boolean =>
  NEVER_PAID.has(paymentStatus);

/** For comparing: small letters without accents. */
export const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** `timeZone`: an IANA name, the reader's own without one. */
export function toEntry(order: OrderSummary, round: number, timeZone?: string): OrderEntry {
  const { customer, items, total, orderDate } = order;
  const texts = [
    customer.name,
    ...items.map((item) => item.name),
    formatMoney(total),
    total.toFixed(2),
    formatDateTime(orderDate, timeZone),
  ];
  return {
    id: order.orderId,
    order,
    time: Date.parse(orderDate),
    cents: toCents(total),
    name: plain(customer.name),
    text: plain(texts.join("\n")),
    came: round,
    paid: isNeverPaid(order) ? Number.POSITIVE_INFINITY : round,
  };
}
