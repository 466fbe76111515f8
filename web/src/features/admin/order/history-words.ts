import { formatMoney } from "../../../../../shared/money.ts";
import { PAYMENT_STATUS_LABEL, PaymentStatus } from "../../../../../shared/order-status.ts";
import type { HistoryEntry } from "../../../../../shared/order.ts";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A value of the history: amounts are dollars, payment states have their own words. */
function value(of: string | number): string {
  if (typeof of === "number") return formatMoney(of);
  const status = PaymentStatus.safeParse(of);
  return status.success ? PAYMENT_STATUS_LABEL[status.data] : of;
}

/** What happened: 'Status: Pending to Completed', 'Refund requested: $20.00', 'Placed'. */
export function whatHappened({ what, from, to }: HistoryEntry): string {
  const change =
    from !== undefined && to !== undefined
      ? `${value(from)} to ${value(to)}`
      : to !== undefined
        ? value(to)
        : "";
  return change ? `${capital(what)}: ${change}` : capital(what);
}

const KNOWN: Readonly<Record<string, string>> = {
  customer: "the customer",
  stripe: "Stripe",
  shop: "the shop",
};

/** By whom, as the reader (`self` is what they are known by) would say it. */
export const byWhom = (by: string, self: readonly string[]): string =>
  self.includes(by) ? "you" : (KNOWN[by] ?? (/^[0-9a-f-]{36}$/.test(by) ? "another admin" : by));
