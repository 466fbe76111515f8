import { describe, expect, test } from "vitest";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { Order } from "../../shared/order.ts";
import {
  refundedSeats,
  seatsOf,
  unrefundedSeatsOf,
  voidReasonOf,
  withRestockedSeats,
} from "../../shared/tickets/tickets-of-order.ts";
import { eventInDays } from "../support/fixtures.ts";

type PaidOrder = Parameters<typeof voidReasonOf>[0];
type Refund = Order["refunds"][number];

const line = (category: string, quantity: number, changes: object = {}): Order["items"][number] => ({
  productId: `prd_${category}`,
  name: category,
  quantity,
  priceEach: 10,
  category,
  weight: 0,
  ...changes,
});
const refundOf = (lines: Refund["lines"], status: Refund["status"] = "succeeded"): Refund => ({
  refundId: "rfd_1",
  amount: 1,
  status,
  reason: "",
  at: "2026-11-20T00:00:00.000Z",
  lines,
});
const dispute = (status: "open" | "lost" | "closed", withdrawn: number) => ({
  disputeId: "dp_1",
  status,
  amount: withdrawn,
  withdrawn,
  reason: "fraudulent",
  at: "2026-11-20T00:00:00.000Z",
});
const disputeFields = (status: "open" | "lost" | "closed", withdrawn: number): Partial<PaidOrder> => ({
  disputes: [dispute(status, withdrawn)],
  financialInfo: { subtotal: 50, shipping: 0, total: 50, refunded: 0, withdrawn },
});
/** A refund of all the money that the shop still has is requested; no line is named. */
const restBeingRefunded = (amount: number): Partial<PaidOrder> => ({
  refunding: true,
  refunds: [{ ...refundOf(undefined, "requested"), amount }],
});
/** A paid order with two shirts and three tickets. */
const orderWith = (changes: Partial<PaidOrder> = {}): PaidOrder => ({
  items: [line("shirts", 2), line("ticket", 3)],
  refunds: [],
  orderStatus: ORDER_STATUS.pending,
  paymentStatus: "paid",
  financialInfo: { subtotal: 50, shipping: 0, total: 50, refunded: 0 },
  ...changes,
});

test("the seats of an order are the pieces of its ticket lines, numbered through the order", () => {
  const event = eventInDays(3);
  const items = [
    line("ticket", 1, { event }),
    line("shirts", 1),
    line("ticket", 2, { variantId: "v1", size: "VIP" }),
  ];
  expect(seatsOf({ items })).toEqual([
    { line: 0, seat: 0, n: 1, of: 3, name: "ticket", productId: "prd_ticket", event },
    { line: 2, seat: 0, n: 2, of: 3, name: "ticket (VIP)", productId: "prd_ticket", variantId: "v1" },
    { line: 2, seat: 1, n: 3, of: 3, name: "ticket (VIP)", productId: "prd_ticket", variantId: "v1" },
  ]);
});

describe("the seats that refunds have taken", () => {
  const cases: [description: string, seats: number[], refunds: Refund[]][] = [
    ["none without a refund", [], []],
    ["the chosen ones", [0, 2], [refundOf([{ line: 1, quantity: 2, seats: [0, 2] }])]],
    ["the last ones, if only a number is given", [1, 2], [refundOf([{ line: 1, quantity: 2 }])]],
    [
      "the last ones that no other refund has chosen",
      [1, 2],
      [refundOf([{ line: 1, quantity: 1 }]), refundOf([{ line: 1, quantity: 1, seats: [2] }])],
    ],
    [
      "the chosen ones, also while the refund is requested",
      [1],
      [refundOf([{ line: 1, quantity: 1, seats: [1] }], "requested")],
    ],
    ["none if the refund failed", [], [refundOf([{ line: 1, quantity: 1, seats: [1] }], "failed")]],
    ["none if another line was refunded", [], [refundOf([{ line: 0, quantity: 2 }])]],
    [
      "at most all of them",
      [0, 1, 2],
      [refundOf([{ line: 1, quantity: 3 }]), refundOf([{ line: 1, quantity: 1 }])],
    ],
    ["none for an amount without parts", [], [refundOf(undefined)]],
    [
      "the same ones as before if an older refund without chosen seats fails",
      [1],
      [refundOf([{ line: 1, quantity: 1 }], "failed"), refundOf([{ line: 1, quantity: 1 }])],
    ],
    [
      "the free ones, then those of a failed refund if too few are free",
      [0, 2],
      [refundOf([{ line: 1, quantity: 2 }], "failed"), refundOf([{ line: 1, quantity: 2 }])],
    ],
  ];
  test.each(cases)("are %s: %j", (_, seats, refunds) => {
    expect([...refundedSeats(orderWith({ refunds }), 1)].sort()).toEqual(seats);
  });
});

describe("the reason for which the ticket of a seat is void,", () => {
  const cases: [description: string, why: string | undefined, changes: Partial<PaidOrder>][] = [
    ["if nothing happened to the order,", undefined, {}],
    ["after a cancellation", "cancelled", { orderStatus: ORDER_STATUS.cancelled }],
    ["of an order that cannot be fulfilled", "cancelled", { unfulfilled: "sold-out" }],
    ["after a full refund", "refunded", { paymentStatus: "refunded" }],
    ["after a lost dispute over all the money", "refunded", disputeFields("lost", 50)],
    ["after a closed dispute that took all the money", "refunded", disputeFields("closed", 50)],
    ["after a lost dispute over a second payment", undefined, { disputes: [dispute("lost", 50)] }],
    ["after a lost dispute over a part of the money", undefined, disputeFields("lost", 49)],
    ["while a dispute is open", undefined, disputeFields("open", 50)],
    ["while all the money is on its way back", "refunded", restBeingRefunded(50)],
    [
      "while all the money is on its way back, also if a dispute over the money is open",
      "refunded",
      { ...disputeFields("open", 50), ...restBeingRefunded(50) },
    ],
    [
      "while the rest of the money is on its way back and a dispute over a part is open",
      undefined,
      { ...disputeFields("open", 20), ...restBeingRefunded(30) },
    ],
    [
      "while a dispute over a part is open, and the rest of the money and a second payment are on their way back",
      undefined,
      {
        ...disputeFields("open", 20),
        refunding: true,
        paymentIntentId: "pi_1",
        refunds: [
          { ...refundOf(undefined, "requested"), amount: 30, paymentIntentId: "pi_1" },
          { ...refundOf(undefined, "pending"), amount: 50, paymentIntentId: "pi_2" },
        ],
      },
    ],
    [
      "while the rest of the money is on its way back after a lost dispute over a part",
      "refunded",
      { ...disputeFields("lost", 20), ...restBeingRefunded(30) },
    ],
    [
      "after a full refund of an order that needs attention",
      "refunded",
      {
        paymentStatus: "needs-attention",
        financialInfo: { subtotal: 50, shipping: 0, total: 50, refunded: 50 },
      },
    ],
    [
      "after a refund of this seat",
      "refunded",
      { refunds: [refundOf([{ line: 1, quantity: 1, seats: [0] }])] },
    ],
    [
      "if it is on sale again, also after its refund failed",
      "refunded",
      {
        items: [line("shirts", 2), line("ticket", 3, { restocked: 1, restockedSeats: [0] })],
        refunds: [refundOf([{ line: 1, quantity: 1, seats: [0] }], "failed")],
      },
    ],
    [
      "if it is on sale again, and an old order does not say which seat that is",
      "refunded",
      {
        items: [line("shirts", 2), line("ticket", 3, { restocked: 1 })],
        refunds: [refundOf([{ line: 1, quantity: 1, seats: [0] }], "failed")],
      },
    ],
    [
      "if another seat is on sale again",
      undefined,
      { items: [line("shirts", 2), line("ticket", 3, { restocked: 2 })] },
    ],
    ["after a refund of another seat", undefined, { refunds: [refundOf([{ line: 1, quantity: 1 }])] }],
  ];
  test.each(cases)("%s is %j", (_, why, changes) => {
    expect(voidReasonOf(orderWith(changes), { line: 1, seat: 0 })).toBe(why);
  });
});

test("of the restocked seats, those that no refund has paid back are found", () => {
  const unrefundedSeats = (lines: Refund["lines"], quantity: number) => {
    const paidOrder = orderWith(lines ? { refunds: [refundOf(lines)] } : {});
    return unrefundedSeatsOf(paidOrder, withRestockedSeats(paidOrder, [{ line: 1, quantity }])).map(
      ({ seats }) => seats,
    );
  };
  expect(unrefundedSeats(undefined, 3)).toEqual([[2, 1, 0]]);
  expect(unrefundedSeats([{ line: 1, quantity: 1, seats: [0] }], 1)).toEqual([]);
  expect(unrefundedSeats([{ line: 1, quantity: 1, seats: [0] }], 2)).toEqual([[2]]);
});
