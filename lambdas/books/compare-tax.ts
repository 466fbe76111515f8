/** Pure: compares an order's sales tax with the tax transactions that Stripe has recorded. */
import type { StoredOrder } from "../orders/stored-order.ts";
import { withPlannedReversals } from "../tax/plan-reversals.ts";
import { missingTaxSteps } from "../tax/tax-rules.ts";
import { mayBeQueued, type Finding } from "./finding.ts";

/**
 * A finding if a sale or a refund of the order has no tax transaction. Undefined while a queue may still hold a message
 * that would record it.
 */
export function compareTax(order: StoredOrder, now: Date): Finding | undefined {
  if (mayBeQueued(order.updatedAt, now)) return undefined;
  // `withPlannedReversals` returns an order only if a refund still needs the plan of its reversal.
  const isMissing = missingTaxSteps(order).length > 0 || withPlannedReversals(order) !== undefined;
  return isMissing ? { difference: { kind: "tax-not-recorded", orderId: order.orderId } } : undefined;
}
