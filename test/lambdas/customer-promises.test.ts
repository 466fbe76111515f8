import { describe, expect, test } from "vitest";
import { mailsFor } from "../../lambdas/mail/event-mails.ts";
import { pageOfOrder } from "../../lambdas/order-page/page-of-order.ts";
import { closeAttention } from "../../lambdas/orders/attention-rules.ts";
import { withBalance } from "../../lambdas/orders/balance-rules.ts";
import { applyDispute } from "../../lambdas/orders/dispute-rules.ts";
import { paymentOutcome } from "../../lambdas/orders/payment-outcome.ts";
import { markPaid, refundUnfulfillable } from "../../lambdas/orders/payment-rules.ts";
import { toReceipt } from "../../lambdas/orders/receipt.ts";
import { applyRefund, refuseRefund } from "../../lambdas/orders/refund-rules.ts";
import { changeStatus, type StatusChange } from "../../lambdas/orders/status-rules.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { deliveryNotices } from "../../shared/delivery-notices.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import type { OrderEvent } from "../../shared/events.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { receiptDocument } from "../../shared/receipt-html.ts";
import { delivery } from "../../shared/site/delivery.ts";
import { headlineOf, nextSteps, STEPS } from "../../web/src/features/order/order-text.ts";
import { outcomeText } from "../../web/src/features/checkout/payment/payment-outcome.ts";
import { orderData, testProduct } from "../support/fixtures.ts";
import { paidOrder, unpaidOrder } from "../support/paid-order.ts";
import { reportPartRefund, requestPartRefund } from "../support/part-refunds.ts";

const ORIGIN = "https://shop.example";
const now = new Date("2026-11-20T12:00:00.000Z");
const stripe = { now, by: "stripe" };
const admin = { now, by: "ada" };

type Step = (order: StoredOrder) => StoredOrder;
/** The order after these steps. Each amount is in cents; the order's total is $100.00. */
const after = (order: StoredOrder, ...steps: Step[]): StoredOrder =>
  steps.reduce((changedOrder, step) => step(changedOrder), order);

const dispute =
  (cents: number, ...statuses: ("needs_response" | "lost")[]): Step =>
  (order) =>
    statuses.reduce((changedOrder, status, index) => {
      // Later reports have later times.
      const toldAt = index;
      const report = { disputeId: "dp_1", paymentIntentId: "pi_1", reason: "fraudulent", status, toldAt };
      return (
        applyDispute(changedOrder, { ...report, amount: cents, movements: [-cents] }, stripe)?.order ?? order
      );
    }, order);
const loseDispute = (cents: number): Step => dispute(cents, "needs_response", "lost");
const requestRefund =
  (amount: number): Step =>
  (order) =>
    requestPartRefund(order, { refundId: `rfd_${amount}`, amount }, {}, admin);
const reportRefund =
  (amount: number, status: "succeeded" | "failed"): Step =>
  (order) =>
    reportPartRefund(order, { refundId: `rfd_${amount}`, amount }, status, stripe)?.order ?? order;
const refund =
  (amount: number): Step =>
  (order) =>
    after(order, requestRefund(amount), reportRefund(amount, "succeeded"));
const acknowledge: Step = (order) => withBalance(closeAttention(order, () => true));
const change =
  (fields: Partial<StatusChange>): Step =>
  (order) =>
    changeStatus(
      order,
      { to: order.orderStatus, refund: false, refundId: "rfd_cancel", restock: false, ...fields },
      admin,
    )?.order ?? order;
const makeReady = change({ ready: true });
const cancel = change({ to: ORDER_STATUS.cancelled });

const toPickUp = paidOrder(now);
const toShip: StoredOrder = {
  ...toPickUp,
  shippingInfo: {
    address: "12 Barrel Rd",
    city: "Louisville",
    state: "KY",
    zipCode: "40202",
    country: "US",
    method: 1,
    cost: 0,
    arrives: { from: "2026-12-01", to: "2026-12-03" },
  },
};
const tee = testProduct({ id: "prd_tee", price: 50 });
const session = { sessionId: "cs_1", paymentIntentId: "pi_1", amount: 10_000 };
const paidInVain =
  refundUnfulfillable(unpaidOrder(orderData([[tee, 2]]), tee, now), session, "sold-out", stripe)?.order ??
  toPickUp;
/** Stripe refuses to refund a payment while it is disputed. */
const refuseAutomaticRefund: Step = (order) =>
  refuseRefund(order, { refundId: "rfd_pi_1", amount: 10_000, paymentIntentId: "pi_1" }, stripe)?.order ??
  order;

/** All texts that the customer of the order can read: the mails that would be sent now, the pages and the saved receipt. */
function textsOf(order: StoredOrder): Record<string, string> {
  const lastChange = order.history.findLast(({ what }) => what === "status" || what.startsWith("ready"));
  const fields = { orderId: order.orderId, time: lastChange?.at ?? now.toISOString() };
  const { OrderPaid, OrderReadyForPickup, OrderMailRequested, OrderCancelled, RefundRequested } =
    eventSamples;
  const { OrderRefunded, RefundFailed, OrderRequestUpdated } = eventSamples;
  const refundedDollars = order.financialInfo.refunded;
  const addressRequest = {
    requestId: "req_1",
    kind: "address",
    state: "accepted",
    at: fields.time,
    text: "",
  } as const;
  const events: OrderEvent[] = [
    { ...OrderPaid, ...fields },
    { ...OrderReadyForPickup, ...fields, ready: true },
    { ...OrderMailRequested, ...fields, mail: "order-ready" },
    { ...OrderMailRequested, ...fields, mail: "order-cancelled" },
    { ...OrderCancelled, ...fields, refundRequested: true },
    { ...OrderRequestUpdated, ...fields, ...addressRequest },
    ...(order.unfulfilled ? [{ ...RefundRequested, ...fields, cause: order.unfulfilled, amount: 100 }] : []),
    ...order.refunds.map(({ refundId, amount, status }): OrderEvent => {
      const refundFields = { ...fields, refundId, amount, refunded: refundedDollars };
      return status === "failed"
        ? { ...RefundFailed, ...refundFields, announced: true }
        : { ...OrderRefunded, ...refundFields, items: undefined };
    }),
  ];
  const mailedOrder = { ...order, requests: [addressRequest] };
  const mails = events
    .flatMap((event) => mailsFor(event, mailedOrder, ORIGIN, { pickUpCode: undefined, issuesTickets: false }))
    .filter(({ to }) => to === "customer")
    .map(({ kind, content }): [string, string] => [
      `mail ${kind}`,
      `${content.subject}\n${content.html.replaceAll(/<style>[^]*?<\/style>|<[^>]+>/g, " ")}\n${content.text}`,
    ]);
  const page = pageOfOrder(order, { isFull: true, issuesTickets: false, cancelMode: "ask", codes: {} });
  const { title, lead } = headlineOf(page);
  const receipt = toReceipt(order, now, false);
  const payment = { orderId: order.orderId, ...paymentOutcome(order, session.sessionId), receipt };
  const outcome = outcomeText(payment);
  const notices = deliveryNotices(receipt).map(({ text }) => text);
  return {
    ...Object.fromEntries(mails),
    "order page": [title, lead, ...nextSteps(page).map((step) => `next: ${STEPS[step].label}`)].join("\n"),
    "payment page": [outcome.title, outcome.lead, ...notices].join("\n"),
    "saved receipt": receiptDocument(receipt).replaceAll(/<[^>]+>/g, " "),
  };
}

/** What texts say about the delivery and about the customer's money. */
const PROMISES = {
  delivery: /leaves within|arrives|We email you as soon as|We send your order there|next: .*/g,
  pickUp: /ready to be picked up|Pick up your order at|when you come/gi,
  allByRefund: /All that you paid|Your money is on its way back|has been refunded to the payment method/g,
  anyRefund:
    /on its way back|money goes back\b(?! to you)|goes back to (the|your) card|refunded to (the|your) card/gi,
  moneyWithShop: /still with us/g,
  /** All of the payment is disputed or cannot be refunded. */
  allWithheld: /This payment is disputed|cannot refund it/g,
} as const;
type PromiseName = keyof typeof PROMISES;
const DELIVERY = ["delivery", "pickUp"] as const;

test.each<[state: string, order: StoredOrder, untruePromises: readonly PromiseName[]]>([
  ["is to be sent, and is disputed", after(toShip, dispute(10_000, "needs_response")), DELIVERY],
  ["is ready, and disputed", after(toPickUp, makeReady, dispute(10_000, "needs_response")), DELIVERY],
  ["is ready, and disputed in part", after(toPickUp, makeReady, dispute(4000, "needs_response")), DELIVERY],
  [
    "is to be sent, and lost a dispute of a part",
    after(toShip, loseDispute(4000)),
    [...DELIVERY, "anyRefund"],
  ],
  [
    "is ready, and lost a dispute of a part",
    after(toPickUp, makeReady, loseDispute(4000)),
    [...DELIVERY, "anyRefund"],
  ],
  [
    "lost a dispute of the whole payment",
    after(toShip, loseDispute(10_000)),
    [...DELIVERY, "anyRefund", "moneyWithShop"],
  ],
  [
    "is ready, and lost a dispute of the whole payment",
    after(toPickUp, makeReady, loseDispute(10_000)),
    [...DELIVERY, "anyRefund"],
  ],
  [
    "is ready, and lost a dispute of the whole payment, as an admin has acknowledged",
    after(toPickUp, makeReady, loseDispute(10_000), acknowledge),
    [...DELIVERY, "anyRefund"],
  ],
  [
    "was refunded in part, and lost a dispute of the rest",
    after(toShip, refund(3000), loseDispute(7000)),
    [...DELIVERY, "allByRefund", "moneyWithShop"],
  ],
  [
    "was cancelled, and is disputed",
    after(toShip, dispute(10_000, "needs_response"), cancel),
    [...DELIVERY, "allByRefund", "moneyWithShop"],
  ],
  [
    "was cancelled, and is disputed in part; the rest is on its way",
    after(toShip, requestRefund(6000), dispute(4000, "needs_response"), cancel),
    [...DELIVERY, "allByRefund", "moneyWithShop", "allWithheld"],
  ],
  [
    "was cancelled, and is disputed in part; the rest was refunded",
    after(toShip, refund(6000), dispute(4000, "needs_response"), cancel),
    [...DELIVERY, "allByRefund", "moneyWithShop", "allWithheld"],
  ],
  [
    "was cancelled, and lost a dispute of the whole payment",
    after(toShip, cancel, loseDispute(10_000)),
    [...DELIVERY, "anyRefund", "moneyWithShop"],
  ],
  [
    "was cancelled, and lost a dispute of a part",
    after(toShip, cancel, loseDispute(4000), acknowledge),
    [...DELIVERY, "anyRefund"],
  ],
  [
    "was cancelled, refunded in part, and lost a dispute of the rest",
    after(toShip, cancel, refund(3000), loseDispute(7000)),
    [...DELIVERY, "allByRefund", "moneyWithShop"],
  ],
  [
    "was cancelled, lost a dispute of a part, and is being refunded the rest",
    after(toShip, loseDispute(4000), cancel, requestRefund(6000)),
    [...DELIVERY, "allByRefund", "moneyWithShop"],
  ],
  [
    "lost a dispute of a part, and is being refunded the rest",
    after(toShip, loseDispute(4000), acknowledge, requestRefund(6000)),
    [...DELIVERY, "allByRefund", "moneyWithShop"],
  ],
  ["is being refunded", after(toPickUp, makeReady, requestRefund(10_000)), [...DELIVERY, "moneyWithShop"]],
  [
    "was cancelled, and its refund has failed",
    after(toShip, cancel, requestRefund(10_000), reportRefund(10_000, "failed")),
    [...DELIVERY, "anyRefund"],
  ],
  [
    "cannot be fulfilled, and is disputed",
    after(paidInVain, dispute(10_000, "needs_response"), refuseAutomaticRefund),
    [...DELIVERY, "allByRefund", "moneyWithShop"],
  ],
  [
    "cannot be fulfilled, and lost a dispute of the whole payment",
    after(paidInVain, dispute(10_000, "needs_response"), refuseAutomaticRefund, loseDispute(10_000)),
    [...DELIVERY, "anyRefund", "moneyWithShop"],
  ],
  [
    "cannot be fulfilled, and lost a dispute of the whole payment, as an admin has acknowledged",
    after(paidInVain, refuseAutomaticRefund, loseDispute(10_000), acknowledge),
    [...DELIVERY, "anyRefund", "moneyWithShop"],
  ],
  [
    "cannot be fulfilled, lost a dispute of a part, and is being refunded the rest",
    after(paidInVain, refuseAutomaticRefund, loseDispute(4000), requestRefund(6000)),
    [...DELIVERY, "allByRefund", "moneyWithShop"],
  ],
  [
    "cannot be fulfilled, lost a dispute of a part, and was refunded the rest",
    after(paidInVain, refuseAutomaticRefund, loseDispute(4000), refund(6000)),
    [...DELIVERY, "allByRefund", "moneyWithShop"],
  ],
])("no text for the customer of an order that %s promises what will not come", (_, order, untruePromises) => {
  const brokenPromises = Object.entries(textsOf(order)).flatMap(([where, text]) =>
    untruePromises.flatMap((name) =>
      [...text.matchAll(PROMISES[name])].map(([words]) => `${where}: ${words}`),
    ),
  );
  expect(brokenPromises).toEqual([]);
});

describe("a cancelled order whose payment is disputed in part", () => {
  const PLACES = ["mail order-cancelled", "order page", "payment page"];
  const PART_TEXT = "$40.00 of this payment is disputed";
  const disputePart = dispute(4000, "needs_response");

  test("says which part the bank decides about, and where the rest is", () => {
    const refunding = textsOf(after(toShip, requestRefund(6000), disputePart, cancel));
    const refunded = textsOf(after(toShip, refund(6000), disputePart, cancel));
    for (const where of PLACES) {
      expect(refunding[where]).toContain(PART_TEXT);
      expect(refunding[where]).toContain("The rest goes back to the payment method you used.");
      expect(refunded[where]).toContain(PART_TEXT);
      expect(refunded[where]).toContain("We have refunded $60.00 to the payment method you used.");
      expect(refunded[where]).not.toContain("The rest goes back");
    }
  });

  test("says that nothing can be refunded while a part of the rest is not on its way", () => {
    const texts = textsOf(after(toShip, requestRefund(3000), disputePart, cancel));
    for (const where of PLACES) expect(texts[where]).toContain("Until then we cannot refund it.");
  });
});

describe("after an admin's acknowledgement,", () => {
  test.each([
    ["an open dispute", [dispute(10_000, "needs_response"), acknowledge]],
    ["the loss of a part", [loseDispute(4000), acknowledge]],
  ])("the pages and mails about an order with %s promise its delivery again", (_, steps) => {
    const ready = textsOf(after(toPickUp, makeReady, ...steps));
    for (const where of ["mail order-ready", "order page", "payment page"])
      expect(ready[where]).toContain(delivery["pick-up"].ready);
    for (const where of ["mail receipt", "order page", "payment page"])
      expect(textsOf(after(toShip, ...steps))[where]).toContain("arrives");
  });
});

describe("of an order that was paid twice,", () => {
  const secondSession = { sessionId: "cs_2", paymentIntentId: "pi_2", amount: 10_000 };
  const paySecondTime: Step = (order) => markPaid(order, secondSession, stripe)?.order ?? order;
  const reportSecondRefund =
    (status: "succeeded" | "failed"): Step =>
    (order) => {
      const report = {
        stripeRefundId: "re_2",
        refundId: "rfd_pi_2",
        paymentIntentId: "pi_2",
        amount: 10_000,
      };
      return applyRefund(order, { ...report, status }, stripe)?.order ?? order;
    };
  const mailsOf = (event: OrderEvent, order: StoredOrder) =>
    mailsFor(event, order, ORIGIN, { pickUpCode: undefined, issuesTickets: false });
  const refundedText = (order: StoredOrder) => {
    const event: OrderEvent = {
      ...eventSamples.OrderRefunded,
      refundId: "rfd_pi_2",
      amount: 100,
      refunded: 0,
    };
    return mailsOf(
      { ...event, items: undefined },
      after(order, paySecondTime, reportSecondRefund("succeeded")),
    )[0]?.content.text;
  };

  test("the mail about the second payment's refund says 'Your order stays paid.' only if the order stays paid", () => {
    expect(refundedText(toShip)).toContain("Your order stays paid.");
    for (const steps of [
      [cancel],
      [dispute(10_000, "needs_response")],
      [loseDispute(10_000)],
      [requestRefund(10_000)],
    ])
      expect(refundedText(after(toShip, ...steps))).not.toContain("stays paid");
  });

  test("no mail and no page says that the second payment goes back after its refund has failed", () => {
    const event: OrderEvent = {
      ...eventSamples.RefundRequested,
      refundId: "rfd_pi_2",
      amount: 100,
      cause: "paid-twice",
    };
    const order = after(toShip, paySecondTime);
    const failedOrder = after(order, reportSecondRefund("failed"));
    expect(mailsOf(event, order)).toHaveLength(1);
    expect(mailsOf(event, failedOrder)).toEqual([]);
    expect(paymentOutcome(order, "cs_2")).toEqual({ paymentStatus: "paid", reason: "paid-twice" });
    expect(paymentOutcome(failedOrder, "cs_2")).toEqual({ paymentStatus: "paid" });
  });

  const failedOrder = after(toShip, paySecondTime, reportSecondRefund("failed"));
  /** Somebody refunds in Stripe's dashboard, so the refund has no id of the shop. `amount` is in cents. */
  const refundInDashboard =
    (amount: number, status: "pending" | "succeeded" | "failed"): Step =>
    (order) =>
      applyRefund(
        order,
        { stripeRefundId: `re_dashboard_${status}`, paymentIntentId: "pi_2", amount, status },
        stripe,
      )?.order ?? order;

  test.each([
    ["was made", refundInDashboard(10_000, "succeeded")],
    ["is on its way", refundInDashboard(10_000, "pending")],
  ])("the page says that the second payment goes back if a refund in Stripe's dashboard %s", (_, step) => {
    expect(paymentOutcome(after(failedOrder, step), "cs_2").reason).toBe("paid-twice");
  });

  test.each([
    ["failed too", refundInDashboard(10_000, "failed")],
    ["returned only a part", refundInDashboard(4000, "succeeded")],
  ])(
    "the page does not say that the second payment goes back if a refund in Stripe's dashboard %s",
    (_, step) => {
      expect(paymentOutcome(after(failedOrder, step), "cs_2").reason).toBeUndefined();
    },
  );

  test("the mail about the failed refund of the second payment says that the customer paid twice", () => {
    const event: OrderEvent = {
      ...eventSamples.RefundFailed,
      refundId: "rfd_pi_2",
      amount: 100,
      refunded: 0,
      announced: true,
    };
    const [failureMail] = mailsOf(event, failedOrder);
    expect(failureMail?.content.text).toContain("$100.00, which you paid a second time for the same order");
    const ownRefund = after(toShip, cancel, requestRefund(10_000), reportRefund(10_000, "failed"));
    const [ownMail] = mailsOf({ ...event, refundId: "rfd_10000" }, ownRefund);
    expect(ownMail?.content.text).toContain("$100.00 of your order");
  });
});
