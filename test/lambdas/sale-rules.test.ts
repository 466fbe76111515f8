import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SaleEvent, Counters } from "../../lambdas/analytics/sale.ts";
import { changeByDay, applySaleEvent, countersByDay, EMPTY_SALE } from "../../lambdas/analytics/sale.ts";

const ZONE = "America/Kentucky/Louisville";
type Lines = [productId: string, category: string, quantity: number, priceEach: number][];

const envelope = (sequence: number, time: string) => ({
  id: `evt_${sequence}`,
  version: 1 as const,
  time,
  orderId: "ord_1",
  sequence,
});
const paid = (
  lines: Lines,
  { shipping = 0, refunded = 0, sequence = 2, time = "2026-03-07T18:00:00.000Z" } = {},
) => {
  const subtotal =
    lines.reduce((sum, [, , quantity, each]) => sum + Math.round(quantity * each * 100), 0) / 100;
  const event: SaleEvent = {
    ...envelope(sequence, time),
    type: "OrderPaid",
    items: lines.map(([productId, category, quantity, priceEach]) => ({
      productId,
      category,
      quantity,
      priceEach,
      name: productId,
      weight: 1,
    })),
    financialInfo: { subtotal, shipping, total: subtotal + shipping, refunded },
    paymentStatus: "paid",
  };
  return event;
};
/** `refunded` is the order's total after the refund; `amount` may be of another payment. */
const refund = (sequence: number, refunded: number, time: string, amount = refunded): SaleEvent => ({
  ...envelope(sequence, time),
  type: "OrderRefunded",
  refundId: `rfd_${sequence}`,
  amount,
  refunded,
  paymentStatus: "partially-refunded",
});

/** `lost` is the order's total of lost disputes. */
const dispute = (sequence: number, lost: number, time: string): SaleEvent => ({
  ...envelope(sequence, time),
  type: "DisputeUpdated",
  disputeId: "du_1",
  status: lost > 0 ? "lost" : "open",
  amount: 90,
  withdrawn: 90,
  lost,
  paymentStatus: "needs-attention",
});

const failed = (sequence: number, refunded: number, time: string): SaleEvent => ({
  ...envelope(sequence, time),
  type: "RefundFailed",
  refundId: "rfd_1",
  amount: 90,
  refunded,
  paymentStatus: "needs-attention",
});

const know = (events: readonly SaleEvent[]) =>
  events.reduce((sale, event) => applySaleEvent(sale, event, ZONE), EMPTY_SALE);
const plain = (days: Map<string, Counters>) =>
  Object.fromEntries([...days].map(([day, sheet]) => [day, Object.fromEntries(sheet)]));
const days = (...events: SaleEvent[]) => plain(countersByDay(know(events)));

const TEE: Lines[number] = ["tee", "shirts", 2, 25];
const FLASK: Lines[number] = ["flask", "yetiflask", 1, 30];
const bought = {
  orders: 1,
  paid: 9000,
  "cents:shirts/tee": 5000,
  "pieces:shirts/tee": 2,
  "cents:yetiflask/flask": 3000,
  "pieces:yetiflask/flask": 1,
};
const order = paid([TEE, FLASK], { shipping: 10 });

describe("what a sale makes of the days", () => {
  test.each<[said: string, events: SaleEvent[], expected: Record<string, Record<string, number>>]>([
    ["an order counts on the day it was paid", [order], { "2026-03-07": bought }],
    [
      "the day is that of the shop's clock: 23:30 in Louisville is the next day in UTC",
      [paid([TEE], { time: "2026-03-08T04:30:00.000Z" })],
      { "2026-03-07": { orders: 1, paid: 5000, "cents:shirts/tee": 5000, "pieces:shirts/tee": 2 } },
    ],
    [
      "variants of one product count together",
      [paid([TEE, ["tee", "shirts", 1, 25]])],
      { "2026-03-07": { orders: 1, paid: 7500, "cents:shirts/tee": 7500, "pieces:shirts/tee": 3 } },
    ],
    [
      "a part that goes back lowers the day it went back, spread over lines and shipping",
      [order, refund(3, 9, "2026-03-09T12:00:00.000Z")],
      {
        "2026-03-07": bought,
        "2026-03-09": { refunded: 900, "cents:shirts/tee": -500, "cents:yetiflask/flask": -300 },
      },
    ],
    [
      "on the same day the figures meet",
      [order, refund(3, 9, "2026-03-07T20:00:00.000Z")],
      {
        "2026-03-07": { ...bought, refunded: 900, "cents:shirts/tee": 4500, "cents:yetiflask/flask": 2700 },
      },
    ],
    [
      "when all went back, in two steps, nothing is left, and the pieces go with the last",
      [order, refund(4, 20, "2026-03-08T18:00:00.000Z"), refund(6, 90, "2026-03-09T18:00:00.000Z", 70)],
      {
        "2026-03-07": bought,
        "2026-03-08": { refunded: 2000, "cents:shirts/tee": -1111, "cents:yetiflask/flask": -667 },
        "2026-03-09": {
          refunded: 7000,
          "cents:shirts/tee": -3889,
          "cents:yetiflask/flask": -2333,
          "pieces:shirts/tee": -2,
          "pieces:yetiflask/flask": -1,
        },
      },
    ],
    [
      "money sent back of a second payment is none of the order's",
      [order, refund(3, 0, "2026-03-09T12:00:00.000Z", 90)],
      { "2026-03-07": bought },
    ],
    [
      "an order paid in vain neither earns nor costs",
      [refund(3, 0, "2026-03-09T12:00:00.000Z", 90), refund(5, 90, "2026-03-09T13:00:00.000Z")],
      {},
    ],
    [
      "a refund that was known before the payment is in the payment's news",
      [paid([TEE], { refunded: 50, sequence: 4 }), refund(3, 0, "2026-03-06T12:00:00.000Z", 50)],
      { "2026-03-07": { orders: 1, paid: 5000, refunded: 5000 } },
    ],
    [
      "no more goes back than came",
      [paid([["t", "ticket", 1, 40]]), refund(3, 55, "2026-03-07T19:00:00.000Z")],
      { "2026-03-07": { orders: 1, paid: 4000, refunded: 4000 } },
    ],
    [
      "a refund that failed after it was told brings the money back on the day it failed",
      [order, refund(3, 90, "2026-03-08T18:00:00.000Z"), failed(4, 0, "2026-03-11T18:00:00.000Z")],
      {
        "2026-03-07": bought,
        "2026-03-08": {
          refunded: 9000,
          "cents:shirts/tee": -5000,
          "cents:yetiflask/flask": -3000,
          "pieces:shirts/tee": -2,
          "pieces:yetiflask/flask": -1,
        },
        "2026-03-11": {
          refunded: -9000,
          "cents:shirts/tee": 5000,
          "cents:yetiflask/flask": 3000,
          "pieces:shirts/tee": 2,
          "pieces:yetiflask/flask": 1,
        },
      },
    ],
    [
      "a dispute costs nothing until it is lost; won after all, it brings the money back",
      [
        order,
        dispute(3, 0, "2026-03-08T18:00:00.000Z"),
        dispute(4, 9, "2026-03-09T18:00:00.000Z"),
        dispute(5, 0, "2026-03-10T18:00:00.000Z"),
      ],
      {
        "2026-03-07": bought,
        "2026-03-09": { refunded: 900, "cents:shirts/tee": -500, "cents:yetiflask/flask": -300 },
        "2026-03-10": { refunded: -900, "cents:shirts/tee": 500, "cents:yetiflask/flask": 300 },
      },
    ],
    [
      "a refund beside a lost dispute: both count, neither undoes the other",
      [order, dispute(3, 9, "2026-03-09T12:00:00.000Z"), refund(4, 9, "2026-03-09T13:00:00.000Z")],
      {
        "2026-03-07": bought,
        "2026-03-09": { refunded: 1800, "cents:shirts/tee": -1000, "cents:yetiflask/flask": -600 },
      },
    ],
    [
      "an order of nothing but free things counts",
      [paid([["sticker", "shirts", 1, 0]])],
      { "2026-03-07": { orders: 1, "pieces:shirts/sticker": 1 } },
    ],
  ])("%s", (_, events, expected) => {
    expect(prune(days(...events))).toEqual(expected);
  });
});

/** Drops figures that are zero. */
const prune = (found: Record<string, Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(found).map(([day, sheet]) => [
      day,
      Object.fromEntries(Object.entries(sheet).filter(([, amount]) => amount !== 0)),
    ]),
  );

test("whatever comes twice, late or before others: what was added up in the end is the same, to the cent", () => {
  const history = fc.record({
    lines: fc.array(
      fc.tuple(
        fc.constantFrom("tee", "flask", "polo"),
        fc.constantFrom("a", "b"),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 9999 }).map((cents) => cents / 100),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    shipping: fc.constantFrom(0, 10),
    refunds: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 7, max: 12 })), {
      maxLength: 4,
    }),
  });
  fc.assert(
    fc.property(
      history,
      fc.array(fc.nat(1000), { minLength: 10, maxLength: 10 }),
      ({ lines, shipping, refunds }, chance) => {
        const first = paid(lines, { shipping });
        const total = first.type === "OrderPaid" ? first.financialInfo.total : 0;
        const events = [
          first,
          ...refunds
            .map(([share, day]): [number, number] => [Math.round(share * total * 100) / 100, day])
            .sort((a, b) => a[0] - b[0])
            .map(([sum, day], i) =>
              refund(3 + i, sum, `2026-03-${String(day).padStart(2, "0")}T18:00:00.000Z`),
            ),
        ];
        const shuffled = [...events, ...events]
          .map((event, i) => ({ event, at: chance[i] ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ event }) => event);
        // Like the table: each event adds its change.
        const sums = new Map<string, Map<string, number>>();
        let sale = EMPTY_SALE;
        for (const event of shuffled) {
          const next = applySaleEvent(sale, event, ZONE);
          for (const [day, change] of changeByDay(sale, next)) {
            const sheet = sums.get(day) ?? new Map<string, number>();
            for (const [name, by] of change) sheet.set(name, (sheet.get(name) ?? 0) + by);
            sums.set(day, sheet);
          }
          sale = next;
        }
        const filled = (found: Record<string, Record<string, number>>) =>
          Object.fromEntries(
            Object.entries(prune(found)).filter(([, sheet]) => Object.keys(sheet).length > 0),
          );
        expect(filled(plain(sums))).toEqual(filled(days(...events)));
      },
    ),
  );
});
