import {
  changedOrderIds,
  changeKeyAt,
  readOrderIdsOfPayments,
  readOrders,
} from "../../../lambdas/books/read-orders.ts";
import type { StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import { splitIntoParts } from "../../../shared/split-into-parts.ts";
import type { Entry } from "./entry.ts";
import { isInMonth, type Month } from "./month.ts";

/** The number of entries whose orders are read at the same time. */
const ENTRIES_AT_ONCE = 500;

/** Adds the order to each entry: the order of the payment, or else the order in the metadata of Stripe's object. */
export async function withOrders(entries: readonly Entry[]): Promise<Entry[]> {
  const entriesWithOrders: Entry[] = [];
  for (const batch of splitIntoParts(entries, ENTRIES_AT_ONCE)) {
    const orderIdsByPayment = await readOrderIdsOfPayments(
      batch.flatMap((entry) => entry.paymentIntentId ?? []),
    );
    const orderIdOf = ({ paymentIntentId = "", metadataOrderId }: Entry) =>
      orderIdsByPayment.get(paymentIntentId) ?? metadataOrderId;
    const orders = await readOrders(batch.flatMap((entry) => orderIdOf(entry) ?? []));
    for (const entry of batch) {
      const order = orders.get(orderIdOf(entry) ?? "");
      entriesWithOrders.push(order ? { ...entry, order } : entry);
    }
  }
  return entriesWithOrders;
}

/**
 * The orders that recorded a payment, a refund or a dispute in the month. Reads all orders that changed since the start
 * of the month.
 */
export async function readOrdersOfMonth(month: Month, now: Date): Promise<StoredOrder[]> {
  const orders: StoredOrder[] = [];
  for await (const { ids } of changedOrderIds(changeKeyAt(month.from), now))
    for (const order of (await readOrders(ids)).values()) {
      const { payment, refunds, disputes = [] } = order;
      const times = [payment.paidAt, ...[...refunds, ...disputes].map(({ at }) => at)];
      if (times.some((at) => at !== undefined && isInMonth(month, new Date(at)))) orders.push(order);
    }
  return orders;
}
