/** Pure: compares an order's sales tax with what was recorded of it at Stripe. */
import type { StoredOrder } from "../orders/stored-order.ts";
import { withPlans } from "../tax/plan-reversals.ts";
import { missingSteps } from "../tax/tax-rules.ts";
import { mayBeQueued, type Finding } from "./finding.ts";

/** The difference of an order whose sale or refund has no tax transaction, when no message about it is queued any more. */
export function compareTax(order: StoredOrder, now: Date): Finding | undefined {
  if (mayBeQueued(order.updatedAt, now)) return undefined;
  const isMissing = missingSteps(order).length > 0 || withPlans(order) !== undefined;
  return isMissing ? { difference: { kind: "tax-not-recorded", orderId: order.orderId } } : undefined;
}
