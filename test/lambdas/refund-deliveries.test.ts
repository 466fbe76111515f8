import fc from "fast-check";
import type Stripe from "stripe";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { checkInvariants, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";
import { sortByKeys } from "../support/permutations.ts";
import { shortenBackoff } from "../support/short-backoff.ts";

const FAILURE_SUBJECT = "Your refund of $100.00 did not go through";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
const tee = testProduct({ stock: 10_000, price: 100 });

beforeAll(async () => {
  shortenBackoff();
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  await stockUp(shop.table, tee);
});
beforeEach(() => {
  shop.payments.faults.set({ refunds: "normal" });
  shop.mails.length = 0;
});

const readOrder = (orderId: string) => orderOf(shop.table, orderId);
/** The cents that Stripe has refunded to the customer. */
async function readRefundedCents(paymentIntentId: string): Promise<number> {
  const { data } = await shop.payments.sdk.refunds.list({ payment_intent: paymentIntentId });
  return data.reduce((sum, { amount, status }) => sum + (status === "succeeded" ? amount : 0), 0);
}
const sendMails = async (orderId: string) => {
  for (const type of ["OrderRefunded", "RefundFailed"] as const)
    expect(await driver.deliverOutbox("send-order-email", orderId, type)).toEqual([]);
};
const subjectsAbout = (orderId: string) =>
  shop.mails.filter(({ text }) => text.includes(orderId)).map(({ subject }) => subject.split(" (")[0]);

/** A refund at Stripe: requested by the shop or made in Stripe's dashboard, and its later transitions. */
const REFUND_CASES: {
  by: "shop" | "dashboard";
  start: "normal" | "pending" | "requires-action";
  transitions: PaymentAction[];
}[] = [
  { by: "shop", start: "pending", transitions: ["refund-fail"] },
  { by: "shop", start: "pending", transitions: ["refund-settle"] },
  { by: "shop", start: "pending", transitions: ["refund-settle", "refund-fail"] },
  { by: "shop", start: "requires-action", transitions: ["refund-cancel"] },
  { by: "shop", start: "normal", transitions: ["refund-fail"] },
  { by: "shop", start: "normal", transitions: [] },
  { by: "dashboard", start: "normal", transitions: ["refund-fail"] },
  { by: "dashboard", start: "pending", transitions: ["refund-fail"] },
  { by: "dashboard", start: "pending", transitions: ["refund-settle"] },
  { by: "dashboard", start: "requires-action", transitions: ["refund-settle", "refund-fail"] },
];

const START_ACTION = {
  normal: "refund",
  pending: "refund-pending",
  "requires-action": "refund-requires-action",
} as const;

/** Creates a paid order of $100.00 with the refund; returns Stripe's events about the refund. */
async function createRefundedOrder({ by, start, transitions }: (typeof REFUND_CASES)[number]) {
  const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
  if (by === "shop") {
    shop.payments.faults.set({ refunds: start });
    expect((await office.refund(orderId, { refundId: `refund-${orderId}` })).status).toBe(202);
    // Stripe's response is lost. A retry of the message receives the response, perhaps after the events.
    shop.payments.connection.cut = "after";
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([0]);
    shop.payments.connection.cut = "none";
  } else shop.payments.act(sessionId, START_ACTION[start]);
  for (const action of transitions) shop.payments.act(sessionId, action);
  const events = await shop.payments.takeNewEvents();
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["refund.created", "charge.refunded"]),
  );
  return { orderId, events };
}

/** A refund; keys that sort its deliveries; the indexes of repeated deliveries; whether the mails are sent after each delivery. */
const scenarios = fc.record({
  refundCase: fc.constantFrom(...REFUND_CASES),
  sortKeys: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  repeats: fc.array(fc.nat(), { maxLength: 5 }),
  areMailsSentAfter: fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
});

test("in whatever sequence charge.refunded and refund.* arrive, only money that Stripe returned counts, and mails state the outcome", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async ({ refundCase, sortKeys, repeats, areMailsSentAfter }) => {
      const { orderId, events } = await createRefundedOrder(refundCase);
      const { payment } = await readOrder(orderId);
      // 'RefundRequested' stands for the shop's own message. Its delivery repeats the request, and gets Stripe's response.
      const deliveries: (Stripe.Event | "RefundRequested")[] = [
        ...events,
        ...(refundCase.by === "shop" ? ["RefundRequested" as const] : []),
      ];
      const repeatedDeliveries = repeats.flatMap((index) => deliveries[index % deliveries.length] ?? []);
      const failsInTheEnd = ["refund-fail", "refund-cancel"].includes(refundCase.transitions.at(-1) ?? "");
      for (const [i, delivery] of sortByKeys([...deliveries, ...repeatedDeliveries], sortKeys).entries()) {
        const failedIndexes =
          delivery === "RefundRequested"
            ? await driver.deliverOutbox("refund-payment", orderId, delivery)
            : await driver.settleAndListFailures([delivery]);
        expect(failedIndexes).toEqual([]);
        if (areMailsSentAfter[i]) await sendMails(orderId);
      }
      await sendMails(orderId);

      const refundedCents = await readRefundedCents(payment.paymentIntentId ?? "");
      expect(refundedCents).toBe(failsInTheEnd ? 0 : 10_000);
      const finalOrder = await readOrder(orderId);
      expect(finalOrder.financialInfo.refunded).toBe(refundedCents / 100);
      expect(finalOrder.paymentStatus).toBe(refundedCents > 0 ? "refunded" : "needs-attention");
      const subjects = subjectsAbout(orderId);
      if (refundedCents > 0) expect(subjects).toEqual(["We refunded $100.00"]);
      // If the success was mailed, the failure must be mailed too. Otherwise a mail about the failure is not needed.
      else expect([[], ["We refunded $100.00", FAILURE_SUBJECT], [FAILURE_SUBJECT]]).toContainEqual(subjects);
      if (!failsInTheEnd) return;

      shop.payments.faults.set({ refunds: "normal" });
      expect((await office.refund(orderId, { refundId: `again-${orderId}` })).status).toBe(202);
      expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
      expect(await readOrder(orderId)).toMatchObject({
        paymentStatus: "refunded",
        financialInfo: { refunded: 100 },
        attention: [],
      });
      expect(await readRefundedCents(payment.paymentIntentId ?? "")).toBe(10_000);
      await shop.payments.takeNewEvents();
    }),
    { numRuns: Number(process.env["DELIVERY_RUNS"] ?? 20), seed: 1_933, endOnFailure: true },
  );
  await checkInvariants(shop.table);
}, 120_000);

test("a refund whose failure is reported before its success sends no mail and can be made again", async () => {
  const { orderId, events } = await createRefundedOrder({
    by: "dashboard",
    start: "normal",
    transitions: ["refund-fail"],
  });
  for (const event of events.toReversed()) expect(await driver.settleAndListFailures([event])).toEqual([]);
  await sendMails(orderId);
  expect(await readOrder(orderId)).toMatchObject({
    paymentStatus: "needs-attention",
    attention: [{ cause: "refund-failed" }],
    financialInfo: { refunded: 0 },
  });
  expect(subjectsAbout(orderId)).toEqual([]);
  expect((await office.refund(orderId, { refundId: `again-${orderId}` })).status).toBe(202);
});

test("a refund that fails after the mail about its success sends a mail about the failure", async () => {
  const { orderId, events } = await createRefundedOrder({ by: "shop", start: "normal", transitions: [] });
  expect(await driver.settleAndListFailures(events)).toEqual([]);
  await sendMails(orderId);
  const { refunds } = await readOrder(orderId);
  expect(refunds).toMatchObject([{ status: "succeeded" }]);
  const sessionId = (await readOrder(orderId)).payment.paidSessionId ?? "";
  shop.payments.act(sessionId, "refund-fail");
  expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
  await sendMails(orderId);
  expect(subjectsAbout(orderId)).toEqual(["We refunded $100.00", FAILURE_SUBJECT]);
  const { text = "" } = shop.mails.find(({ subject }) => subject.startsWith(FAILURE_SUBJECT)) ?? {};
  expect(text).toContain("has not reached you and is still with us");
});
