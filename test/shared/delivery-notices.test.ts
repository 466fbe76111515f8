import { expect, test } from "vitest";
import { deliveryNotices } from "../../shared/delivery-notices.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { Receipt } from "../../shared/receipt-data.ts";
import { admission } from "../../shared/site/admission.ts";
import { delivery } from "../../shared/site/delivery.ts";

const { pending, completed } = ORDER_STATUS;
const item = (category: string): Receipt["items"][number] => ({
  productId: "item",
  name: "Item",
  category,
  quantity: 1,
  priceEach: 10,
  lineTotal: 10,
});
const textOf = (
  method: Receipt["delivery"],
  orderStatus: Receipt["orderStatus"],
  ...categories: string[]
): string =>
  deliveryNotices({ delivery: method, orderStatus, items: categories.map(item), admission: "code" })
    .map(({ text }) => text)
    .join(" ");

test.each([
  ["a parcel that is not sent yet", textOf("ship", pending, "shirts"), delivery.ship.pending],
  ["a parcel on its way", textOf("ship", completed, "shirts"), delivery.ship.completed],
  [
    "a parcel, if an older receipt has no order status",
    textOf("ship", undefined, "shirts"),
    delivery.ship.pending,
  ],
  ["an order to pick up", textOf("pick-up", pending, "shirts"), delivery["pick-up"].pending],
  ["an order that was picked up", textOf("pick-up", completed, "shirts"), delivery["pick-up"].completed],
  [
    "a parcel and a ticket",
    textOf("ship", completed, "shirts", "ticket"),
    `${delivery.ship.completed} ${admission.code}`,
  ],
])("the customer is told about %s", (_, text, expected) => expect(text).toBe(expected));

test("the customer is told to pick up an order as soon as it is ready", () => {
  const order = { delivery: "pick-up" as const, orderStatus: pending, items: [item("shirts")] };
  const [notice] = deliveryNotices({ ...order, ready: true });
  expect(notice?.text).toBe(delivery["pick-up"].ready);
});

test("the customer of a ticket is told nothing about parcels", () => {
  for (const status of [pending, completed]) expect(textOf("none", status, "ticket")).toBe(admission.code);
});

test("in a stage without ticket codes, a ticket's notice is about the list at the door, not about a code", () => {
  const [notice] = deliveryNotices({ delivery: "none", orderStatus: pending, items: [item("ticket")] });
  expect(notice?.text).toBe(admission.list);
});
