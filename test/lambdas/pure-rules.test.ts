import { describe, expect, test } from "vitest";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { endHold, markPaid, markProcessing } from "../../lambdas/orders/payment-rules.ts";
import { toReceipt } from "../../lambdas/orders/receipt.ts";
import {
  applyRefund,
  addRefundRequest,
  refundableCents,
  refuseRefund,
} from "../../lambdas/orders/refund-rules.ts";
import { idempotencyKeyOf, sessionParams } from "../../lambdas/orders/session-params.ts";
import { mergePieces } from "../../lambdas/products/stock-table.ts";
import { deliveryNotices } from "../../shared/delivery-notices.ts";
import { toCents } from "../../shared/money.ts";
import { TICKET } from "../../shared/product.ts";
import { admission } from "../../shared/site/admission.ts";
import { brand } from "../../shared/site/brand.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { eventInDays, orderData, testProduct } from "../support/fixtures.ts";
import { unpaidOrder } from "../support/paid-order.ts";
import { permutations } from "../support/permutations.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const actor = { by: "stripe", now };
const tee = testProduct({ id: "prd_tee", price: 24.99 });
const ORIGIN = "https://shop.example";
const feeCents = toCents(SHIPPING_FEE);

const placedOrder = (changes: Partial<StoredOrder> = {}): StoredOrder => ({
  ...unpaidOrder(orderData([[tee, 2]], { ship: true }), tee, now),
  ...changes,
});
const payment = { sessionId: "cs_1", paymentIntentId: "pi_1", amount: 4998 + feeCents };
const orderAfterPayment = (): StoredOrder => markPaid(placedOrder(), payment, actor)?.order ?? placedOrder();

/** An unpaid order of a ticket whose event begins `days` days after the order, and takes two hours. */
function ticketOrder(days: number): StoredOrder {
  const orderedAt = new Date();
  const ticket = testProduct({ category: TICKET, event: eventInDays(days) });
  return unpaidOrder(orderData([[ticket, 1]]), ticket, orderedAt);
}

describe("the call that opens a payment page", () => {
  test("has identical parameters for the same order, with amounts in cents and an expiry in 31 minutes", () => {
    const params = sessionParams(placedOrder(), ORIGIN);
    expect(JSON.stringify(sessionParams(placedOrder(), ORIGIN))).toBe(JSON.stringify(params));
    expect(params).toMatchObject({
      mode: "payment",
      expires_at: +now / 1000 + 31 * 60,
      success_url: "https://shop.example/checkout/success?session_id={CHECKOUT_SESSION_ID}",
      metadata: { orderId: "ord_1", orderNumber: "BV-1042" },
      payment_intent_data: {
        description: `${brand.name} order BV-1042`,
        metadata: { orderId: "ord_1", orderNumber: "BV-1042" },
      },
    });
    expect(params.line_items?.map(({ quantity, price_data }) => [quantity, price_data?.unit_amount])).toEqual(
      [[2, 2499], ...(feeCents > 0 ? [[1, feeCents]] : [])],
    );
    expect(params.line_items?.[0]?.price_data?.product_data?.images).toEqual([
      "https://shop.example/media/products/tee.webp",
    ]);
    expect(idempotencyKeyOf(placedOrder())).toBe("ord_1:1");
  });

  test("excludes payments that take days if a ticket's event begins in less than three weeks", () => {
    const excludedFor = (days: number) =>
      sessionParams(ticketOrder(days), ORIGIN).excluded_payment_method_types;
    expect([excludedFor(20.9), excludedFor(21.1)]).toEqual([
      ["acss_debit", "customer_balance", "us_bank_account"],
      undefined,
    ]);
    expect(sessionParams(placedOrder(), ORIGIN)).not.toHaveProperty("excluded_payment_method_types");
  });
});

describe("reports about a payment", () => {
  test.each([
    ["a repeated payment", () => markPaid(orderAfterPayment(), payment, actor)],
    ["a pending payment after the payment", () => markProcessing(orderAfterPayment(), actor)],
    ["an expiry after the payment", () => endHold(orderAfterPayment(), "expired", "cs_1", actor)],
    [
      "an expiry of another session",
      () => endHold(placedOrder({ stripeSessionId: "cs_2" }), "expired", "cs_1", actor),
    ],
    [
      "an expiry after a failed payment",
      () =>
        endHold(
          endHold(placedOrder(), "failed", undefined, actor)?.order ?? placedOrder(),
          "expired",
          undefined,
          actor,
        ),
    ],
    [
      "a pending payment after a failed payment",
      () => markProcessing(placedOrder({ paymentStatus: "failed" }), actor),
    ],
  ])("%s changes nothing", (_, applyReport) => expect(applyReport()).toBeUndefined());

  test("a payment that arrives after a ticket's event needs attention, until all of the money has gone back", () => {
    const order = ticketOrder(1);
    const ticketPayment = { ...payment, amount: toCents(order.financialInfo.total) };
    const payAt = (days: number) =>
      markPaid(order, ticketPayment, { by: "stripe", now: new Date(Date.now() + days * 86_400_000) })?.order;
    expect(payAt(1)?.paymentStatus).toBe("paid");
    const lateOrder = payAt(1.1);
    expect(lateOrder).toMatchObject({
      paymentStatus: "needs-attention",
      hold: { state: "sold" },
      attention: [{ cause: "other", about: "pi_1" }],
    });
    expect(lateOrder?.history.at(-1)?.what).toBe("Paid after the event");
    const refund = { stripeRefundId: "re_1", status: "succeeded" as const, ...ticketPayment };
    expect(applyRefund(lateOrder ?? order, refund, actor)?.order.paymentStatus).toBe("refunded");
  });

  test("the receipt of a payment that arrived after the event promises no ticket by email", () => {
    const order = ticketOrder(1);
    const ticketPayment = { ...payment, amount: toCents(order.financialInfo.total) };
    const noticesAfter = (days: number) => {
      const paidAt = new Date(Date.now() + days * 86_400_000);
      const paidOrder = markPaid(order, ticketPayment, { by: "stripe", now: paidAt })?.order ?? order;
      return deliveryNotices(toReceipt(paidOrder, paidAt, true)).map(({ text }) => text);
    };
    expect([noticesAfter(0), noticesAfter(2)]).toEqual([[admission.code], [admission.late]]);
  });

  test("a pending payment extends the hold by a day, and by another day when the first day is over", () => {
    const processingOrder = markProcessing(placedOrder(), actor)?.order;
    expect([processingOrder?.paymentStatus, processingOrder?.hold.endsAt]).toEqual([
      "processing",
      "2026-11-22T10:00:00.000Z",
    ]);
    const laterActor = { by: "shop", now: new Date("2026-11-22T10:00:00.001Z") };
    expect(markProcessing(processingOrder ?? placedOrder(), laterActor)?.order.hold.endsAt).toBe(
      "2026-11-23T10:00:00.001Z",
    );
    expect(markProcessing(processingOrder ?? placedOrder(), actor)).toBeUndefined();
  });
});

describe("refunds", () => {
  const refund = {
    stripeRefundId: "re_1",
    paymentIntentId: "pi_1",
    amount: 1000,
    status: "succeeded" as const,
  };
  const applySteps = (
    order: StoredOrder,
    ...steps: ((order: StoredOrder) => { order: StoredOrder } | undefined)[]
  ) => steps.reduce((current, step) => step(current)?.order ?? current, order);

  test("a refund that succeeded can fail later and then never succeeds; its amount can be refunded again", () => {
    const failedRefund = { ...refund, status: "failed" as const };
    const order = applySteps(
      orderAfterPayment(),
      (current) => applyRefund(current, refund, actor),
      (current) => applyRefund(current, failedRefund, actor),
    );
    expect([order.financialInfo.refunded, order.paymentStatus, refundableCents(order)]).toEqual([
      0,
      "needs-attention",
      4998 + feeCents,
    ]);
    expect(applyRefund(order, refund, actor)).toBeUndefined();
    expect(applyRefund(order, failedRefund, actor)).toBeUndefined();
  });

  test("one event reports a refund, and another event its later failure with the amount that stays refunded", () => {
    const order = orderAfterPayment();
    const succeeded = applyRefund(order, refund, actor);
    expect(succeeded?.events).toMatchObject([{ type: "OrderRefunded", amount: 10, refunded: 10 }]);
    const changeByFailure = applyRefund(succeeded?.order ?? order, { ...refund, status: "failed" }, actor);
    expect(changeByFailure?.events).toMatchObject([{ type: "RefundFailed", amount: 10, refunded: 0 }]);
  });

  test("the event of a refund names the refunded items and shipping; the event of a refund of an amount alone names neither", () => {
    const request = { refundId: "rfd_1", amount: 1000, reason: "", paymentIntentId: "pi_1" };
    const parts = { lines: [{ line: 0, quantity: 1 }], shipping: true };
    const orderWithRequest = addRefundRequest(orderAfterPayment(), { ...request, ...parts }, actor).order;
    const restockedOrder = {
      ...orderWithRequest,
      items: orderWithRequest.items.map((item) => ({ ...item, restocked: 1 })),
    };
    const [event] = applyRefund(restockedOrder, { ...refund, refundId: "rfd_1" }, actor)?.events ?? [];
    const item = { ...orderAfterPayment().items[0], quantity: 1 };
    expect(event).toEqual(
      expect.objectContaining({ type: "OrderRefunded", amount: 10, items: [item], shipping: SHIPPING_FEE }),
    );
    const [eventOfAmount] = applyRefund(orderAfterPayment(), refund, actor)?.events ?? [];
    expect(eventOfAmount).not.toHaveProperty("items");
    expect(eventOfAmount).not.toHaveProperty("shipping");
  });

  test("a pending refund lowers the amount that can be refunded", () => {
    const pendingRefund = { ...refund, refundId: "rfd_1", status: "pending" as const };
    expect(
      refundableCents(
        applySteps(orderAfterPayment(), (current) => applyRefund(current, pendingRefund, actor)),
      ),
    ).toBe(3998 + feeCents);
  });

  test("a refund that Stripe has made stays if Stripe refuses a repeated request for it, whichever is reported first", () => {
    const request = { refundId: "rfd_1", amount: 1000, paymentIntentId: "pi_1" };
    const madeRefund = { ...refund, refundId: "rfd_1" };
    const order = applySteps(orderAfterPayment(), (current) =>
      addRefundRequest(current, { ...request, reason: "x" }, actor),
    );
    const steps = [
      (current: StoredOrder) => applyRefund(current, madeRefund, actor),
      (current: StoredOrder) => refuseRefund(current, request, actor),
    ] as const;
    for (const firstSteps of permutations(steps)) {
      const orderAfter = applySteps(order, ...firstSteps, ...steps);
      expect([orderAfter.financialInfo.refunded, orderAfter.refunds.map(({ status }) => status)]).toEqual([
        10,
        ["succeeded"],
      ]);
      expect([orderAfter.paymentStatus, orderAfter.attention]).toEqual(["partially-refunded", []]);
    }
    const orderAfterRefusal = applySteps(order, steps[1], steps[1]);
    expect([orderAfterRefusal.paymentStatus, refundableCents(orderAfterRefusal)]).toEqual([
      "needs-attention",
      4998 + feeCents,
    ]);
  });
});

test("the pieces of a cart are merged by product and variant, and are always sorted in the same way", () => {
  const [pieceOfA, piecesOfB] = [
    { productId: "a", quantity: 1 },
    { productId: "b", variantId: "m", quantity: 2 },
  ];
  expect(mergePieces([piecesOfB, pieceOfA, { ...piecesOfB, quantity: 3 }])).toEqual([
    pieceOfA,
    { ...piecesOfB, quantity: 5 },
  ]);
  expect(mergePieces([pieceOfA, piecesOfB])).toEqual(mergePieces([piecesOfB, pieceOfA]));
});

test("a receipt of an unpaid order says 'Unpaid', and has contact data for a day after the order", () => {
  expect(toReceipt(placedOrder(), now, true)).toMatchObject({
    status: "Unpaid",
    customer: { email: "grace@example.com" },
  });
  expect(toReceipt(placedOrder(), new Date(+now + 86_400_000), true).customer).not.toHaveProperty("email");
});
