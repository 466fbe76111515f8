import {
  changedOrderIds,
  changesSince,
  orderIdsOfPayments,
  readOrders,
} from "../../../lambdas/books/read-orders.ts";
import type { StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import { inParts } from "../../../shared/in-parts.ts";
import type { Entry } from "./entry.ts";
import { isIn, type Month } from "./month.ts";

/** The number of entries whose orders are read at the same time. */
const ENTRIES_AT_ONCE = 500;

/** Adds the order to each entry: the order of the payment, or else the order in the metadata of Stripe's object. */
export async function withOrders(entries: readonly Entry[]): Promise<Entry[]> {
  const found: Entry[] = [];
  for (const part of inParts(entries, ENTRIES_AT_ONCE)) {
    const byPayment = await orderIdsOfPayments(part.flatMap((entry) => entry.paymentIntentId ?? []));
    const orderIdOf = ({ paymentIntentId = "", namedOrderId }: Entry) =>
      byPayment.get(paymentIntentId) ?? namedOrderId;
    const orders = await readOrders(part.flatMap((entry) => orderIdOf(entry) ?? []));
    for (const entry of part) {
      const order = orders.get(orderIdOf(entry) ?? "");
      found.push(order ? { ...entry, order } : entry);
    }
  }
  return found;
}

/**
 * The orders that recorded a payment, a refund or a dispute in the month. Reads all orders that changed since the start
 * of the month.
 */
export async function ordersOfMonth(month: Month, now: Date): Promise<StoredOrder[]> {
  const found: StoredOrder[] = [];
  for await (const { ids } of changedOrderIds(changesSince(month.from), now))
    for (const order of (await readOrders(ids)).values()) {
      const { payment, refunds, disputes = [] } = order;
      const times = [payment.paidAt, ...[...refunds, ...disputes].map(({ at }) => at)];
      if (times.some((at) => at !== undefined && isIn(month, new Date(at)))) found.push(order);
    }
  return found;
}
