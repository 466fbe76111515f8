import type { adminApi } from "../../shared/api-admin.ts";
import type { Body } from "../../shared/endpoint.ts";
import type { Order } from "../../shared/order.ts";
import { statusRefusal } from "../../shared/order-status.ts";
import { conflict } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { applyChange, StockShort } from "./apply-change.ts";
import { changeStatus } from "./status-rules.ts";
import { toOrder } from "./stored-order.ts";

type StatusRequest = Body<typeof adminApi.changeOrder>;

/** Throws 404; 409 for another version, a refused status, or a reopening when the items are sold out. */
export async function changeOrderStatus(
  orderId: string,
  request: StatusRequest,
  admin: string,
  now: Date,
): Promise<Order> {
  const change = {
    to: request.orderStatus,
    refund: request.refund ?? false,
    restock: request.restock ?? false,
    refundId: newId("rfd", +now),
    tracking: request.tracking,
  };
  try {
    const changed = await applyChange(
      orderId,
      (order) => {
        const refusal = statusRefusal(toOrder(order), change.to);
        if (refusal) throw conflict(refusal);
        return changeStatus(order, change, { by: admin, now });
      },
      { now, version: request.version },
    );
    return toOrder(changed);
  } catch (error) {
    if (error instanceof StockShort) throw conflict("This order cannot be reopened: its items are sold out.");
    throw error;
  }
}
