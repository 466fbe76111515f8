import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants, eventsOf, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import { getHold, tryChangeHold } from "../../lambdas/orders/hold-table.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { reconcileHolds } from "../../lambdas/orders/reconcile-holds.ts";
import { putEvent } from "../../lambdas/orders/outbox-table.ts";

let shop: Shop;
let driver: CheckoutDriver;
const tee = testProduct({ stock: 100 });
const MINUTE_MS = 60_000;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee);
});
afterEach(async () => {
  shop.payments.faults.set({ stripe: "normal" });
  shop.payments.connection.cut = "none";
  shop.faults.bus = false;
  await checkInvariants(shop.table);
});

/** The id of the newest order, for checkouts whose response has no order id. */
const readNewestOrderId = async (): Promise<string> => {
  const orders = (await shop.table.items()).filter(({ sk }) => sk === "ORDER");
  return String(
    orders
      .map(({ orderId }) => orderId)
      .sort()
      .at(-1),
  );
};
const readOrderState = async (orderId: string) => {
  const { paymentStatus, hold } = await orderOf(shop.table, orderId);
  return [paymentStatus, hold.state];
};
const readEndReason = async (orderId: string) => {
  const lastEvent = (await eventsOf(shop.table, orderId)).at(-1);
  return lastEvent?.type === "CheckoutExpired" ? lastEvent.reason : lastEvent?.type;
};

describe("a hold that is not settled", () => {
  test("stays until its end", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    advanceClock(35 * MINUTE_MS);
    await driver.reconcileCheckouts();
    expect(await readOrderState(orderId)).toEqual(["unpaid", "held"]);
    advanceClock(2 * MINUTE_MS);
    await driver.reconcileCheckouts();
    expect(await readOrderState(orderId)).toEqual(["expired", "released"]);
  });

  test("is not logged as reconciled if the time of the run is up before its turn", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    advanceClock(37 * MINUTE_MS);
    shop.logs.length = 0;
    let checkCount = 0;
    const getStripe = () => Promise.reject(new Error("No hold may be reconciled"));
    // The time of the run is not up at the first check, after the due holds were read, but at the second, before a hold is reconciled.
    expect(await reconcileHolds(getStripe, new Date(), () => checkCount++ > 0)).toBe(0);
    expect(await readOrderState(orderId)).toEqual(["unpaid", "held"]);
    expect(shop.logs.filter((text) => text.includes("reconciled"))).toEqual([]);
    await driver.reconcileCheckouts();
    expect(await readOrderState(orderId)).toEqual(["expired", "released"]);
  });

  test.each(["before", "after"] as const)(
    "ends after two minutes if the function crashed %s Stripe made the session, because no customer has its URL",
    async (cut) => {
      shop.payments.connection.cut = cut;
      await driver.send(orderData([[tee, 1]]));
      const orderId = await readNewestOrderId();
      advanceClock(MINUTE_MS);
      await driver.reconcileCheckouts();
      expect(await readOrderState(orderId)).toEqual(["unpaid", "held"]);
      advanceClock(MINUTE_MS + 1000);
      // This run does not need Stripe, which is down.
      shop.payments.connection.cut = "before";
      await driver.reconcileCheckouts();
      expect(await readOrderState(orderId)).toEqual(["expired", "released"]);
      expect(await readEndReason(orderId)).toBe("expired");
    },
  );

  test("is sold if its session is paid, although the function crashed before it recorded the session", async () => {
    shop.payments.connection.cut = "after";
    await driver.send(orderData([[tee, 1]]));
    shop.payments.connection.cut = "none";
    const orderId = await readNewestOrderId();
    advanceClock(3 * MINUTE_MS);
    await driver.reconcileCheckouts();
    await shop.payments.takeNewEvents();
    shop.payments.act(shop.payments.sessions().at(-1)?.id ?? "", "pay");
    expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
    expect(await readOrderState(orderId)).toEqual(["paid", "sold"]);
  });

  test("ends after two minutes when Stripe answers 500 to every idempotency key", async () => {
    shop.payments.faults.set({ stripe: "error-replayed" });
    await driver.send(orderData([[tee, 1]]));
    const orderId = await readNewestOrderId();
    advanceClock(2 * MINUTE_MS + 1000);
    await driver.reconcileCheckouts();
    expect(await readOrderState(orderId)).toEqual(["expired", "released"]);
  });

  test("ends together with its open session, so that no customer pays for released pieces", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const order = await orderOf(shop.table, orderId);
    const endsAt = new Date(Date.now() - 1000).toISOString();
    await shop.table.put(orderItem({ ...order, hold: { ...order.hold, endsAt } }));
    await tryChangeHold(orderId, { state: "placed", dueAt: endsAt });
    await driver.reconcileCheckouts();
    expect(await readOrderState(orderId)).toEqual(["expired", "released"]);
    expect((await shop.payments.sdk.checkout.sessions.retrieve(sessionId)).status).toBe("expired");
  });

  test("ends if Stripe does not know its session of test mode, because the shop has got another key", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    const order = await orderOf(shop.table, orderId);
    await shop.table.put(orderItem({ ...order, stripeSessionId: "cs_test_unknown" }));
    advanceClock(37 * MINUTE_MS);
    await driver.reconcileCheckouts();
    expect(await readOrderState(orderId)).toEqual(["expired", "released"]);
  });

  test("stays if Stripe does not know its session of live mode, which may have been paid", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const order = await orderOf(shop.table, orderId);
    await shop.table.put(orderItem({ ...order, stripeSessionId: "cs_live_unknown" }));
    advanceClock(37 * MINUTE_MS);
    await expect(driver.reconcileCheckouts()).rejects.toThrow("Holds not reconciled");
    expect(await readOrderState(orderId)).toEqual(["unpaid", "held"]);
    await shop.table.put(orderItem({ ...(await orderOf(shop.table, orderId)), stripeSessionId: sessionId }));
    await driver.reconcileCheckouts();
    expect(await readOrderState(orderId)).toEqual(["expired", "released"]);
  });

  test("stays if Stripe does not know the session of its delayed payment, which may still arrive", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    shop.payments.act(sessionId, "pay-later");
    expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
    const order = await orderOf(shop.table, orderId);
    await shop.table.put(orderItem({ ...order, stripeSessionId: "cs_test_unknown" }));
    advanceClock(25 * 60 * MINUTE_MS);
    await expect(driver.reconcileCheckouts()).rejects.toThrow("Holds not reconciled");
    expect(await readOrderState(orderId)).toEqual(["processing", "held"]);
    await shop.table.put(orderItem({ ...(await orderOf(shop.table, orderId)), stripeSessionId: sessionId }));
    shop.payments.act(sessionId, "settle");
    expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
    expect(await readOrderState(orderId)).toEqual(["paid", "sold"]);
  });

  test("stays due if it ends after the run has read its order", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    const dueAt = new Date(Date.now() - 1000).toISOString();
    // As if the payment had ended the hold after the run had read the order.
    await tryChangeHold(orderId, { state: "ended", dueAt });
    await driver.reconcileCheckouts();
    expect(await getHold(orderId)).toMatchObject({ state: "ended", dueAt });
  });

  test("is sold when all of Stripe's events were lost", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    shop.payments.act(sessionId, "pay");
    advanceClock(40 * MINUTE_MS);
    await driver.reconcileCheckouts();
    expect(await readOrderState(orderId)).toEqual(["paid", "sold"]);
  });

  test("stays for days while a delayed payment is pending, and follows its outcome", async () => {
    const [paidLater, failedLater] = [
      await driver.openCheckout([[tee, 1]]),
      await driver.openCheckout([[tee, 1]]),
    ];
    for (const { sessionId } of [paidLater, failedLater]) shop.payments.act(sessionId, "pay-later");
    for (const minutes of [40, 24 * 60 + 5]) {
      advanceClock(minutes * MINUTE_MS);
      await driver.reconcileCheckouts();
      for (const { orderId } of [paidLater, failedLater])
        expect(await readOrderState(orderId)).toEqual(["processing", "held"]);
    }
    shop.payments.act(paidLater.sessionId, "settle");
    shop.payments.act(failedLater.sessionId, "fail-later");
    advanceClock(24 * 60 * MINUTE_MS + MINUTE_MS);
    await driver.reconcileCheckouts();
    expect(await readOrderState(paidLater.orderId)).toEqual(["paid", "sold"]);
    expect(await readOrderState(failedLater.orderId)).toEqual(["failed", "released"]);
  });

  test("stays and is reported when Stripe does not answer, and ends in the next run", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    advanceClock(40 * MINUTE_MS);
    shop.payments.connection.cut = "before";
    await expect(driver.reconcileCheckouts()).rejects.toThrow(
      "Holds not reconciled and events not published",
    );
    expect(await readOrderState(orderId)).toEqual(["unpaid", "held"]);
    shop.payments.connection.cut = "none";
    await driver.reconcileCheckouts();
    expect(await readOrderState(orderId)).toEqual(["expired", "released"]);
  });
});

describe("events that the stream did not publish", () => {
  test("are published once, after a minute", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    shop.bus.length = 0;
    await driver.reconcileCheckouts();
    const orderEvents = () =>
      shop.bus.filter(({ detail }) => (detail as { orderId: string }).orderId === orderId);
    expect(orderEvents()).toEqual([]);
    advanceClock(2 * MINUTE_MS);
    await driver.reconcileCheckouts();
    expect(orderEvents().map(({ source, detailType }) => [source, detailType])).toEqual([
      ["shop.orders", "OrderPlaced"],
    ]);
    await driver.reconcileCheckouts();
    expect(orderEvents()).toHaveLength(1);
  });

  test("are retried when the bus refuses them", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    advanceClock(2 * MINUTE_MS);
    shop.bus.length = 0;
    shop.faults.bus = () => true;
    await expect(driver.reconcileCheckouts()).rejects.toThrow(
      "Holds not reconciled and events not published",
    );
    shop.faults.bus = false;
    await driver.reconcileCheckouts();
    expect(shop.bus.map(({ detail }) => (detail as { orderId: string }).orderId)).toContain(orderId);
  });

  test("are all published in one run after an outage of the bus, even if there are more than a hundred", async () => {
    const time = new Date(Date.now() - 2 * MINUTE_MS).toISOString();
    const eventFields = {
      type: "StockLow",
      version: 1,
      time,
      productId: "prd_outage",
      name: "Tee",
      available: 1,
    } as const;
    for (let sequence = 1; sequence <= 120; sequence++) {
      const write = putEvent({ ...eventFields, id: `evt_outage_${sequence}`, sequence });
      if ("Put" in write) await shop.table.put(write.Put?.Item ?? {});
    }
    shop.bus.length = 0;
    await driver.reconcileCheckouts();
    expect(shop.bus.filter(({ detailType }) => detailType === "StockLow")).toHaveLength(120);
  });

  test("are published although fifty older events are invalid", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    const [event] = (await shop.table.partition(`ORDER#${orderId}`)).filter(({ sk }) =>
      String(sk).startsWith("OUTBOX#"),
    );
    const earlierTime = new Date(Date.now() - MINUTE_MS).toISOString();
    for (let n = 1; n <= 50; n++) {
      const key = { pk: "ORDER#ord_unreadable", sk: `OUTBOX#${n}` };
      await shop.table.put({ ...event, ...key, dueSk: `${earlierTime}#${n}`, event: { type: "Nonsense" } });
    }
    const readInvalidItems = () => shop.table.partition("ORDER#ord_unreadable");
    const publishedOrderIds = () => shop.bus.map(({ detail }) => (detail as { orderId: string }).orderId);
    advanceClock(2 * MINUTE_MS);
    shop.bus.length = 0;
    await expect(driver.reconcileCheckouts()).rejects.toThrow(
      "Holds not reconciled and events not published: 50",
    );
    expect(publishedOrderIds()).not.toContain(orderId);
    await expect(driver.reconcileCheckouts()).rejects.toThrow(
      "Holds not reconciled and events not published",
    );
    expect(publishedOrderIds()).toContain(orderId);
    expect((await readInvalidItems()).filter(({ duePk }) => duePk === event?.["duePk"])).toHaveLength(50);
    for (const { pk, sk } of await readInvalidItems()) await shop.table.put({ pk, sk });
  });
});
