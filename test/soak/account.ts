import type { EventOf } from "../../lambdas/consumer/order-events.ts";
import type { OrderEvent } from "../../shared/events.ts";
import { toCents } from "../../shared/money.ts";

/** The events from which the ledger computes the account of an order. */
export const LEDGER_EVENTS = [
  "OrderPaid",
  "RefundRequested",
  "OrderRefunded",
  "RefundFailed",
  "DisputeUpdated",
] as const satisfies OrderEvent["type"][];

/**
 * The money of an order in cents. `paid`: the order's payment, also if the order could not be fulfilled. `secondPaymentPaid`: a
 * second payment by mistake. `secondPaymentRefunded`: what the shop has refunded of the second payment. `withdrawn`: what disputes take
 * at present.
 */
export type Account = {
  paid: number;
  refunded: number;
  secondPaymentPaid: number;
  secondPaymentRefunded: number;
  withdrawn: number;
};

/** The account of an order. `events`: its events, sorted by their `sequence`. */
export function accountOf(events: readonly EventOf<(typeof LEDGER_EVENTS)[number]>[]): Account {
  let [paid, refunded, withdrawn] = [0, 0, 0];
  /** Second payments by the id of their refund, in cents. */
  const secondPayments = new Map<string, { paid: number; refunded: number }>();
  for (const event of events) {
    switch (event.type) {
      case "OrderPaid":
        paid = toCents(event.financialInfo.total);
        break;
      case "DisputeUpdated":
        withdrawn = toCents(event.withdrawn);
        break;
      case "RefundRequested":
        if (event.cause === "paid-twice")
          secondPayments.set(event.refundId, { paid: toCents(event.amount), refunded: 0 });
        // The shop refunds a payment by itself if it cannot fulfil the order. Such an order has no OrderPaid.
        else if (event.cause !== undefined) paid = toCents(event.amount);
        break;
      case "OrderRefunded":
      case "RefundFailed": {
        refunded = toCents(event.refunded);
        const payment = secondPayments.get(event.refundId);
        if (payment) payment.refunded = event.type === "OrderRefunded" ? toCents(event.amount) : 0;
      }
    }
  }
  const sumOf = (name: "paid" | "refunded") =>
    [...secondPayments.values()].reduce((sum, row) => sum + row[name], 0);
  return {
    paid,
    refunded,
    secondPaymentPaid: sumOf("paid"),
    secondPaymentRefunded: sumOf("refunded"),
    withdrawn,
  };
}
