import type { Order } from "../../shared/order.ts";
import type { OrderStatus } from "../../shared/order-status.ts";
import { statusRefusal } from "../../shared/order-status.ts";
import { aborted } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { applyChange, StockShort } from "./apply-change.ts";
import { changeStatus } from "./status-rules.ts";
import { toOrder } from "./stored-order.ts";

export type StatusRequest = {
  orderStatus: OrderStatus;
  version: number;
  refund?: boolean | undefined;
  restock?: boolean | undefined;
  tracking?: string | undefined;
};

/** 404; 409 when the order is not at `version` any more, cannot have the status, or its pieces are gone and it cannot be reopened. */
export async function changeOrderStatus(
  orderId: string,
  ask: StatusRequest,
  admin: string,
  now: Date,
): Promise<Order> {
  const change = {
    to: ask.orderStatus,
    refund: ask.refund ?? false,
    restock: ask.restock ?? false,
    refundId: newId("rfd", +now),
    tracking: ask.tracking,
  };
  try {
    const changed = await applyChange(
      orderId,
      (order) => {
        const refusal = statusRefusal(toOrder(order), change.to);
        if (refusal) throw aborted(refusal);
        return changeStatus(order, change, { by: admin, now });
      },
      { now, version: ask.version },
    );
    return toOrder(changed);
  } catch (error) {
    if (error instanceof StockShort) throw aborted("This order cannot be reopened: its items are sold out.");
    throw error;
  }
}
