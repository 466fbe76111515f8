import { expect, test } from "vitest";
import { deliveryNotices } from "../../shared/delivery-notices.ts";
import type { Receipt } from "../../shared/receipt-data.ts";

const item = (category: string): Receipt["items"][number] => ({
  productId: "item",
  name: "Item",
  category,
  quantity: 1,
  priceEach: 10,
  lineTotal: 10,
});
const textOf = (
  delivery: Receipt["delivery"],
  orderStatus: Receipt["orderStatus"],
  ...categories: string[]
): string =>
  deliveryNotices({ delivery, orderStatus, items: categories.map(item), admission: "code" })
    .map(({ text }) => text)
    .join(" ");

test.each([
  ["a parcel that is not packed yet", textOf("ship", 1, "shirts"), /^Your order leaves within 3/],
  ["a parcel on its way", textOf("ship", 2, "shirts"), /^Your order has been shipped/],
  ["a receipt of an earlier version", textOf("ship", undefined, "shirts"), /^Your order leaves/],
  ["an order to pick up", textOf("pick-up", 1, "shirts"), /^We email you as soon as your order is ready/],
  ["an order that was picked up", textOf("pick-up", 2, "shirts"), /^Your order has been picked up/],
  ["a parcel and a ticket", textOf("ship", 2, "shirts", "ticket"), /shipped.*come by email/],
])("the customer is told about %s", (_, text, expected) => expect(text).toMatch(expected));

test("the customer is told to pick up an order as soon as it is ready", () => {
  const order = { delivery: "pick-up" as const, orderStatus: 1 as const, items: [item("shirts")] };
  const [notice] = deliveryNotices({ ...order, ready: true });
  expect(notice?.text).toMatch(/^Pick up your order at/);
});

test("the customer of a ticket is told nothing about parcels", () => {
  for (const status of [1, 2] as const)
    expect(textOf("none", status, "ticket")).toMatch(/^Your tickets come by email/);
});

test("in a stage without ticket codes, the customer of a ticket is told about the list at the door, and about no code", () => {
  const [notice] = deliveryNotices({ delivery: "none", orderStatus: 1, items: [item("ticket")] });
  expect(notice?.text).toBe("Your name is on the list at the door. Bring a photo ID.");
});
