import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants, eventsOf, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import { tryChangeHold } from "../../lambdas/orders/hold-table.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";

let shop: Shop;
let driver: CheckoutDriver;
const tee = shirt({ stock: 100 });
const MINUTE = 60_000;

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

/** The newest order, for checkouts that did not get its id. */
const lastOrder = async (): Promise<string> => {
  const orders = (await shop.table.items()).filter(({ sk }) => sk === "ORDER");
  return String(
    orders
      .map(({ orderId }) => orderId)
      .sort()
      .at(-1),
  );
};
const state = async (orderId: string) => {
  const { paymentStatus, hold } = await orderOf(shop.table, orderId);
  return [paymentStatus, hold.state];
};
const ended = async (orderId: string) => {
  const last = (await eventsOf(shop.table, orderId)).at(-1);
  return last?.type === "CheckoutExpired" ? last.reason : last?.type;
};

describe("a hold that has outlived its session", () => {
  test("stays until it is due", async () => {
    const { orderId } = await driver.buy([[tee, 1]]);
    advanceClock(35 * MINUTE);
    await driver.reconcile();
    expect(await state(orderId)).toEqual(["unpaid", "held"]);
    advanceClock(2 * MINUTE);
    await driver.reconcile();
    expect(await state(orderId)).toEqual(["expired", "released"]);
  });

  test.each(["before", "after"] as const)(
    "ends after two minutes when the function died %s Stripe made a session: nobody was given its address",
    async (cut) => {
      shop.payments.connection.cut = cut;
      await driver.send(orderData([[tee, 1]]));
      const orderId = await lastOrder();
      advanceClock(1 * MINUTE);
      await driver.reconcile();
      expect(await state(orderId)).toEqual(["unpaid", "held"]);
      advanceClock(1 * MINUTE + 1000);
      // Stripe is down, and is not needed.
      shop.payments.connection.cut = "before";
      await driver.reconcile();
      expect(await state(orderId)).toEqual(["expired", "released"]);
      expect(await ended(orderId)).toBe("expired");
    },
  );

  test("is a sale when a session that the function did not live to record was paid all the same", async () => {
    shop.payments.connection.cut = "after";
    await driver.send(orderData([[tee, 1]]));
    shop.payments.connection.cut = "none";
    const orderId = await lastOrder();
    advanceClock(3 * MINUTE);
    await driver.reconcile();
    await shop.payments.events();
    shop.payments.act(shop.payments.sessions().at(-1)?.id ?? "", "pay");
    expect(await driver.settleEvents(await shop.payments.events())).toEqual([]);
    expect(await state(orderId)).toEqual(["paid", "sold"]);
  });

  test("ends after two minutes when Stripe answers 500 under every key", async () => {
    shop.payments.faults.set({ stripe: "error-replayed" });
    await driver.send(orderData([[tee, 1]]));
    const orderId = await lastOrder();
    advanceClock(2 * MINUTE + 1000);
    await driver.reconcile();
    expect(await state(orderId)).toEqual(["expired", "released"]);
  });

  test("ends with its session when that is still open, so that nobody pays for what is given back", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const order = await orderOf(shop.table, orderId);
    const endsAt = new Date(Date.now() - 1000).toISOString();
    await shop.table.put(orderItem({ ...order, hold: { ...order.hold, endsAt } }));
    await tryChangeHold(orderId, { state: "placed", dueAt: endsAt });
    await driver.reconcile();
    expect(await state(orderId)).toEqual(["expired", "released"]);
    expect((await shop.payments.sdk.checkout.sessions.retrieve(sessionId)).status).toBe("expired");
  });

  test("is sold when all of Stripe's events were lost", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    shop.payments.act(sessionId, "pay");
    advanceClock(40 * MINUTE);
    await driver.reconcile();
    expect(await state(orderId)).toEqual(["paid", "sold"]);
  });

  test("stays for days while a delayed payment is pending, and follows its outcome", async () => {
    const [good, bad] = [await driver.buy([[tee, 1]]), await driver.buy([[tee, 1]])];
    for (const { sessionId } of [good, bad]) shop.payments.act(sessionId, "pay-later");
    for (const minutes of [40, 24 * 60 + 5]) {
      advanceClock(minutes * MINUTE);
      await driver.reconcile();
      for (const { orderId } of [good, bad]) expect(await state(orderId)).toEqual(["processing", "held"]);
    }
    shop.payments.act(good.sessionId, "settle");
    shop.payments.act(bad.sessionId, "fail-later");
    advanceClock(24 * 60 * MINUTE + MINUTE);
    await driver.reconcile();
    expect(await state(good.orderId)).toEqual(["paid", "sold"]);
    expect(await state(bad.orderId)).toEqual(["failed", "released"]);
  });

  test("stays when Stripe does not answer, is reported, and ends in the next run", async () => {
    const { orderId } = await driver.buy([[tee, 1]]);
    advanceClock(40 * MINUTE);
    shop.payments.connection.cut = "before";
    await expect(driver.reconcile()).rejects.toThrow("could not be reconciled");
    expect(await state(orderId)).toEqual(["unpaid", "held"]);
    shop.payments.connection.cut = "none";
    await driver.reconcile();
    expect(await state(orderId)).toEqual(["expired", "released"]);
  });
});

describe("events that the stream did not publish", () => {
  test("are published after a minute, oldest first, and then never again", async () => {
    const { orderId } = await driver.buy([[tee, 1]]);
    shop.bus.length = 0;
    await driver.reconcile();
    const mine = () => shop.bus.filter(({ detail }) => (detail as { orderId: string }).orderId === orderId);
    expect(mine()).toEqual([]);
    advanceClock(2 * MINUTE);
    await driver.reconcile();
    expect(mine().map(({ source, detailType }) => [source, detailType])).toEqual([
      ["shop.orders", "OrderPlaced"],
    ]);
    await driver.reconcile();
    expect(mine()).toHaveLength(1);
  });

  test("are tried again when the bus did not take them", async () => {
    const { orderId } = await driver.buy([[tee, 1]]);
    advanceClock(2 * MINUTE);
    shop.bus.length = 0;
    shop.faults.bus = () => true;
    await expect(driver.reconcile()).rejects.toThrow("could not be reconciled");
    shop.faults.bus = false;
    await driver.reconcile();
    expect(shop.bus.map(({ detail }) => (detail as { orderId: string }).orderId)).toContain(orderId);
  });

  test("fifty invalid ones do not block a newer one", async () => {
    const { orderId } = await driver.buy([[tee, 1]]);
    const [event] = (await shop.table.partition(`ORDER#${orderId}`)).filter(({ sk }) =>
      String(sk).startsWith("OUTBOX#"),
    );
    const before = new Date(Date.now() - MINUTE).toISOString();
    for (let n = 1; n <= 50; n++) {
      const key = { pk: "ORDER#ord_unreadable", sk: `OUTBOX#${n}` };
      await shop.table.put({ ...event, ...key, dueSk: `${before}#${n}`, event: { type: "Nonsense" } });
    }
    const waiting = () => shop.table.partition("ORDER#ord_unreadable");
    const out = () => shop.bus.map(({ detail }) => (detail as { orderId: string }).orderId);
    advanceClock(2 * MINUTE);
    shop.bus.length = 0;
    await expect(driver.reconcile()).rejects.toThrow("50 holds and events could not be reconciled");
    expect(out()).not.toContain(orderId);
    await expect(driver.reconcile()).rejects.toThrow("could not be reconciled");
    expect(out()).toContain(orderId);
    expect((await waiting()).filter(({ duePk }) => duePk === event?.["duePk"])).toHaveLength(50);
    for (const { pk, sk } of await waiting()) await shop.table.put({ pk, sk });
  });
});
