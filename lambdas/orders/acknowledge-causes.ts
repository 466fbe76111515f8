import { ATTENTION_LABEL } from "../../shared/attention.ts";
import type { Order } from "../../shared/order.ts";
import { applyChange } from "./apply-change.ts";
import { closeAttention, openCauses } from "./attention-rules.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { withBalance } from "./balance-rules.ts";
import type { StoredOrder } from "./stored-order.ts";
import { toOrder } from "./stored-order.ts";

/** Closes all open causes for attention. The history records the causes and the admin. */
function closeAllCauses(order: StoredOrder, actor: Actor): Change | undefined {
  const causes = openCauses(order);
  if (causes.length === 0) return undefined;
  // The payment status depends on the causes, and `withBalance` sets it.
  const orderWithoutCauses = withBalance(closeAttention(order, () => true));
  const labels = [...new Set(causes.map(({ cause }) => ATTENTION_LABEL[cause]))];
  return {
    order: withHistory(orderWithoutCauses, actor, { what: "acknowledged", to: labels.join("; ") }),
    events: [],
  };
}

/**
 * Records that an admin has handled the causes for attention that the order had at `version`. Throws 404 for an unknown
 * order; 409 when the order has changed since that version, other than by follow-ups (change.ts).
 */
export async function acknowledgeCauses(
  orderId: string,
  version: number,
  admin: string,
  now: Date,
): Promise<Order> {
  const changedOrder = await applyChange(orderId, (order) => closeAllCauses(order, { by: admin, now }), {
    now,
    version,
  });
  return toOrder(changedOrder);
}
