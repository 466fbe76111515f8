import { describe, expect, test } from "vitest";
import { fulfilmentFile, type FulfilmentEvent } from "../../lambdas/fulfilment/fulfilment-file.ts";
import { eventSamples } from "../../shared/event-samples.ts";

const {
  OrderPaid,
  OrderRefunded,
  OrderCancelled,
  OrderContact,
  OrderStatusChanged,
  RefundFailed,
  FulfilmentHoldChanged,
} = eventSamples;

describe("a fulfilment file", () => {
  const paid: FulfilmentEvent = OrderPaid;
  const contact: FulfilmentEvent = OrderContact;
  const statusChangedTo = (to: 1 | 2 | 3): FulfilmentEvent => ({ ...OrderStatusChanged, to });
  const refundOfDollars = (dollars: number): FulfilmentEvent => ({
    ...{ ...OrderRefunded, amount: dollars, refunded: dollars, items: undefined },
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
        ...{ name: "Grace Hopper", address: "1 Barrel Lane", city: "Louisville", state: "KY" },
        ...{ zipCode: "40202", country: "US" },
      },
      phoneNumber: "502-555-0100",
      items: [
        {
          productId: OrderPaid.items[0]?.productId,
          ...{ variantId: "l-black", name: "Prompt Injection Tee", size: "L", color: "Black", quantity: 2 },
        },
      ],
    });
  });

  test.each<[string, FulfilmentEvent[], string | undefined]>([
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
    ["is cancelled when the order was cancelled", [paid, contact, OrderCancelled], "cancelled"],
    [
      "gets the status 'to-ship' again when a cancelled order was reopened",
      [paid, contact, OrderCancelled, statusChangedTo(1)],
      "to-ship",
    ],
    ["is completed when the order was sent", [paid, contact, statusChangedTo(2)], "completed"],
    ["is on hold while the payment is disputed", [paid, contact, FulfilmentHoldChanged], "on-hold"],
    [
      "gets the status 'to-ship' again when the dispute was won",
      [paid, contact, FulfilmentHoldChanged, { ...FulfilmentHoldChanged, doNotSend: undefined }],
      "to-ship",
    ],
    [
      "stays completed when the payment is disputed after the order was sent",
      [paid, contact, statusChangedTo(2), FulfilmentHoldChanged],
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
    ...{ ...OrderRefunded, refundId, amount: 28 * quantity, refunded: 28 * quantity },
    items: OrderPaid.items.map((item) => ({ ...item, quantity })),
  });
  const failedRefund: FulfilmentEvent = { ...RefundFailed, refunded: 0 };

  test.each<[string, FulfilmentEvent[], number[]]>([
    ["lacks a piece that was refunded", [refundOfPieces(1)], [1]],
    ["lacks the pieces of two refunds", [refundOfPieces(1), refundOfPieces(1, "rfd_02")], []],
    ["has a piece again if the refund of the piece failed", [refundOfPieces(1), failedRefund], [2]],
    ["has all pieces after a refund that names no pieces", [refundOfDollars(28)], [2]],
  ])("%s", (_title, events, quantities) => {
    const file = fulfilmentFile("ord_1", [paid, contact, ...events]);
    expect(file?.items.map(({ quantity }) => quantity)).toEqual(quantities);
    expect(file?.status).toBe(quantities.length > 0 ? "to-ship" : "cancelled");
  });

  test("loses a refunded piece from one item only, although two items have the same product", () => {
    const paidTwoLines = { ...paid, items: [...OrderPaid.items, ...OrderPaid.items] };
    const file = fulfilmentFile("ord_1", [paidTwoLines, contact, refundOfPieces(1)]);
    expect(file?.items.map(({ quantity }) => quantity)).toEqual([1, 2]);
  });
});
