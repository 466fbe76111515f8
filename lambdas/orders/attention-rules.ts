/** Pure rules of what a person has to look at. The payment status follows in `withMoney`. */
import type { Attention, AttentionCause } from "../../shared/attention.ts";
import type { Actor } from "./change.ts";
import type { StoredOrder } from "./stored-order.ts";

/** Open causes. Orders stored before causes were kept have the payment status only. */
export function openCauses(order: StoredOrder): Attention[] {
  if (order.attention) return order.attention;
  if (order.paymentStatus !== "needs-attention") return [];
  return [{ cause: "other", about: order.orderId, since: order.updatedAt }];
}

/** Opens a cause, in place of an earlier one about the same thing. */
export const raiseAttention = (
  order: StoredOrder,
  cause: AttentionCause,
  about: string,
  { now }: Pick<Actor, "now">,
): StoredOrder => ({
  ...order,
  attention: [
    ...openCauses(order).filter((open) => open.about !== about),
    { cause, about, since: now.toISOString() },
  ],
});

/** Closes the causes that `isDone` says are done. */
export const closeAttention = (order: StoredOrder, isDone: (open: Attention) => boolean): StoredOrder => ({
  ...order,
  attention: openCauses(order).filter((open) => !isDone(open)),
});

/** Causes that are open after a change and were not before: each is told once. */
export const newCauses = (before: StoredOrder, after: StoredOrder): Attention[] =>
  openCauses(after).filter(
    ({ cause, about }) => !openCauses(before).some((open) => open.cause === cause && open.about === about),
  );
