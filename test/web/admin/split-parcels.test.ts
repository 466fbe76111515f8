import { expect, test } from "vitest";
import { shippedOrder } from "../../../infra/mail-samples/sample-orders.ts";
import { ORDER_STATUS } from "../../../shared/order-status.ts";
import type { Order } from "../../../shared/order.ts";
import { splitParcels } from "../../../web/src/features/admin/fulfilment/split-parcels.ts";

test("an order that an admin has to open first is held back, unless it was sent already; an order without a parcel is in neither list", () => {
  const since = shippedOrder.createdAt;
  const disputedOrder: Order = { ...shippedOrder, attention: [{ cause: "disputed", about: "dp_1", since }] };
  const orderToCancel: Order = {
    ...shippedOrder,
    requests: [{ requestId: "req_1", kind: "cancel", state: "open", at: since, text: "" }],
  };
  const sentOrder: Order = { ...disputedOrder, orderStatus: ORDER_STATUS.completed };
  const refundedOrder: Order = { ...disputedOrder, paymentStatus: "refunded" };
  expect(splitParcels([shippedOrder, disputedOrder, orderToCancel, sentOrder, refundedOrder])).toEqual({
    toSend: [shippedOrder, sentOrder],
    heldBack: [disputedOrder, orderToCancel],
  });
});
