/** Pure rules for the causes why an order needs an admin. */
import type { Attention, AttentionCause } from "../../shared/attention.ts";
import type { Actor } from "./change.ts";
import type { StoredOrder } from "./stored-order.ts";

/** The open causes of an order. Old orders have no stored causes, only a payment status. */
export function openCauses(order: StoredOrder): Attention[] {
  if (order.attention) return order.attention;
  if (order.paymentStatus !== "needs-attention") return [];
  return [{ cause: "other", about: order.orderId, since: order.updatedAt }];
}

/**
 * Opens a cause. `about`: the id of what the cause is about, such as a refund, a payment or a request. If the same cause is
 * open already, the new one replaces it.
 */
export const raiseAttention = (
  order: StoredOrder,
  cause: AttentionCause,
  about: string,
  { now }: Pick<Actor, "now">,
): StoredOrder => ({
  ...order,
  attention: [
    ...openCauses(order).filter((openCause) => openCause.cause !== cause || openCause.about !== about),
    { cause, about, since: now.toISOString() },
  ],
});

export const closeAttention = (
  order: StoredOrder,
  shouldClose: (openCause: Attention) => boolean,
): StoredOrder => ({
  ...order,
  attention: openCauses(order).filter((openCause) => !shouldClose(openCause)),
});

export const newCauses = (before: StoredOrder, after: StoredOrder): Attention[] =>
  openCauses(after).filter(
    ({ cause, about }) =>
      !openCauses(before).some((openCause) => openCause.cause === cause && openCause.about === about),
  );
