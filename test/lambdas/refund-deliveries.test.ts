import fc from "fast-check";
import type Stripe from "stripe";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Action } from "../../infra/local/stripe/actions.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { checkInvariants, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
const tee = shirt({ stock: 10_000, price: 100 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  await stockUp(shop.table, tee);
});
beforeEach(() => {
  shop.payments.faults.set({ refunds: "normal" });
  shop.mails.length = 0;
});

const orderIn = (orderId: string) => orderOf(shop.table, orderId);
/** Cents that Stripe has refunded to the customer. */
async function backAtStripe(paymentIntentId: string): Promise<number> {
  const { data } = await shop.payments.sdk.refunds.list({ payment_intent: paymentIntentId });
  return data.reduce((sum, { amount, status }) => sum + (status === "succeeded" ? amount : 0), 0);
}
const sendMails = async (orderId: string) => {
  for (const type of ["OrderRefunded", "RefundFailed"] as const)
    expect(await driver.deliverOutbox("mail", orderId, type)).toEqual([]);
};
const subjectsAbout = (orderId: string) =>
  shop.mails.filter(({ text }) => text.includes(orderId)).map(({ subject }) => subject.split(" (")[0]);

/** A refund at Stripe: requested by the shop or made in Stripe's dashboard, and its later transitions. */
const STORIES: {
  by: "shop" | "dashboard";
  start: "normal" | "pending" | "requires-action";
  then: Action[];
}[] = [
  { by: "shop", start: "pending", then: ["refund-fail"] },
  { by: "shop", start: "pending", then: ["refund-settle"] },
  { by: "shop", start: "pending", then: ["refund-settle", "refund-fail"] },
  { by: "shop", start: "requires-action", then: ["refund-cancel"] },
  { by: "shop", start: "normal", then: ["refund-fail"] },
  { by: "shop", start: "normal", then: [] },
  { by: "dashboard", start: "normal", then: ["refund-fail"] },
  { by: "dashboard", start: "pending", then: ["refund-fail"] },
  { by: "dashboard", start: "pending", then: ["refund-settle"] },
  { by: "dashboard", start: "requires-action", then: ["refund-settle", "refund-fail"] },
];

const START = {
  normal: "refund",
  pending: "refund-pending",
  "requires-action": "refund-requires-action",
} as const;

/** A paid order of $100.00 with such a refund, and all of Stripe's events of it. */
async function refunded({ by, start, then }: (typeof STORIES)[number]) {
  const { orderId, sessionId } = await driver.buy([[tee, 1]]);
  await driver.pay(sessionId);
  if (by === "shop") {
    shop.payments.faults.set({ refunds: start });
    expect((await office.refund(orderId, { refundId: `refund-${orderId}` })).status).toBe(202);
    // Stripe's answer gets lost. The retry of the message gets it, perhaps after the events.
    shop.payments.connection.cut = "after";
    expect(await driver.deliverOutbox("refund", orderId, "RefundRequested")).toEqual([0]);
    shop.payments.connection.cut = "none";
  } else shop.payments.act(sessionId, START[start]);
  for (const action of then) shop.payments.act(sessionId, action);
  const events = await shop.payments.events();
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["refund.created", "charge.refunded"]),
  );
  return { orderId, events };
}

/** Deliveries in some order, each at least once. 'answer' is the RefundRequested message, 'mail' sends the mails. */
const deliveries = fc.record({
  story: fc.constantFrom(...STORIES),
  order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  repeats: fc.array(fc.nat(), { maxLength: 5 }),
  mails: fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
});

function shuffled<T>(items: readonly T[], order: readonly number[]): T[] {
  return items
    .map((item, i) => ({ item, at: order[i % order.length] ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

test("charge.refunded before, between or after refund.*, in every order: only what went back counts, and the customer is told the truth", async () => {
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ story, order, repeats, mails }) => {
      const { orderId, events } = await refunded(story);
      const { payment } = await orderIn(orderId);
      const all: (Stripe.Event | "answer")[] = [
        ...events,
        ...(story.by === "shop" ? ["answer" as const] : []),
      ];
      const again = repeats.flatMap((n) => all[n % all.length] ?? []);
      const failsInTheEnd = ["refund-fail", "refund-cancel"].includes(story.then.at(-1) ?? "");
      for (const [i, delivery] of shuffled([...all, ...again], order).entries()) {
        const failed =
          delivery === "answer"
            ? await driver.deliverOutbox("refund", orderId, "RefundRequested")
            : await driver.settleEvents([delivery]);
        expect(failed).toEqual([]);
        if (mails[i]) await sendMails(orderId);
      }
      await sendMails(orderId);

      const back = await backAtStripe(payment.paymentIntentId ?? "");
      expect(back).toBe(failsInTheEnd ? 0 : 10_000);
      const end = await orderIn(orderId);
      expect(end.financialInfo.refunded).toBe(back / 100);
      expect(end.paymentStatus).toBe(back > 0 ? "refunded" : "needs-attention");
      const told = subjectsAbout(orderId);
      if (back > 0) expect(told).toEqual(["We refunded $100.00"]);
      // A failure is mailed after a success was mailed; otherwise no mail is needed.
      else expect([[], ["We refunded $100.00", NOT], [NOT]]).toContainEqual(told);
      if (!failsInTheEnd) return;

      shop.payments.faults.set({ refunds: "normal" });
      expect((await office.refund(orderId, { refundId: `again-${orderId}` })).status).toBe(202);
      expect(await driver.deliverOutbox("refund", orderId, "RefundRequested")).toEqual([]);
      expect(await orderIn(orderId)).toMatchObject({
        paymentStatus: "refunded",
        financialInfo: { refunded: 100 },
        attention: [],
      });
      expect(await backAtStripe(payment.paymentIntentId ?? "")).toBe(10_000);
      await shop.payments.events();
    }),
    { numRuns: Number(process.env["DELIVERY_RUNS"] ?? 20), seed: 1_933, endOnFailure: true },
  );
  await checkInvariants(shop.table);
}, 120_000);

const NOT = "Your refund of $100.00 did not go through";

test("refunded, then failed at once, told the wrong way round: no mail says 'We refunded', and an admin can refund again", async () => {
  const { orderId, events } = await refunded({ by: "dashboard", start: "normal", then: ["refund-fail"] });
  for (const event of events.toReversed()) expect(await driver.settleEvents([event])).toEqual([]);
  await sendMails(orderId);
  expect(await orderIn(orderId)).toMatchObject({
    paymentStatus: "needs-attention",
    attention: [{ cause: "refund-failed" }],
    financialInfo: { refunded: 0 },
  });
  expect(subjectsAbout(orderId)).toEqual([]);
  expect((await office.refund(orderId, { refundId: `again-${orderId}` })).status).toBe(202);
});

test("told as done and failed a week later: the customer hears that it did not go through", async () => {
  const { orderId, events } = await refunded({ by: "shop", start: "normal", then: [] });
  expect(await driver.settleEvents(events)).toEqual([]);
  await sendMails(orderId);
  const { refunds } = await orderIn(orderId);
  expect(refunds).toMatchObject([{ status: "succeeded" }]);
  const session = (await orderIn(orderId)).payment.paidSessionId ?? "";
  shop.payments.act(session, "refund-fail");
  expect(await driver.settleEvents(await shop.payments.events())).toEqual([]);
  await sendMails(orderId);
  expect(subjectsAbout(orderId)).toEqual(["We refunded $100.00", NOT]);
  const { text = "" } = shop.mails.find(({ subject }) => subject.startsWith(NOT)) ?? {};
  expect(text).toContain("has not reached you and is still with us");
});
