import { expect, test } from "vitest";
import type { OrderSummary } from "../../../shared/order.ts";
import { ORDER_STATUS } from "../../../shared/order-status.ts";
import { deliveryProgress } from "../../../web/src/features/admin/order-list/delivery-progress.ts";
import { orderSummary } from "./orders.ts";

const { pending, completed } = ORDER_STATUS;

test.each<[Partial<OrderSummary>, string]>([
  [{ delivery: "ship", orderStatus: pending }, ""],
  [{ delivery: "ship", orderStatus: pending, packed: true }, "Packed"],
  [{ delivery: "ship", orderStatus: completed, packed: true }, ""],
  [{ delivery: "pick-up", orderStatus: pending }, ""],
  [{ delivery: "pick-up", orderStatus: pending, ready: true, packed: true }, "Ready"],
  [{ delivery: "pick-up", orderStatus: completed, ready: true, packed: true }, "Picked up"],
  [{ delivery: "none", orderStatus: pending }, ""],
  [{ orderStatus: pending, ready: true }, ""],
])("the list shows an order with %o as '%s'", (changes, progress) => {
  expect(deliveryProgress(orderSummary(changes))).toBe(progress);
});
