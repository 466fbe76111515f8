import { describe, expect, test } from "vitest";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { newOrder } from "../../lambdas/orders/new-order.ts";
import { endHold, markPaid, markProcessing } from "../../lambdas/orders/payment-rules.ts";
import { priceOrder } from "../../lambdas/orders/price-order.ts";
import { toReceipt } from "../../lambdas/orders/receipt.ts";
import {
  applyRefund,
  requestRefund,
  refundableCents,
  refuseRefund,
} from "../../lambdas/orders/refund-rules.ts";
import { returnUrls } from "../../lambdas/orders/return-urls.ts";
import { idempotencyKey, sessionParams } from "../../lambdas/orders/session-params.ts";
import { mergePieces } from "../../lambdas/products/stock-table.ts";
import { orderData, shirt } from "../support/fixtures.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const cause = { by: "stripe", now };
const tee = shirt({ id: "prd_tee", price: 24.99 });
const ORIGIN = "https://shop.example";

function placed(change: Partial<StoredOrder> = {}): StoredOrder {
  const data = orderData([[tee, 2]], { ship: true });
  const priced = priceOrder(data, new Map([[tee.id, tee]]));
  if (!priced.ok) throw new Error("The figures are wrong");
  const urls = returnUrls({}, ORIGIN);
  return {
    ...newOrder({ orderId: "ord_1", data, contentHash: "x", ...urls, now }, priced),
    ...change,
  };
}
const paid = { sessionId: "cs_1", paymentIntentId: "pi_1", amount: 5998 };
const paidOrder = (): StoredOrder => markPaid(placed(), paid, cause)?.order ?? placed();

describe("the call that opens a payment page", () => {
  test("is the same to the letter for the same order, with amounts in cents and an end in 31 minutes", () => {
    const params = sessionParams(placed(), ORIGIN);
    expect(JSON.stringify(sessionParams(placed(), ORIGIN))).toBe(JSON.stringify(params));
    expect(params).toMatchObject({
      mode: "payment",
      expires_at: +now / 1000 + 31 * 60,
      success_url: "https://shop.example/checkout/success?session_id={CHECKOUT_SESSION_ID}",
      metadata: { orderId: "ord_1" },
      payment_intent_data: { metadata: { orderId: "ord_1" } },
    });
    expect(params.line_items?.map(({ quantity, price_data }) => [quantity, price_data?.unit_amount])).toEqual(
      [
        [2, 2499],
        [1, 1000],
      ],
    );
    expect(params.line_items?.[0]?.price_data?.product_data?.images).toEqual([
      "https://shop.example/media/products/tee.webp",
    ]);
    expect(idempotencyKey(placed())).toBe("ord_1:1");
  });
});

describe("a report of a payment", () => {
  test.each([
    ["paid twice over", () => markPaid(paidOrder(), paid, cause)],
    ["on its way after it came", () => markProcessing(paidOrder(), cause)],
    ["expired after it came", () => endHold(paidOrder(), "expired", "cs_1", cause)],
    [
      "expired, of another session",
      () => endHold(placed({ stripeSessionId: "cs_2" }), "expired", "cs_1", cause),
    ],
    [
      "ended twice",
      () =>
        endHold(
          endHold(placed(), "failed", undefined, cause)?.order ?? placed(),
          "expired",
          undefined,
          cause,
        ),
    ],
    ["on its way after it failed", () => markProcessing(placed({ paymentStatus: "failed" }), cause)],
  ])("%s changes nothing", (_, decide) => expect(decide()).toBeUndefined());

  test("a slow payment keeps the hold a day longer, and again when that is over", () => {
    const first = markProcessing(placed(), cause)?.order;
    expect([first?.paymentStatus, first?.hold.endsAt]).toEqual(["processing", "2026-11-22T10:00:00.000Z"]);
    const later = { by: "shop", now: new Date("2026-11-22T10:00:00.001Z") };
    expect(markProcessing(first ?? placed(), later)?.order.hold.endsAt).toBe("2026-11-23T10:00:00.001Z");
    expect(markProcessing(first ?? placed(), cause)).toBeUndefined();
  });
});

describe("refunds", () => {
  const news = {
    stripeRefundId: "re_1",
    paymentIntentId: "pi_1",
    amount: 1000,
    status: "succeeded" as const,
  };
  const apply = (
    order: StoredOrder,
    ...steps: ((order: StoredOrder) => { order: StoredOrder } | undefined)[]
  ) => steps.reduce((at, step) => step(at)?.order ?? at, order);

  test("one that succeeded can fail later, and is then refundable again; it never succeeds after it failed", () => {
    const failed = { ...news, status: "failed" as const };
    const order = apply(
      paidOrder(),
      (o) => applyRefund(o, news, cause),
      (o) => applyRefund(o, failed, cause),
    );
    expect([order.financialInfo.refunded, order.paymentStatus, refundableCents(order)]).toEqual([
      0,
      "needs-attention",
      5998,
    ]);
    expect(applyRefund(order, news, cause)).toBeUndefined();
    expect(applyRefund(order, { ...news, status: "succeeded" }, cause)).toBeUndefined();
    expect(applyRefund(order, failed, cause)).toBeUndefined();
  });

  test("the world is told once that one is done, and once that it failed after all, with what stays gone", () => {
    const refunded = paidOrder();
    const done = applyRefund(refunded, news, cause);
    expect(done?.events).toMatchObject([{ type: "OrderRefunded", amount: 10, refunded: 10 }]);
    const undone = applyRefund(done?.order ?? refunded, { ...news, status: "failed" }, cause);
    expect(undone?.events).toMatchObject([{ type: "RefundFailed", amount: 10, refunded: 0 }]);
  });

  test("one that was asked for is not refundable a second time while it is on its way", () => {
    const asked = { ...news, refundId: "rfd_1", status: "pending" as const };
    expect(refundableCents(apply(paidOrder(), (o) => applyRefund(o, asked, cause)))).toBe(4998);
  });

  test("a 'no' to asking once more says nothing of a refund that Stripe has made, whichever comes first", () => {
    const ask = { refundId: "rfd_1", amount: 1000, paymentIntentId: "pi_1" };
    const own = { ...news, refundId: "rfd_1" };
    const order = apply(paidOrder(), (o) => requestRefund(o, { ...ask, reason: "x" }, cause));
    const steps = [
      (o: StoredOrder) => applyRefund(o, own, cause),
      (o: StoredOrder) => refuseRefund(o, ask, cause),
    ] as const;
    for (const [a, b] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const after = apply(order, steps[a], steps[b], ...steps);
      expect([after.financialInfo.refunded, after.refunds.map(({ status }) => status)]).toEqual([
        10,
        ["succeeded"],
      ]);
      expect([after.paymentStatus, after.attention]).toEqual(["partially-refunded", []]);
    }
    const refused = apply(order, steps[1], steps[1]);
    expect([refused.paymentStatus, refundableCents(refused)]).toEqual(["needs-attention", 5998]);
  });
});

test("two lines of one product are one update, in one order for all carts", () => {
  const [a, b] = [
    { productId: "a", quantity: 1 },
    { productId: "b", variantId: "m", quantity: 2 },
  ];
  expect(mergePieces([b, a, { ...b, quantity: 3 }])).toEqual([a, { ...b, quantity: 5 }]);
  expect(mergePieces([a, b])).toEqual(mergePieces([b, a]));
});

test("a receipt of an order not paid says so, and is full for a day after it was placed", () => {
  expect(toReceipt(placed(), now)).toMatchObject({
    status: "Unpaid",
    customer: { email: "grace@example.com" },
  });
  expect(toReceipt(placed(), new Date(+now + 86_400_000)).customer).not.toHaveProperty("email");
});
