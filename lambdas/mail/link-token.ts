import { unavailable } from "../lib/errors.ts";
import { newToken } from "../lib/ids.ts";
import { transact } from "../lib/transact.ts";
import { getOrder, putOrder } from "../orders/order-table.ts";
import type { StoredOrder } from "../orders/stored-order.ts";

const MAX_TRIES = 4;

/**
 * The order, and the token in the link to the order's page. An old order without a token gets a token. Reads the order again if
 * it has changed since it was read. Throws 503 if that happens MAX_TRIES times, or if the order no longer exists.
 */
export async function withLinkToken(
  storedOrder: StoredOrder,
  now: Date,
): Promise<{ order: StoredOrder; linkToken: string }> {
  let order: StoredOrder | undefined = storedOrder;
  for (let tries = 0; order && tries < MAX_TRIES; tries++) {
    if (order.linkToken !== undefined) return { order, linkToken: order.linkToken };
    const linkToken = newToken();
    const changedOrder = {
      ...order,
      linkToken,
      version: order.version + 1,
      // Counted as a follow-up (see orders/change.ts), so that a request with the earlier version is still accepted.
      followUps: (order.followUps ?? 0) + 1,
      updatedAt: now.toISOString(),
    };
    if ((await transact([putOrder(changedOrder, order.version)])).ok)
      return { order: changedOrder, linkToken };
    order = await getOrder(order.orderId);
  }
  throw unavailable(
    new Error(
      order
        ? `Order ${storedOrder.orderId} was changed by others ${MAX_TRIES} times in a row`
        : `Order ${storedOrder.orderId} no longer exists`,
    ),
  );
}
