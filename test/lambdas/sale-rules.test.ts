import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ORDER_STATUS, type OrderStatus } from "../../shared/order-status.ts";
import { sortByKeys } from "../support/permutations.ts";
import type { SaleEvent, Counters } from "../../lambdas/analytics/sale.ts";
import { changeByDay, applySaleEvent, countersByDay, EMPTY_SALE } from "../../lambdas/analytics/sale.ts";

const ZONE = "America/Kentucky/Louisville";
/** `priceEach`: in dollars. */
type Lines = [productId: string, category: string, quantity: number, priceEach: number][];

/** The fields that all events of the order have. */
const commonFields = (sequence: number, time: string) => ({
  id: `evt_${sequence}`,
  version: 1 as const,
  time,
  orderId: "ord_1",
  sequence,
});
const itemsOf = (lines: Lines) =>
  lines.map(([productId, category, quantity, priceEach]) => ({
    productId,
    category,
    quantity,
    priceEach,
    name: productId,
    weight: 1,
  }));
const paidEvent = (
  lines: Lines,
  { shipping = 0, refunded = 0, sequence = 2, time = "2026-03-07T18:00:00.000Z" } = {},
) => {
  const subtotal =
    lines.reduce((sum, [, , quantity, priceEach]) => sum + Math.round(quantity * priceEach * 100), 0) / 100;
  const event: SaleEvent = {
    ...commonFields(sequence, time),
    type: "OrderPaid",
    items: itemsOf(lines),
    financialInfo: { subtotal, shipping, total: subtotal + shipping, refunded },
    paymentStatus: "paid",
  };
  return event;
};
/**
 * An OrderRefunded. `refunded`: the sum of the refunds of the order's payment so far. `amount`: the amount of this refund. If
 * it is a refund of a second payment, `refunded` does not include its amount. `items` and `shipping`: the refunded parts.
 * Amounts are in dollars.
 */
const refundEvent = (
  sequence: number,
  refunded: number,
  time: string,
  amount = refunded,
  { items = [], shipping = 0 }: { items?: Lines; shipping?: number } = {},
): SaleEvent => ({
  ...commonFields(sequence, time),
  ...(items.length > 0 ? { items: itemsOf(items) } : {}),
  ...(shipping > 0 ? { shipping } : {}),
  type: "OrderRefunded",
  refundId: `rfd_${sequence}`,
  amount,
  refunded,
  paymentStatus: "partially-refunded",
});

/** `lost`: the sum of the order's lost disputes, in dollars. */
const disputeEvent = (sequence: number, lost: number, time: string): SaleEvent => ({
  ...commonFields(sequence, time),
  type: "DisputeUpdated",
  disputeId: "du_1",
  status: lost > 0 ? "lost" : "open",
  amount: 90,
  withdrawn: 90,
  lost,
  paymentStatus: "needs-attention",
});

/** Paid for with a discount of the whole price. */
const freeOrderPaid: SaleEvent = {
  ...commonFields(2, "2026-03-07T18:00:00.000Z"),
  version: 2,
  type: "OrderPaid",
  items: itemsOf([["tee", "shirts", 2, 25]]).map((item) => ({ ...item, discount: 50, tax: 0 })),
  financialInfo: { subtotal: 50, discount: 50, shipping: 0, tax: 0, total: 0, refunded: 0 },
  paymentStatus: "paid",
};
const cancelledEvent = (sequence: number, time: string): SaleEvent => ({
  ...commonFields(sequence, time),
  type: "OrderCancelled",
  from: ORDER_STATUS.pending,
  restocked: true,
  refundRequested: false,
});
const statusEvent = (sequence: number, from: OrderStatus, to: OrderStatus, time: string): SaleEvent => ({
  ...commonFields(sequence, time),
  type: "OrderStatusChanged",
  from,
  to,
  trackingChanged: from === to,
});

/** `refunded`: the sum of the order's other refunds, in dollars. */
const refundFailedEvent = (
  sequence: number,
  refunded: number,
  time: string,
  refundId = "rfd_1",
): SaleEvent => ({
  ...commonFields(sequence, time),
  type: "RefundFailed",
  refundId,
  amount: 90,
  refunded,
  paymentStatus: "needs-attention",
});

const saleOf = (events: readonly SaleEvent[]) =>
  events.reduce((sale, event) => applySaleEvent(sale, event, ZONE), EMPTY_SALE);
const toObject = (days: Map<string, Counters>) =>
  Object.fromEntries([...days].map(([day, figures]) => [day, Object.fromEntries(figures)]));
/** The figures of each day that the events change. Amounts are in cents. */
const figuresByDay = (...events: SaleEvent[]) => toObject(countersByDay(saleOf(events)));

const TEE: Lines[number] = ["tee", "shirts", 2, 25];
const FLASK: Lines[number] = ["flask", "yetiflask", 1, 30];
const SALE_FIGURES = {
  orders: 1,
  paid: 9000,
  "cents:shirts/tee": 5000,
  "pieces:shirts/tee": 2,
  "cents:yetiflask/flask": 3000,
  "pieces:yetiflask/flask": 1,
};
const orderPaid = paidEvent([TEE, FLASK], { shipping: 10 });

describe("the daily figures of a sale", () => {
  test.each<[description: string, events: SaleEvent[], expected: Record<string, Record<string, number>>]>([
    ["an order counts on the day of its payment", [orderPaid], { "2026-03-07": SALE_FIGURES }],
    [
      "the day is in the shop's time zone: 23:30 in Louisville is the next day in UTC",
      [paidEvent([TEE], { time: "2026-03-08T04:30:00.000Z" })],
      { "2026-03-07": { orders: 1, paid: 5000, "cents:shirts/tee": 5000, "pieces:shirts/tee": 2 } },
    ],
    [
      "variants of one product count together",
      [paidEvent([TEE, ["tee", "shirts", 1, 25]])],
      { "2026-03-07": { orders: 1, paid: 7500, "cents:shirts/tee": 7500, "pieces:shirts/tee": 3 } },
    ],
    [
      "a partial refund lowers the figures of the refund's day, divided among lines and shipping",
      [orderPaid, refundEvent(3, 9, "2026-03-09T12:00:00.000Z")],
      {
        "2026-03-07": SALE_FIGURES,
        "2026-03-09": { refunded: 900, "cents:shirts/tee": -500, "cents:yetiflask/flask": -300 },
      },
    ],
    [
      "a refund on the day of the payment is subtracted from the same figures",
      [orderPaid, refundEvent(3, 9, "2026-03-07T20:00:00.000Z")],
      {
        "2026-03-07": {
          ...SALE_FIGURES,
          refunded: 900,
          "cents:shirts/tee": 4500,
          "cents:yetiflask/flask": 2700,
        },
      },
    ],
    [
      "the second of two refunds, which together are the whole amount, also subtracts the pieces",
      [
        orderPaid,
        refundEvent(4, 20, "2026-03-08T18:00:00.000Z"),
        refundEvent(6, 90, "2026-03-09T18:00:00.000Z", 70),
      ],
      {
        "2026-03-07": SALE_FIGURES,
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
      "refunded pieces are subtracted with their refund, and added again if the refund fails",
      [
        orderPaid,
        refundEvent(3, 25, "2026-03-08T18:00:00.000Z", 25, { items: [["tee", "shirts", 1, 25]] }),
        refundFailedEvent(4, 0, "2026-03-11T18:00:00.000Z", "rfd_3"),
      ],
      {
        "2026-03-07": SALE_FIGURES,
        "2026-03-08": { refunded: 2500, "cents:shirts/tee": -2500, "pieces:shirts/tee": -1 },
        "2026-03-11": { refunded: -2500, "cents:shirts/tee": 2500, "pieces:shirts/tee": 1 },
      },
    ],
    [
      "the refund of the rest of an order subtracts the pieces that were not refunded before",
      [
        orderPaid,
        refundEvent(3, 25, "2026-03-08T18:00:00.000Z", 25, { items: [["tee", "shirts", 1, 25]] }),
        refundEvent(4, 90, "2026-03-09T18:00:00.000Z", 65),
      ],
      {
        "2026-03-07": SALE_FIGURES,
        "2026-03-08": { refunded: 2500, "cents:shirts/tee": -2500, "pieces:shirts/tee": -1 },
        "2026-03-09": {
          refunded: 6500,
          "cents:shirts/tee": -2500,
          "cents:yetiflask/flask": -3000,
          "pieces:shirts/tee": -1,
          "pieces:yetiflask/flask": -1,
        },
      },
    ],
    [
      "the division of several small refunds is rounded for their sum, not for each refund",
      [
        paidEvent([
          ["tee", "shirts", 1, 1],
          ["flask", "yetiflask", 1, 1],
          ["polo", "polos", 1, 1],
        ]),
        refundEvent(3, 0.01, "2026-03-08T18:00:00.000Z"),
        refundEvent(4, 0.02, "2026-03-09T18:00:00.000Z", 0.01),
      ],
      {
        "2026-03-07": {
          orders: 1,
          paid: 300,
          "cents:shirts/tee": 100,
          "pieces:shirts/tee": 1,
          "cents:yetiflask/flask": 100,
          "pieces:yetiflask/flask": 1,
          "cents:polos/polo": 100,
          "pieces:polos/polo": 1,
        },
        "2026-03-08": { refunded: 1, "cents:yetiflask/flask": -1 },
        "2026-03-09": {
          refunded: 1,
          "cents:shirts/tee": -1,
          "cents:yetiflask/flask": 1,
          "cents:polos/polo": -1,
        },
      },
    ],
    [
      "a refund of a second payment does not change the order's figures",
      [orderPaid, refundEvent(3, 0, "2026-03-09T12:00:00.000Z", 90)],
      { "2026-03-07": SALE_FIGURES },
    ],
    [
      "refunds of an order change no figures before the event of its payment",
      [refundEvent(3, 0, "2026-03-09T12:00:00.000Z", 90), refundEvent(5, 90, "2026-03-09T13:00:00.000Z")],
      {},
    ],
    [
      "a refund that precedes the payment counts on the day of the payment",
      [paidEvent([TEE], { refunded: 50, sequence: 4 }), refundEvent(3, 0, "2026-03-06T12:00:00.000Z", 50)],
      { "2026-03-07": { orders: 1, paid: 5000, refunded: 5000 } },
    ],
    [
      "refunds above the paid amount count only up to the paid amount",
      [paidEvent([["t", "ticket", 1, 40]]), refundEvent(3, 55, "2026-03-07T19:00:00.000Z")],
      { "2026-03-07": { orders: 1, paid: 4000, refunded: 4000 } },
    ],
    [
      "the money and the pieces of a refund that fails later are added again on the day of the failure",
      [
        orderPaid,
        refundEvent(3, 90, "2026-03-08T18:00:00.000Z"),
        refundFailedEvent(4, 0, "2026-03-11T18:00:00.000Z"),
      ],
      {
        "2026-03-07": SALE_FIGURES,
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
      "only a lost dispute subtracts money; if it is won later, the money is added again",
      [
        orderPaid,
        disputeEvent(3, 0, "2026-03-08T18:00:00.000Z"),
        disputeEvent(4, 9, "2026-03-09T18:00:00.000Z"),
        disputeEvent(5, 0, "2026-03-10T18:00:00.000Z"),
      ],
      {
        "2026-03-07": SALE_FIGURES,
        "2026-03-09": { refunded: 900, "cents:shirts/tee": -500, "cents:yetiflask/flask": -300 },
        "2026-03-10": { refunded: -900, "cents:shirts/tee": 500, "cents:yetiflask/flask": 300 },
      },
    ],
    [
      "a refund and a lost dispute both count",
      [
        orderPaid,
        disputeEvent(3, 9, "2026-03-09T12:00:00.000Z"),
        refundEvent(4, 9, "2026-03-09T13:00:00.000Z"),
      ],
      {
        "2026-03-07": SALE_FIGURES,
        "2026-03-09": { refunded: 1800, "cents:shirts/tee": -1000, "cents:yetiflask/flask": -600 },
      },
    ],
    [
      "an order of free items counts with its pieces",
      [paidEvent([["sticker", "shirts", 1, 0]])],
      { "2026-03-07": { orders: 1, "pieces:shirts/sticker": 1 } },
    ],
    [
      "the cancellation of a free order subtracts its pieces, also if the cancelled order is changed later",
      [
        freeOrderPaid,
        statusEvent(3, ORDER_STATUS.pending, ORDER_STATUS.completed, "2026-03-08T12:00:00.000Z"),
        cancelledEvent(4, "2026-03-09T12:00:00.000Z"),
        statusEvent(5, ORDER_STATUS.cancelled, ORDER_STATUS.cancelled, "2026-03-10T12:00:00.000Z"),
      ],
      {
        "2026-03-07": { orders: 1, "pieces:shirts/tee": 2 },
        "2026-03-09": { "pieces:shirts/tee": -2 },
      },
    ],
    [
      "the pieces of a free order that is reopened are added again",
      [
        statusEvent(5, ORDER_STATUS.cancelled, ORDER_STATUS.pending, "2026-03-10T12:00:00.000Z"),
        cancelledEvent(4, "2026-03-09T12:00:00.000Z"),
        freeOrderPaid,
      ],
      {
        "2026-03-07": { orders: 1, "pieces:shirts/tee": 2 },
        "2026-03-09": { "pieces:shirts/tee": -2 },
        "2026-03-10": { "pieces:shirts/tee": 2 },
      },
    ],
    [
      "the cancellation of an order subtracts nothing while the shop has its money",
      [orderPaid, cancelledEvent(3, "2026-03-09T12:00:00.000Z")],
      { "2026-03-07": SALE_FIGURES },
    ],
  ])("%s", (_, events, expected) => {
    expect(withoutZeros(figuresByDay(...events))).toEqual(expected);
  });
});

test("the cancellation of an unpaid order with a payment page stores nothing, because the order is deleted and what is stored would stay", () => {
  const cancellation = { ...cancelledEvent(3, "2026-03-09T12:00:00.000Z"), stripeSessionId: "cs_1" };
  expect(applySaleEvent(EMPTY_SALE, cancellation, ZONE)).toBe(EMPTY_SALE);
});

describe("what is left of an order with a tee, a flask and shipping", () => {
  const ORDER = paidEvent(
    [
      ["tee", "shirts", 1, 34],
      ["flask", "yetiflask", 1, 64],
    ],
    { shipping: 10 },
  );
  const TEE_REFUND: Lines = [["tee", "shirts", 1, 34]];
  const FLASK_REFUND: Lines = [["flask", "yetiflask", 1, 64]];
  const REFUND_TIME = "2026-03-09T12:00:00.000Z";
  /** What is left of the tee, the flask and the shipping after their refunds, in cents. */
  const remainingCents = (...events: SaleEvent[]) => {
    const totals = Object.values(figuresByDay(...events)).reduce<Record<string, number>>((sums, figures) => {
      for (const [name, amount] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + amount;
      return sums;
    }, {});
    const [tee = 0, flask = 0] = [totals["cents:shirts/tee"], totals["cents:yetiflask/flask"]];
    return [tee, flask, (totals.paid ?? 0) - (totals.refunded ?? 0) - tee - flask];
  };
  test.each<[description: string, expected: number[], events: SaleEvent[]]>([
    ["a refund of an item", [0, 6400, 1000], [refundEvent(3, 34, REFUND_TIME, 34, { items: TEE_REFUND })]],
    ["a refund of the shipping", [3400, 6400, 0], [refundEvent(3, 10, REFUND_TIME, 10, { shipping: 10 })]],
    [
      "a refund of an item and the shipping, for less than their price",
      [1700, 6400, 500],
      [refundEvent(3, 22, REFUND_TIME, 22, { items: TEE_REFUND, shipping: 10 })],
    ],
    [
      "a refund of an item for more than its price, whose rest is divided among the other parts",
      [0, 3200, 500],
      [refundEvent(3, 71, REFUND_TIME, 71, { items: TEE_REFUND })],
    ],
    [
      "a refund without items, divided among all parts, and then a refund of an item",
      [-1020, 4480, 700],
      [refundEvent(3, 32.4, REFUND_TIME), refundEvent(4, 66.4, REFUND_TIME, 34, { items: TEE_REFUND })],
    ],
    [
      "a refund of an item, and then one without items, divided among the other parts",
      [0, 3200, 500],
      [refundEvent(3, 34, REFUND_TIME, 34, { items: TEE_REFUND }), refundEvent(4, 71, REFUND_TIME, 37)],
    ],
    [
      "two refunds that together are the whole payment",
      [0, 0, 0],
      [refundEvent(3, 44, REFUND_TIME), refundEvent(4, 108, REFUND_TIME, 64, { items: FLASK_REFUND })],
    ],
    [
      "a refund of each item, of which the tee's fails later and is added to the tee again",
      [3400, 0, 1000],
      [
        refundEvent(3, 34, REFUND_TIME, 34, { items: TEE_REFUND }),
        refundEvent(4, 98, REFUND_TIME, 64, { items: FLASK_REFUND }),
        refundFailedEvent(5, 64, REFUND_TIME, "rfd_3"),
      ],
    ],
    [
      "a refund of an item during a dispute that is won later",
      [0, 6400, 1000],
      [
        disputeEvent(3, 50, REFUND_TIME),
        refundEvent(4, 34, REFUND_TIME, 34, { items: TEE_REFUND }),
        disputeEvent(5, 0, REFUND_TIME),
      ],
    ],
  ])("after %s is %j, in cents", (_, expected, events) => {
    expect(remainingCents(ORDER, ...events)).toEqual(expected);
    expect(remainingCents(...events.toReversed(), ORDER, ...events)).toEqual(expected);
  });
});

/** Drops figures that are zero. */
const withoutZeros = (figuresOfDays: Record<string, Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(figuresOfDays).map(([day, figures]) => [
      day,
      Object.fromEntries(Object.entries(figures).filter(([, amount]) => amount !== 0)),
    ]),
  );

test("events that arrive in any sequence and twice add up to the same figures, to the cent", () => {
  const orderHistories = fc.record({
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
    refunds: fc.array(
      fc.tuple(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 7, max: 12 }),
        fc.constantFrom("amount", "first line", "shipping"),
      ),
      { maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(
      orderHistories,
      fc.array(fc.nat(1000), { minLength: 10, maxLength: 10 }),
      ({ lines, shipping, refunds }, sortKeys) => {
        const paymentEvent = paidEvent(lines, { shipping });
        const total = paymentEvent.type === "OrderPaid" ? paymentEvent.financialInfo.total : 0;
        const events = [
          paymentEvent,
          ...refunds
            .map(([share, day, part]) => ({ refunded: Math.round(share * total * 100) / 100, day, part }))
            .sort((a, b) => a.refunded - b.refunded)
            .map((refund, i, sorted) => ({
              ...refund,
              amount: refund.refunded - (sorted[i - 1]?.refunded ?? 0),
            }))
            .map(({ refunded, amount, day, part }, i) =>
              refundEvent(3 + i, refunded, `2026-03-${String(day).padStart(2, "0")}T18:00:00.000Z`, amount, {
                ...(part === "first line" ? { items: lines.slice(0, 1) } : {}),
                ...(part === "shipping" ? { shipping } : {}),
              }),
            ),
        ];
        // Adds up the changes of each event, as the table does.
        const sums = new Map<string, Map<string, number>>();
        let sale = EMPTY_SALE;
        for (const event of sortByKeys([...events, ...events], sortKeys)) {
          const next = applySaleEvent(sale, event, ZONE);
          for (const [day, change] of changeByDay(sale, next)) {
            const figures = sums.get(day) ?? new Map<string, number>();
            for (const [name, delta] of change) figures.set(name, (figures.get(name) ?? 0) + delta);
            sums.set(day, figures);
          }
          sale = next;
        }
        const withoutEmptyDays = (figuresOfDays: Record<string, Record<string, number>>) =>
          Object.fromEntries(
            Object.entries(withoutZeros(figuresOfDays)).filter(
              ([, figures]) => Object.keys(figures).length > 0,
            ),
          );
        expect(withoutEmptyDays(toObject(sums))).toEqual(withoutEmptyDays(figuresByDay(...events)));
      },
    ),
  );
});
