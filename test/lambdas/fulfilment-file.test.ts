import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fulfilmentFile, type FulfilmentEvent } from "../../lambdas/fulfilment/fulfilment-file.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import { ORDER_STATUS, type OrderStatus } from "../../shared/order-status.ts";

const {
  OrderPaid,
  OrderRefunded,
  OrderCancelled,
  OrderContact,
  OrderStatusChanged,
  RefundRequested,
  RefundFailed,
  FulfilmentHoldChanged,
} = eventSamples;

describe("a fulfilment file", () => {
  const paid: FulfilmentEvent = OrderPaid;
  const contact: FulfilmentEvent = OrderContact;
  const statusChangedTo = (to: OrderStatus): FulfilmentEvent => ({ ...OrderStatusChanged, to });
  const refundOfDollars = (dollars: number): FulfilmentEvent => ({
    ...OrderRefunded,
    amount: dollars,
    refunded: dollars,
    items: undefined,
  });
  /** The request of a refund that names no pieces. */
  const requestOfDollars = (amount: number): FulfilmentEvent => ({
    ...RefundRequested,
    items: undefined,
    amount,
    cause: undefined,
  });
  const { shippingInfo: _, ...contactForPickUp } = OrderContact;
  const tickets = OrderPaid.items.map((item) => ({ ...item, category: "ticket", weight: 0 }));

  test("has the address and the pieces that are shipped, without tickets, email and prices", () => {
    const file = fulfilmentFile("ord_1", [{ ...paid, items: [...OrderPaid.items, ...tickets] }, contact]);
    expect(file).toEqual({
      orderId: "ord_1",
      orderNumber: OrderPaid.orderNumber,
      status: "to-ship",
      paidAt: OrderPaid.time,
      shipTo: {
        name: "Grace Hopper",
        address: "1 Barrel Lane",
        city: "Louisville",
        state: "KY",
        zipCode: "40202",
        country: "US",
      },
      phoneNumber: "502-555-0100",
      items: [
        {
          productId: OrderPaid.items[0]?.productId,
          variantId: "l-black",
          name: "Prompt Injection Tee",
          size: "L",
          color: "Black",
          quantity: 2,
        },
      ],
    });
  });

  test.each<[title: string, events: FulfilmentEvent[], status: string | undefined]>([
    ["is not written before the payment", [contact], undefined],
    ["is not written before the address", [paid], undefined],
    ["is not written for an order to pick up", [paid, contactForPickUp], undefined],
    ["does not change its status after a partial refund", [paid, contact, refundOfDollars(61.99)], "to-ship"],
    ["is cancelled after a refund of the whole payment", [paid, contact, refundOfDollars(62)], "cancelled"],
    [
      "gets the status 'to-ship' again after a refund of the whole payment has failed",
      [paid, contact, refundOfDollars(62), RefundFailed],
      "to-ship",
    ],
    [
      "is on hold while a refund of the whole payment is on its way",
      [paid, contact, requestOfDollars(62)],
      "on-hold",
    ],
    ["stays as it is while a part is on its way back", [paid, contact, requestOfDollars(61.99)], "to-ship"],
    [
      "stays as it is while a second payment is on its way back",
      [paid, contact, { ...RefundRequested, amount: 62, items: undefined, cause: "paid-twice" }],
      "to-ship",
    ],
    [
      "stays completed while all of the money of a sent order is on its way back",
      [paid, contact, statusChangedTo(ORDER_STATUS.completed), requestOfDollars(62)],
      "completed",
    ],
    ["is cancelled when the order was cancelled", [paid, contact, OrderCancelled], "cancelled"],
    [
      "gets the status 'to-ship' again when a cancelled order was reopened",
      [paid, contact, OrderCancelled, statusChangedTo(ORDER_STATUS.pending)],
      "to-ship",
    ],
    [
      "is completed when the order was sent",
      [paid, contact, statusChangedTo(ORDER_STATUS.completed)],
      "completed",
    ],
    ["is on hold while the payment is disputed", [paid, contact, FulfilmentHoldChanged], "on-hold"],
    [
      "gets the status 'to-ship' again when the dispute was won",
      [paid, contact, FulfilmentHoldChanged, { ...FulfilmentHoldChanged, doNotSend: undefined }],
      "to-ship",
    ],
    [
      "stays completed when the payment is disputed after the order was sent",
      [paid, contact, statusChangedTo(ORDER_STATUS.completed), FulfilmentHoldChanged],
      "completed",
    ],
    [
      "is cancelled after a refund of a disputed payment",
      [paid, contact, FulfilmentHoldChanged, refundOfDollars(62)],
      "cancelled",
    ],
  ])("%s", (_title, events, status) => {
    expect(fulfilmentFile("ord_1", events)?.status).toBe(status);
  });

  /** A refund of `quantity` of the order's two pieces. */
  const refundOfPieces = (quantity: number, refundId = "rfd_01"): FulfilmentEvent => ({
    ...OrderRefunded,
    refundId,
    amount: 28 * quantity,
    refunded: 28 * quantity,
    items: OrderPaid.items.map((item) => ({ ...item, quantity })),
  });
  /** The request of a refund of `quantity` of the order's two pieces. */
  const requestOfPieces = (quantity: number, refundId = "rfd_01"): FulfilmentEvent => ({
    ...RefundRequested,
    refundId,
    amount: 28 * quantity,
    cause: undefined,
    items: OrderPaid.items.map((item) => ({ ...item, quantity })),
  });
  const failedRefund: FulfilmentEvent = { ...RefundFailed, refunded: 0 };
  /** The request with `quantity` of the order's two pieces put back in stock. */
  const withRestocked = (request: FulfilmentEvent, quantity: number): FulfilmentEvent => ({
    ...(request as typeof RefundRequested),
    restocked: OrderPaid.items.map((item) => ({ ...item, quantity })),
  });

  test.each<[title: string, events: FulfilmentEvent[], quantities: number[]]>([
    ["lacks a piece that was refunded", [refundOfPieces(1)], [1]],
    ["lacks the pieces of two refunds", [refundOfPieces(1), refundOfPieces(1, "rfd_02")], []],
    ["has a piece again if the refund of the piece failed", [refundOfPieces(1), failedRefund], [2]],
    ["has all pieces after a refund that names no pieces", [refundOfDollars(28)], [2]],
    ["lacks a piece that is being refunded", [requestOfPieces(1)], [1]],
    [
      "lacks only one piece after the refund of one was requested and succeeded",
      [requestOfPieces(1), refundOfPieces(1)],
      [1],
    ],
    ["has a piece again if its requested refund failed", [requestOfPieces(1), failedRefund], [2]],
    ["has all pieces while a refund that names no pieces is on its way", [requestOfDollars(28)], [2]],
    ["lacks a piece that is back in stock", [withRestocked(requestOfDollars(20), 1)], [1]],
    ["has no pieces if all are back in stock", [withRestocked(requestOfDollars(50), 2)], []],
    ["lacks a piece once that is refunded and back in stock", [withRestocked(requestOfPieces(1), 1)], [1]],
    [
      "lacks a piece that is back in stock although its refund failed",
      [withRestocked(requestOfPieces(1), 1), failedRefund],
      [1],
    ],
  ])("%s", (_title, events, quantities) => {
    const file = fulfilmentFile("ord_1", [paid, contact, ...events]);
    expect(file?.items.map(({ quantity }) => quantity)).toEqual(quantities);
    expect(file?.status).toBe(quantities.length > 0 ? "to-ship" : "cancelled");
  });

  test("is on hold, and not cancelled, while all of its pieces are being refunded, but not the shipping", () => {
    const statusOf = (...events: FulfilmentEvent[]) =>
      fulfilmentFile("ord_1", [paid, contact, ...events])?.status;
    const requests = [requestOfPieces(1), requestOfPieces(1, "rfd_02")];
    expect(statusOf(...requests)).toBe("on-hold");
    expect(statusOf(refundOfPieces(1), requestOfPieces(1, "rfd_02"))).toBe("on-hold");
    expect(statusOf(...requests, failedRefund)).toBe("to-ship");
    expect(statusOf(...requests, refundOfPieces(1), refundOfPieces(1, "rfd_02"))).toBe("cancelled");
    expect(statusOf(statusChangedTo(ORDER_STATUS.completed), ...requests)).toBe("completed");
  });

  test("loses a refunded piece from one item only, although two items have the same product", () => {
    const paidTwoLines = { ...paid, items: [...OrderPaid.items, ...OrderPaid.items] };
    const file = fulfilmentFile("ord_1", [paidTwoLines, contact, refundOfPieces(1)]);
    expect(file?.items.map(({ quantity }) => quantity)).toEqual([1, 2]);
  });

  describe("of an order with refunds whose events arrive in any order", () => {
    /** Refunds in dollars, and what Stripe reports of each; `reportedAt` sorts the reports. */
    const refundsOf = fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 62 }),
        outcome: fc.constantFrom("pending", "succeeded", "failed"),
        reportedAt: fc.nat(9),
      }),
      { minLength: 1, maxLength: 4 },
    );
    type Refunds = readonly { amount: number; outcome: string; reportedAt: number }[];
    const sumOf = (refunds: Refunds, outcome: string): number =>
      refunds.filter((refund) => refund.outcome === outcome).reduce((sum, { amount }) => sum + amount, 0);
    /** The requests, and then the reports, as the shop numbers them. */
    function eventsOf(refunds: Refunds): FulfilmentEvent[] {
      const numberedRefunds = refunds.map((refund, i) => ({ ...refund, refundId: `rfd_${i}` }));
      const reports = numberedRefunds
        .filter(({ outcome }) => outcome !== "pending")
        .toSorted((a, b) => a.reportedAt - b.reportedAt);
      const events: FulfilmentEvent[] = [
        ...numberedRefunds.map(({ refundId, amount }) => ({ ...requestOfDollars(amount), refundId })),
        ...reports.map(({ refundId, outcome }, i): FulfilmentEvent => {
          const fields = { refundId, refunded: sumOf(reports.slice(0, i + 1), "succeeded") };
          return outcome === "failed"
            ? { ...RefundFailed, ...fields }
            : { ...OrderRefunded, ...fields, items: undefined };
        }),
      ];
      return events.map((event, i) => ({ ...event, sequence: 10 + i }));
    }
    /** The status in the file after each event has arrived. The consumer sorts the events by their sequence. */
    function statusesOf(arrivedEvents: readonly FulfilmentEvent[]): (string | undefined)[] {
      return arrivedEvents.map((_, i) => {
        const events = arrivedEvents.slice(0, i + 1).toSorted((a, b) => a.sequence - b.sequence);
        return fulfilmentFile("ord_1", [paid, contact, ...events])?.status;
      });
    }
    const shuffled = <T>(items: readonly T[]) =>
      fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });

    test("has at the end a status that depends only on what was refunded and what is on its way back", () => {
      const cases = refundsOf.chain((refunds) =>
        shuffled(eventsOf(refunds)).map((events) => ({ refunds, events })),
      );
      fc.assert(
        fc.property(cases, ({ refunds, events }) => {
          const refunded = sumOf(refunds, "succeeded");
          const isBeingRefunded = refunded + sumOf(refunds, "pending") >= 62;
          const expectedStatus = isBeingRefunded ? "on-hold" : "to-ship";
          expect(statusesOf(events).at(-1)).toBe(refunded >= 62 ? "cancelled" : expectedStatus);
        }),
        { numRuns: 300 },
      );
    });

    test("never has the status 'to-ship' once all of the money is on its way back, unless a refund fails", () => {
      const cases = refundsOf
        .map((refunds) => refunds.filter(({ outcome }) => outcome !== "failed"))
        .filter((refunds) => sumOf(refunds, "pending") + sumOf(refunds, "succeeded") >= 62)
        .chain((refunds) => {
          const events = eventsOf(refunds);
          const requests = events.filter(({ type }) => type === "RefundRequested");
          const reports = events.filter(({ type }) => type !== "RefundRequested");
          return fc.tuple(shuffled(requests), shuffled(reports));
        });
      fc.assert(
        fc.property(cases, ([requests, reports]) => {
          const statuses = statusesOf([...requests, ...reports]).slice(requests.length - 1);
          expect(statuses).not.toContain("to-ship");
        }),
        { numRuns: 300 },
      );
    });
  });
});
