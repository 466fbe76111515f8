import { describe, expect, test } from "vitest";
import type { Order } from "../../shared/order.ts";
import {
  refundedSeats,
  seatsOf,
  unpaidSeatsOf,
  voidReasonOf,
  withRestockedSeats,
} from "../../shared/tickets/tickets-of-order.ts";
import { eventInDays } from "../support/fixtures.ts";

type Paid = Parameters<typeof voidReasonOf>[0];
type Refund = Order["refunds"][number];

const line = (category: string, quantity: number, changes: object = {}): Order["items"][number] => ({
  ...{ productId: `prd_${category}`, name: category, quantity, priceEach: 10, category, weight: 0 },
  ...changes,
});
const refundOf = (lines: Refund["lines"], status: Refund["status"] = "succeeded"): Refund => ({
  ...{ refundId: "rfd_1", amount: 1, status, reason: "", at: "2026-11-20T00:00:00.000Z", lines },
});
const dispute = (status: "open" | "lost" | "closed", withdrawn: number) => ({
  ...{ disputeId: "dp_1", status, amount: withdrawn, withdrawn, reason: "fraudulent" },
  at: "2026-11-20T00:00:00.000Z",
});
const withDispute = (status: "open" | "lost" | "closed", withdrawn: number): Partial<Paid> => ({
  disputes: [dispute(status, withdrawn)],
  financialInfo: { subtotal: 50, shipping: 0, total: 50, refunded: 0, withdrawn },
});
/** A refund of all the money that the shop still has is requested; no line is named. */
const refunding = (amount: number): Partial<Paid> => ({
  refunding: true,
  refunds: [{ ...refundOf(undefined, "requested"), amount }],
});
/** A paid order with a shirt and three tickets. */
const order = (changes: Partial<Paid> = {}): Paid => ({
  items: [line("shirts", 2), line("ticket", 3)],
  refunds: [],
  orderStatus: 1,
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
    { ...{ line: 0, seat: 0, n: 1, of: 3, name: "ticket", productId: "prd_ticket" }, event },
    { line: 2, seat: 0, n: 2, of: 3, name: "ticket (VIP)", productId: "prd_ticket", variantId: "v1" },
    { line: 2, seat: 1, n: 3, of: 3, name: "ticket (VIP)", productId: "prd_ticket", variantId: "v1" },
  ]);
});

describe("the seats that refunds have taken", () => {
  const cases: [string, Refund[], number[]][] = [
    ["none without a refund", [], []],
    ["the chosen ones", [refundOf([{ line: 1, quantity: 2, seats: [0, 2] }])], [0, 2]],
    ["the last ones, if only a number is given", [refundOf([{ line: 1, quantity: 2 }])], [1, 2]],
    [
      "the last ones that no other refund has chosen",
      [refundOf([{ line: 1, quantity: 1 }]), refundOf([{ line: 1, quantity: 1, seats: [2] }])],
      [1, 2],
    ],
    [
      "also while the refund is requested",
      [refundOf([{ line: 1, quantity: 1, seats: [1] }], "requested")],
      [1],
    ],
    ["not if the refund failed", [refundOf([{ line: 1, quantity: 1, seats: [1] }], "failed")], []],
    ["not of another line", [refundOf([{ line: 0, quantity: 2 }])], []],
    [
      "at most all of them",
      [refundOf([{ line: 1, quantity: 3 }]), refundOf([{ line: 1, quantity: 1 }])],
      [0, 1, 2],
    ],
    ["none for an amount without parts", [refundOf(undefined)], []],
    [
      "the same ones as before if an older refund without chosen seats fails",
      [refundOf([{ line: 1, quantity: 1 }], "failed"), refundOf([{ line: 1, quantity: 1 }])],
      [1],
    ],
    [
      "those of failed refunds if there are no others",
      [refundOf([{ line: 1, quantity: 2 }], "failed"), refundOf([{ line: 1, quantity: 2 }])],
      [0, 2],
    ],
  ];
  test.each(cases)("%s", (_, refunds, seats) => {
    expect([...refundedSeats(order({ refunds }), 1)].sort()).toEqual(seats);
  });
});

describe("a seat has no valid ticket, unless the title says that it has one", () => {
  const cases: [string, Partial<Paid>, string | undefined][] = [
    ["if nothing happened to the order: it has one", {}, undefined],
    ["after a cancellation", { orderStatus: 3 }, "cancelled"],
    ["of an order that cannot be fulfilled", { unfulfilled: "sold-out" }, "cancelled"],
    ["after a full refund", { paymentStatus: "refunded" }, "refunded"],
    ["after a lost dispute over all the money", withDispute("lost", 50), "refunded"],
    ["after a closed dispute that took all the money", withDispute("closed", 50), "refunded"],
    [
      "after a lost dispute over a second payment: it has one",
      { disputes: [dispute("lost", 50)] },
      undefined,
    ],
    ["after a lost dispute over a part of it: it has one", withDispute("lost", 49), undefined],
    ["while a dispute is open: it has one", withDispute("open", 50), undefined],
    ["while all the money is on its way back", refunding(50), "refunded"],
    [
      "while all the money is on its way back, also if a dispute over the money is open",
      { ...withDispute("open", 50), ...refunding(50) },
      "refunded",
    ],
    [
      "while the rest of the money is on its way back and a dispute over a part is open: it has one",
      { ...withDispute("open", 20), ...refunding(30) },
      undefined,
    ],
    [
      "while also the refund of a second payment is on its way: it has one",
      {
        ...withDispute("open", 20),
        ...{ refunding: true, paymentIntentId: "pi_1" },
        refunds: [
          { ...refundOf(undefined, "requested"), amount: 30, paymentIntentId: "pi_1" },
          { ...refundOf(undefined, "pending"), amount: 50, paymentIntentId: "pi_2" },
        ],
      },
      undefined,
    ],
    [
      "while the rest of the money is on its way back after a lost dispute over a part",
      { ...withDispute("lost", 20), ...refunding(30) },
      "refunded",
    ],
    [
      "after a full refund of an order that needs attention",
      {
        paymentStatus: "needs-attention",
        financialInfo: { subtotal: 50, shipping: 0, total: 50, refunded: 50 },
      },
      "refunded",
    ],
    [
      "after a refund of this seat",
      { refunds: [refundOf([{ line: 1, quantity: 1, seats: [0] }])] },
      "refunded",
    ],
    [
      "if it is on sale again, also after its refund failed",
      {
        items: [line("shirts", 2), line("ticket", 3, { restocked: 1, restockedSeats: [0] })],
        refunds: [refundOf([{ line: 1, quantity: 1, seats: [0] }], "failed")],
      },
      "refunded",
    ],
    [
      "if it is on sale again, and an old order does not say which seat that is",
      {
        items: [line("shirts", 2), line("ticket", 3, { restocked: 1 })],
        refunds: [refundOf([{ line: 1, quantity: 1, seats: [0] }], "failed")],
      },
      "refunded",
    ],
    [
      "if another seat is on sale again: it has one",
      { items: [line("shirts", 2), line("ticket", 3, { restocked: 2 })] },
      undefined,
    ],
    [
      "after a refund of another seat: it has one",
      { refunds: [refundOf([{ line: 1, quantity: 1 }])] },
      undefined,
    ],
  ];
  test.each(cases)("%s", (_, changes, why) => {
    expect(voidReasonOf(order(changes), { line: 1, seat: 0 })).toBe(why);
  });
});

test("a restock voids the tickets of its seats that no refund has paid back", () => {
  const unpaid = (lines: Refund["lines"], quantity: number) => {
    const paid = order(lines ? { refunds: [refundOf(lines)] } : {});
    return unpaidSeatsOf(paid, withRestockedSeats(paid, [{ line: 1, quantity }])).map(({ seats }) => seats);
  };
  expect(unpaid(undefined, 3)).toEqual([[2, 1, 0]]);
  expect(unpaid([{ line: 1, quantity: 1, seats: [0] }], 1)).toEqual([]);
  expect(unpaid([{ line: 1, quantity: 1, seats: [0] }], 2)).toEqual([[2]]);
});
