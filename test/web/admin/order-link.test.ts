import { expect, test } from "vitest";
import { orderLabel } from "../../../web/src/features/admin/orders/order-link.tsx";

test.each([
  [{ orderId: "ord_01KAZ7Q4M8", orderNumber: "BV-1042" }, "Order\u00A0BV-1042"],
  [{ orderId: "ord_01KAZ7Q4M8" }, "Order\u00A0Z7Q4M8"],
])("the order %j is named %s", (order, label) => expect(orderLabel(order)).toBe(label));
