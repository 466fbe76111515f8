import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { checkInvariants, eventsOf, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import { alarmsOf } from "../support/alarms.ts";
import { call, deliver } from "../support/invoke.ts";
import type { QueueHandler } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import { stripeEvents } from "../support/stripe-events.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let count: QueueHandler;
const tee = shirt({ stock: 1000 });
const DAY = 86_400_000;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ handler: count } = await import("../../lambdas/count-sales.ts"));
  await stockUp(shop.table, tee);
});
beforeEach(() => void (shop.logs.length = 0));
afterEach(() => checkInvariants(shop.table));

const order = (orderId: string) => orderOf(shop.table, orderId);
const { act, sessionEvent } = stripeEvents(() => shop.payments);
const alarms = (orderId: string) => alarmsOf(shop.logs, orderId);
async function bought() {
  const made = await driver.buy([[tee, 1]]);
  await driver.pay(made.sessionId);
  return made;
}
const parked = async (paymentIntentId: string) =>
  (await shop.table.partition(`PAYMENT#${paymentIntentId}`)).filter(({ sk }) =>
    String(sk).startsWith("PARKED#"),
  );

describe("a dispute before its payment was applied", () => {
  test("waits, without going back to the queue, and is applied with the payment, once", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const payment = await act(sessionId, "pay");
    const dispute = await act(sessionId, "dispute");
    expect(await driver.settleEvents([...dispute, ...dispute])).toEqual([]);
    expect((await order(orderId)).paymentStatus).toBe("unpaid");
    expect(await driver.settleEvents(payment)).toEqual([]);
    expect(await driver.settleEvents([...payment, ...dispute])).toEqual([]);
    const { paymentStatus, attention, disputes, history } = await order(orderId);
    expect([paymentStatus, attention]).toMatchObject(["needs-attention", [{ cause: "disputed" }]]);
    expect(disputes).toMatchObject([{ status: "open", amount: 25, withdrawn: 25, reason: "fraudulent" }]);
    expect(history.filter(({ what }) => what.includes("disputed"))).toHaveLength(1);
    expect(alarms(orderId)).toEqual(["disputed"]);
  });

  test("and at the very moment of it is never lost", async () => {
    const orders = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { orderId, sessionId } = await driver.buy([[tee, 1]]);
        shop.payments.act(sessionId, "pay");
        shop.payments.act(sessionId, "dispute");
        return orderId;
      }),
    );
    const events = await shop.payments.events();
    expect((await Promise.all(events.map((event) => driver.settleEvents([event])))).flat()).toEqual([]);
    for (const orderId of orders) {
      expect(await order(orderId)).toMatchObject({
        paymentStatus: "needs-attention",
        disputes: [{ withdrawn: 25 }],
      });
      expect(alarms(orderId)).toEqual(["disputed"]);
    }
  });

  test("begun and won by then leaves nothing to look at", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const payment = await act(sessionId, "pay");
    await driver.settleEvents([
      ...(await act(sessionId, "dispute")),
      ...(await act(sessionId, "dispute-win")),
    ]);
    await driver.settleEvents(payment);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", disputes: [{ status: "won" }] });
  });

  test("a refund of Stripe's dashboard waits as well", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const payment = await act(sessionId, "pay");
    await driver.settleEvents(await act(sessionId, "refund"));
    await driver.settleEvents(payment);
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "refunded",
      refunds: [{ status: "succeeded", amount: 25 }],
    });
  });

  test("that is another application's waits without personal data and is forgotten after 30 days", async () => {
    const theirs = await shop.payments.sdk.checkout.sessions.create({
      mode: "payment",
      success_url: "https://other.example/",
      metadata: { orderId: "4711" },
      customer_email: "theirs@other.example",
      line_items: [
        { quantity: 1, price_data: { currency: "usd", unit_amount: 900, product_data: { name: "Mug" } } },
      ],
    });
    const events = [...(await act(theirs.id, "pay")), ...(await act(theirs.id, "dispute"))];
    expect(await driver.settleEvents(events)).toEqual([]);
    const { payment_intent: payment } = await shop.payments.sdk.checkout.sessions.retrieve(theirs.id);
    if (typeof payment !== "string") throw new Error("The payment has no id");
    const kept = await parked(payment);
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain("other.example");
    for (const { ttl } of kept) expect(Number(ttl) - Date.now() / 1000).toBeCloseTo(30 * 86_400, -2);

    // DynamoDB deletes expired items late, so they must not be applied.
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    advanceClock(31 * DAY);
    const facts = { status: "complete", payment_status: "paid", payment_intent: payment };
    expect(
      await driver.settleEvents([await sessionEvent(sessionId, "checkout.session.completed", facts)]),
    ).toEqual([]);
    const { disputes, paymentStatus } = await order(orderId);
    expect([disputes, paymentStatus]).toEqual([undefined, "paid"]);
  });
});

describe("a dispute's end", () => {
  test("won: the order is as it was before, and the next cause rings again", async () => {
    const { orderId, sessionId } = await bought();
    await driver.settleEvents(await act(sessionId, "dispute"));
    await driver.settleEvents(await act(sessionId, "dispute-win"));
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "paid",
      attention: [],
      financialInfo: { refunded: 0, total: 25 },
    });
    expect((await order(orderId)).financialInfo).not.toHaveProperty("withdrawn");
    await driver.settleEvents(await act(sessionId, "dispute"));
    expect(alarms(orderId)).toEqual(["disputed", "disputed"]);
  });

  test("lost: the money is shown as gone, cannot be refunded, and counts as no revenue; a late win brings it back", async () => {
    const { orderId, sessionId } = await bought();
    const figures = async () => {
      const events = (await eventsOf(shop.table, orderId)).map((event) => ({
        ...{ source: "shop.orders", detailType: event.type, detail: event },
      }));
      const counted = events.filter(({ detailType }) => /^(OrderPaid|DisputeUpdated)$/.test(detailType));
      expect(await deliver(count, counted)).toEqual([]);
      return (await call(office.handler, adminApi.getAnalytics, { query: { days: "7" } })).data.total;
    };
    const before = await figures();
    await driver.settleEvents(await act(sessionId, "dispute"));
    expect(await figures()).toMatchObject({ revenue: before.revenue });
    await driver.settleEvents(await act(sessionId, "dispute-lose"));
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "needs-attention",
      attention: [{ cause: "dispute-lost" }],
      financialInfo: { refunded: 0, withdrawn: 25 },
    });
    expect(alarms(orderId)).toEqual(["disputed", "dispute-lost"]);
    expect(await figures()).toMatchObject({ revenue: before.revenue - 25, refunded: before.refunded + 25 });
    const refused = await office.refund(orderId, { refundId: `refund-${orderId}` });
    expect([refused.status, refused.error.message]).toEqual([409, "At most $0.00 can be refunded."]);
    advanceClock(DAY);
    await driver.settleEvents(await act(sessionId, "dispute-win"));
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
    expect(await figures()).toMatchObject({ revenue: before.revenue });
  });

  test("an inquiry rings, and rings anew when it becomes a dispute; one that is closed is over", async () => {
    const { orderId, sessionId } = await bought();
    await driver.settleEvents(await act(sessionId, "dispute-inquiry"));
    expect(await order(orderId)).toMatchObject({
      attention: [{ cause: "inquiry" }],
      disputes: [{ withdrawn: 0 }],
    });
    await driver.settleEvents(await act(sessionId, "dispute-escalate"));
    expect(await order(orderId)).toMatchObject({
      attention: [{ cause: "disputed" }],
      disputes: [{ withdrawn: 25 }],
    });
    expect(alarms(orderId)).toEqual(["inquiry", "disputed"]);

    const other = await bought();
    await driver.settleEvents(await act(other.sessionId, "dispute-inquiry"));
    await driver.settleEvents(await act(other.sessionId, "dispute-close"));
    expect(await order(other.orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
  });

  test("a refund that Stripe refuses because of a dispute is a second cause, with an alarm of its own", async () => {
    const { orderId, sessionId } = await bought();
    await office.refund(orderId, { refundId: `refund-${orderId}` });
    await driver.settleEvents(await act(sessionId, "dispute"));
    expect(await driver.deliverOutbox("refund", orderId, "RefundRequested")).toEqual([]);
    expect((await order(orderId)).attention).toMatchObject([
      { cause: "disputed" },
      { cause: "refund-failed" },
    ]);
    expect(alarms(orderId)).toEqual(["disputed", "refund-failed"]);
  });
});
