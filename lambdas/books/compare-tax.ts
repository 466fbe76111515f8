/** Pure: compares an order's sales tax with the tax transactions that Stripe has recorded. */
import { isRefunding } from "../orders/refund-rules.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { withPlannedReversals } from "../tax/plan-reversals.ts";
import { missingTaxSteps } from "../tax/tax-rules.ts";
import { mayBeQueued, type Finding } from "./finding.ts";

/**
 * A finding if a sale or a refund of the order has no tax transaction. Undefined while a queue may still hold a message
 * that would record it, or while no message is due yet.
 */
export function compareTax(order: StoredOrder, now: Date): Finding | undefined {
  if (mayBeQueued(order.updatedAt, now)) return undefined;
  // An order that cannot be fulfilled has no OrderPaid. Its sale is recorded when its refund has succeeded or failed, which may
  // take days.
  if (order.unfulfilled && isRefunding(order)) return undefined;
  // `withPlannedReversals` returns an order only if a refund still needs the plan of its reversal.
  const isMissing = missingTaxSteps(order).length > 0 || withPlannedReversals(order) !== undefined;
  return isMissing ? { difference: { kind: "tax-not-recorded", orderId: order.orderId } } : undefined;
}
