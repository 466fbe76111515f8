/** Pure: the amount that the shop's order records for an entry of Stripe's balance. Amounts are in cents. */
import { automaticRefundId, type StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import { toCents } from "../../../shared/money.ts";
import { isOfPaymentThatPaidOrder, storedRefundOf, type Entry } from "./entry.ts";

const amountOf = (refund: { amount: number } | undefined): number => toCents(refund?.amount ?? 0);

/**
 * The amount of an entry according to the shop. The order may be missing: the shop deletes an order some
 * weeks after its delayed payment failed.
 */
export function shopAmount(entry: Entry): number {
  if (entry.order) return amountInOrder(entry, entry.order);
  return entry.chargeStatus === "failed" ? entry.transaction.amount : 0;
}

function amountInOrder(entry: Entry, order: StoredOrder): number {
  const { reporting_category: category } = entry.transaction;
  const total = toCents(order.financialInfo.total);
  if (category === "charge") {
    if (isOfPaymentThatPaidOrder(entry)) return total;
    if (entry.chargeStatus === "pending") return order.paymentStatus === "processing" ? total : 0;
    // Stripe reverses this payment with a balance transaction of its own.
    if (entry.chargeStatus === "failed") return total;
    // The shop refunds a second payment, under this id.
    return amountOf(
      order.refunds.find(({ refundId }) => refundId === automaticRefundId(entry.paymentIntentId)),
    );
  }
  if (category === "refund") return -amountOf(storedRefundOf(entry));
  if (category === "refund_failure")
    return storedRefundOf(entry)?.status === "failed" ? amountOf(storedRefundOf(entry)) : 0;
  if (category === "charge_failure")
    return entry.chargeStatus === "failed" && !isOfPaymentThatPaidOrder(entry) ? -total : 0;
  return disputeMovementAmount(entry, order);
}

/**
 * The amount of one balance transaction (movement) of a dispute according to the order. The order stores only the sum of all
 * movements, so a difference is attributed to the last one.
 */
function disputeMovementAmount(
  { transaction, sourceId, disputeMovements }: Entry,
  order: StoredOrder,
): number {
  const dispute = order.disputes?.find(({ disputeId }) => disputeId === sourceId);
  if (!dispute) return 0;
  const movements = disputeMovements ?? [transaction];
  const lastMovement = movements.reduce(
    (latest, movement) => (movement.created >= latest.created ? movement : latest),
    transaction,
  );
  if (lastMovement.id !== transaction.id) return transaction.amount;
  const sumOfOthers = movements.reduce((sum, { amount }) => sum + amount, 0) - transaction.amount;
  return -toCents(dispute.withdrawn) - sumOfOthers;
}
