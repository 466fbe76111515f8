import { ATTENTION_LABEL } from "../../shared/attention.ts";
import type { Order } from "../../shared/order.ts";
import { applyChange } from "./apply-change.ts";
import { closeAttention, openCauses } from "./attention-rules.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { withMoney } from "./money-rules.ts";
import type { StoredOrder } from "./stored-order.ts";
import { toOrder } from "./stored-order.ts";

/** Closes every open cause. The history records them and the admin. */
function acknowledged(order: StoredOrder, actor: Actor): Change | undefined {
  const causes = openCauses(order);
  if (causes.length === 0) return undefined;
  const closed = withMoney(closeAttention(order, () => true));
  const labels = [...new Set(causes.map((open) => ATTENTION_LABEL[open.cause]))];
  return { order: withHistory(closed, actor, { what: "acknowledged", to: labels.join("; ") }), events: [] };
}

/** Records that an admin has handled the open causes of `version`. 404; 409 when the order has changed since. */
export async function acknowledge(
  orderId: string,
  version: number,
  admin: string,
  now: Date,
): Promise<Order> {
  const changed = await applyChange(orderId, (order) => acknowledged(order, { by: admin, now }), {
    now,
    version,
  });
  return toOrder(changed);
}
