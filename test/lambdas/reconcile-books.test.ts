import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDays, dayOf } from "../../shared/analytics.ts";
import { hasEndedEarly, type BooksResult, type Difference } from "../../shared/books.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import { applyFraudWarnings } from "../../lambdas/books/apply-fraud-warnings.ts";
import { changedOrderIds, changeKeyAt } from "../../lambdas/books/read-orders.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { kindsOf, openBooksShop } from "../support/books-shop.ts";
import { openBackOffice } from "../support/back-office.ts";
import { checkInvariants } from "../support/invariants.ts";
import { call } from "../support/invoke.ts";
import { createSecondSession, createStripeEvent } from "../support/stripe-events.ts";
import { SECRETS } from "../support/secrets.ts";
import { advanceClock, ORIGIN } from "../support/shop.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** After this time, no message about a sale or refund can still be in a queue, so all differences are reported. */
const AFTER_QUEUES_MS = 9 * HOUR_MS;
const books = await openBooksShop();
const { shop, driver, tee, reconcileBooks, readOrder, changeOrder, changeStock, deleteItem } = books;
const { sell, countSale } = books;
const office = await openBackOffice(shop);
afterEach(() => {
  shop.payments.connection.forbiddenPaths = undefined;
  shop.payments.connection.fraudWarnings = [];
});

const acknowledge = async (orderId: string) => {
  const { version } = await readOrder(orderId);
  const { status } = await call(office.handler, adminApi.acknowledge, {
    params: { id: orderId },
    body: { version },
  });
  expect(status).toBe(200);
};
/** For each sale, Stripe's event about an early fraud warning. */
const createFraudWarnings = (sales: readonly { orderId: string }[]) =>
  Promise.all(
    sales.map(async ({ orderId }) => {
      const { payment } = await readOrder(orderId);
      const warning = { id: `issfr_${orderId}`, actionable: true, payment_intent: payment.paymentIntentId };
      const event = createStripeEvent("radar.early_fraud_warning.created", warning);
      return { ...event, created: Math.floor(Date.now() / 1000) };
    }),
  );
/** The events about the books that the shop has stored, oldest first. */
const readBooksEvents = async () =>
  (await shop.table.partition("BOOKS"))
    .filter(({ sk }) => String(sk).startsWith("OUTBOX#"))
    .map(({ event }) => event as { type: string; sequence: number; differences: Difference[] });

describe("changes at Stripe whose webhooks never came", () => {
  test("are applied after ten minutes: a payment, a refund and a dispute; then nothing differs", async () => {
    const paidCheckout = await driver.openCheckout([[tee, 2]]);
    const [refundedSale, disputedSale] = [await sell(), await sell()];
    shop.payments.act(paidCheckout.sessionId, "pay");
    shop.payments.act(refundedSale.sessionId, "refund");
    shop.payments.act(disputedSale.sessionId, "dispute");

    // Nothing is repaired in the first ten minutes, because the webhooks may still arrive.
    advanceClock(MINUTE_MS);
    const earlyResult = await reconcileBooks();
    expect(earlyResult).toMatchObject({
      repairedCount: 0,
      openCount: 0,
      counted: { sessions: 3, orders: 0 },
    });

    advanceClock(20 * MINUTE_MS);
    const dryRunResult = await reconcileBooks({ dryRun: true });
    expect(kindsOf(dryRunResult.open)).toEqual([
      "dispute-not-recorded",
      "payment-not-recorded",
      "refund-not-recorded",
    ]);
    expect((await readOrder(paidCheckout.orderId)).paymentStatus).toBe("unpaid");

    const result = await reconcileBooks();
    expect(kindsOf(result.repaired)).toEqual(kindsOf(dryRunResult.open));
    expect(result.open).toEqual([]);
    expect((await readOrder(paidCheckout.orderId)).paymentStatus).toBe("paid");
    expect((await readOrder(refundedSale.orderId)).paymentStatus).toBe("refunded");
    expect((await readOrder(disputedSale.orderId)).disputes).toMatchObject([
      { status: "open", withdrawn: 50 },
    ]);
    await checkInvariants(shop.table);

    await countSale(paidCheckout.orderId);
    await countSale(refundedSale.orderId);
    advanceClock(AFTER_QUEUES_MS);
    const laterResult = await reconcileBooks();
    expect([laterResult.repaired, laterResult.open]).toEqual([[], []]);
    expect(laterResult.counted).toEqual({ orders: 3, sessions: 3, refunds: 1, disputes: 1, products: 1 });
  });

  test("are applied if a dispute was opened half a year after the payment", async () => {
    const { orderId, sessionId } = await sell();
    advanceClock(180 * DAY_MS);
    shop.payments.act(sessionId, "dispute");
    advanceClock(HOUR_MS);
    const { repaired, counted } = await reconcileBooks();
    expect([kindsOf(repaired), counted.orders]).toEqual([["dispute-not-recorded"], 0]);
    expect((await readOrder(orderId)).disputes).toMatchObject([{ status: "open", withdrawn: 50 }]);
  });

  test("are applied if they are early fraud warnings, and an admin's acknowledgement closes a warning for good", async () => {
    const [saleWithoutWebhook, saleWithWebhook] = [await sell(), await sell()];
    const warnings = await createFraudWarnings([saleWithoutWebhook, saleWithWebhook]);
    shop.payments.connection.fraudWarnings = warnings;
    await driver.settleAndListFailures(warnings.slice(1));
    await acknowledge(saleWithWebhook.orderId);
    // The webhook may still arrive.
    advanceClock(MINUTE_MS);
    await reconcileBooks();
    expect((await readOrder(saleWithoutWebhook.orderId)).paymentStatus).toBe("paid");
    advanceClock(20 * MINUTE_MS);
    await reconcileBooks({ dryRun: true });
    expect((await readOrder(saleWithoutWebhook.orderId)).paymentStatus).toBe("paid");
    await reconcileBooks();
    expect((await readOrder(saleWithoutWebhook.orderId)).attention).toMatchObject([
      { cause: "fraud-warning" },
    ]);
    await acknowledge(saleWithoutWebhook.orderId);
    await reconcileBooks();
    for (const { orderId } of [saleWithoutWebhook, saleWithWebhook])
      expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
  });

  test("that are early fraud warnings set the order's time of change to that of the write, not to the run's start", async () => {
    const sale = await sell();
    shop.payments.connection.fraudWarnings = await createFraudWarnings([sale]);
    advanceClock(20 * MINUTE_MS);
    const runStart = new Date();
    // A comparison takes up to seven minutes. Meanwhile an admin changes the order.
    advanceClock(5 * MINUTE_MS);
    await changeOrder(sale.orderId, { updatedAt: new Date().toISOString() });
    const { updatedAt } = await readOrder(sale.orderId);
    const client = shop.payments.sdk;
    await applyFraudWarnings({ client, since: new Date(+runStart - DAY_MS), now: runStart });
    const warnedOrder = await readOrder(sale.orderId);
    expect(warnedOrder.attention).toMatchObject([{ cause: "fraud-warning" }]);
    // The back office reads the orders that have changed since the last change that it knows.
    expect(warnedOrder.updatedAt >= updatedAt).toBe(true);
  });

  test("are applied even if the shop's Stripe key may not read early fraud warnings", async () => {
    const { orderId, sessionId } = await sell();
    shop.payments.act(sessionId, "refund");
    advanceClock(20 * MINUTE_MS);
    shop.payments.connection.forbiddenPaths = /early_fraud_warning/;
    expect(kindsOf((await reconcileBooks()).repaired)).toEqual(["refund-not-recorded"]);
    expect((await readOrder(orderId)).paymentStatus).toBe("refunded");
  });

  test("are applied to the other orders if an order with an early fraud warning cannot be read", async () => {
    const [brokenSale, sale] = [await sell(), await sell()];
    shop.payments.connection.fraudWarnings = await createFraudWarnings([brokenSale, sale]);
    await changeOrder(brokenSale.orderId, { history: "none" as never });
    advanceClock(20 * MINUTE_MS);
    const result = await reconcileBooks();
    expect(result.open).toEqual([{ kind: "order-unreadable", orderId: brokenSale.orderId }]);
    expect((await readOrder(sale.orderId)).attention).toMatchObject([{ cause: "fraud-warning" }]);
  });

  test("are applied if Stripe cancelled a refund because the customer named no bank account in 45 days", async () => {
    const { orderId, sessionId } = await sell();
    shop.payments.act(sessionId, "refund-requires-action");
    advanceClock(HOUR_MS);
    await reconcileBooks();
    expect((await readOrder(orderId)).refunds).toMatchObject([{ status: "pending" }]);
    advanceClock(45 * DAY_MS);
    shop.payments.act(sessionId, "refund-cancel");
    advanceClock(HOUR_MS);
    expect(kindsOf((await reconcileBooks()).repaired)).toEqual(["refund-differs"]);
    expect(await readOrder(orderId)).toMatchObject({
      refunds: [{ status: "failed" }],
      attention: [{ cause: "refund-failed" }],
    });
  });

  test("are applied if a dispute was decided after an appeal, half a year after it was opened", async () => {
    const { orderId, sessionId } = await sell();
    shop.payments.act(sessionId, "dispute");
    advanceClock(HOUR_MS);
    await reconcileBooks();
    advanceClock(180 * DAY_MS);
    shop.payments.act(sessionId, "dispute-lose");
    advanceClock(HOUR_MS);
    expect(kindsOf((await reconcileBooks()).repaired)).toEqual(["dispute-not-recorded"]);
    expect((await readOrder(orderId)).disputes).toMatchObject([{ status: "lost", withdrawn: 50 }]);
  });
});

describe("differences that the shop does not repair", () => {
  test("cause one event together and one alarm each, and no more when the next comparison finds them again", async () => {
    const [sale, saleWithUnknownIds, uncountedSale] = [
      await sell(),
      await sell(),
      await driver.buyAndPay([[tee, 1]]),
    ];
    const { financialInfo } = await readOrder(sale.orderId);
    await changeOrder(sale.orderId, { financialInfo: { ...financialInfo, subtotal: 40, total: 40 } });
    const { payment } = await readOrder(saleWithUnknownIds.orderId);
    const refund = {
      amount: 10,
      reason: "Late",
      at: new Date().toISOString(),
      status: "succeeded" as const,
      paymentIntentId: payment.paymentIntentId ?? "",
    };
    await changeOrder(saleWithUnknownIds.orderId, {
      payment: { ...payment, paidSessionId: "cs_unknown" },
      refunds: [
        { ...refund, refundId: "rfd_1", stripeRefundId: "re_unknown" },
        { ...refund, refundId: "rfd_2", status: "requested" },
      ],
      disputes: [
        {
          disputeId: "dp_unknown",
          status: "open",
          amount: 50,
          withdrawn: 50,
          reason: "fraudulent",
          at: refund.at,
          paymentIntentId: refund.paymentIntentId,
          toldAt: 1,
          moves: 1,
        },
      ],
      orderStatus: ORDER_STATUS.cancelled,
    });
    advanceClock(AFTER_QUEUES_MS);
    const listAlarms = () =>
      shop.logs.filter(
        (line) => line.includes("The books differ") && /"alarm": ?"needs-attention"/.test(line),
      );
    const alarmsBefore = listAlarms().length;
    const { open } = await reconcileBooks();
    expect(kindsOf(open)).toEqual([
      "dispute-unknown-at-stripe",
      "payment-differs",
      "payment-unknown-at-stripe",
      "refund-not-made",
      "refund-unknown-at-stripe",
      "sale-differs",
      "sale-differs",
      "sale-not-counted",
    ]);
    expect(open).toContainEqual(
      expect.objectContaining({ kind: "payment-differs", orderId: sale.orderId, shop: 40, other: 50 }),
    );
    expect(open).toContainEqual(
      expect.objectContaining({ kind: "sale-not-counted", orderId: uncountedSale.orderId }),
    );
    expect(listAlarms()).toHaveLength(alarmsBefore + 8);
    expect(await readBooksEvents()).toMatchObject([{ type: "DifferencesFound", openCount: 8 }]);
    advanceClock(HOUR_MS);
    expect((await reconcileBooks()).openCount).toBe(8);
    expect(await readBooksEvents()).toHaveLength(1);
    expect(listAlarms()).toHaveLength(alarmsBefore + 8);
  });

  test("include a paid session whose order was deleted, and wrong figures of a day", async () => {
    const { orderId } = await sell();
    const { orderId: missingOrderId } = await sell();
    // Only yesterday's figures are compared. After 24 hours the sales are yesterday's, whatever the time of day is.
    advanceClock(24 * HOUR_MS);
    await driver.reconcileCheckouts();
    const [figures] = (await shop.table.items()).filter(
      ({ pk, orders }) => String(pk).startsWith("SALES#") && orders !== undefined,
    );
    await shop.table.put({ ...figures, paid: 1 });
    await deleteItem(`ORDER#${missingOrderId}`, "ORDER");
    const { open } = await reconcileBooks();
    expect(kindsOf(open)).toEqual(["day-differs", "payment-without-order", "sold-differs"]);
    expect(open.every((difference) => difference.orderId !== orderId)).toBe(true);
    // Analytics shows 180 days at most, today included.
    const day = open.find(({ kind }) => kind === "day-differs")?.day ?? "";
    const waitForDay = (endDay: string) => {
      while (dayOf(new Date(), timeZone) < endDay) advanceClock(HOUR_MS);
    };
    waitForDay(addDays(day, 179));
    expect(kindsOf((await reconcileBooks()).open)).toContain("day-differs");
    waitForDay(addDays(day, 180));
    expect(kindsOf((await reconcileBooks()).open)).not.toContain("day-differs");
  });

  test("do not include a paid session whose order id cannot be one of this shop", async () => {
    const { id } = await createSecondSession(shop.payments, "ord_4711");
    shop.payments.act(id, "pay");
    advanceClock(HOUR_MS);
    const { counted, open } = await reconcileBooks();
    expect([counted.sessions, open]).toEqual([0, []]);
  });
});

describe("a refund that Stripe made long before the shop recorded it", () => {
  test("is found by its id when the list of Stripe's recent refunds no longer contains it", async () => {
    const { orderId, sessionId } = await sell();
    shop.payments.act(sessionId, "refund");
    advanceClock(20 * DAY_MS);
    expect(kindsOf((await reconcileBooks()).repaired)).toEqual(["refund-not-recorded"]);
    await countSale(orderId);
    advanceClock(16 * DAY_MS);
    await changeOrder(orderId, { updatedAt: new Date().toISOString() });
    advanceClock(HOUR_MS);
    expect((await reconcileBooks()).open).toEqual([]);
  });
});

describe("an order that cannot be read", () => {
  test("is reported as unreadable, and its payment and the sold pieces are not compared", async () => {
    const [{ orderId }] = [await sell(), await sell()];
    const storedOrder = await readOrder(orderId);
    await changeOrder(orderId, { history: "none" as never });
    await changeStock({ sold: 700 });
    advanceClock(AFTER_QUEUES_MS);
    const { open, soldComparedAt } = await reconcileBooks();
    expect(open).toEqual([{ kind: "order-unreadable", orderId }]);
    expect(soldComparedAt).toBeUndefined();
    expect(await readBooksEvents()).toMatchObject([
      { openCount: 1, differences: [], unreadableOrders: [orderId] },
    ]);
    await shop.table.put(orderItem(storedOrder));
    advanceClock(25 * HOUR_MS);
    await driver.reconcileCheckouts();
    expect(kindsOf((await reconcileBooks()).open)).toEqual(["sold-differs"]);
  });
});

describe("open differences", () => {
  test("stay listed until they are gone, even if the order is older than the compared period", async () => {
    const { orderId } = await sell();
    const { financialInfo } = await readOrder(orderId);
    const changeTotal = (total: number) =>
      changeOrder(orderId, { financialInfo: { ...financialInfo, subtotal: total, total } });
    await changeTotal(40);
    advanceClock(AFTER_QUEUES_MS);
    await reconcileBooks();
    advanceClock(DAY_MS);
    await reconcileBooks();
    advanceClock(4 * DAY_MS);
    expect(kindsOf((await reconcileBooks()).open)).toEqual(["payment-differs", "sale-differs"]);
    expect(await readBooksEvents()).toHaveLength(1);
    await changeTotal(50);
    expect((await reconcileBooks()).open).toEqual([]);
  });

  test("are all logged and published, also those beyond the 50 that a result lists, and if two results are stored at the same time", async () => {
    const openDifferences = Array.from({ length: 53 }, (_, i) => ({
      kind: "held-differs" as const,
      productId: `prd_${i}`,
    }));
    const countLoggedDifferences = () => shop.logs.filter((line) => line.includes("The books differ")).length;
    const { storeResult } = await import("../../lambdas/books/store-result.ts");
    const { openCount: _, open: __, ...result } = await reconcileBooks();
    const countBefore = countLoggedDifferences();
    const storeDifferences = (found: Difference[]) =>
      storeResult({ result, open: found, openBefore: [], progress: undefined }, new Date());
    const results = await Promise.all([
      storeDifferences(openDifferences),
      storeDifferences([{ kind: "held-differs", productId: "other" }]),
    ]);
    expect(results.map(({ openCount }) => openCount)).toContain(54);
    expect((await reconcileBooks()).openCount).toBe(0);
    const events = await readBooksEvents();
    expect(events.flatMap(({ differences }) => differences)).toHaveLength(54);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(countLoggedDifferences()).toBeGreaterThanOrEqual(countBefore + 54);
  });
});

test("a comparison that runs out of time keeps the open differences, and the next comparison continues", async () => {
  const { compareBooks } = await import("../../lambdas/books/compare-books.ts");
  const { getStripeClient } = await import("../../lambdas/lib/stripe.ts");
  const client = await getStripeClient("stripe", shop.payments.url);
  /** Compares only one part of the books, because its time is already over. */
  const compareWithoutTime = () =>
    compareBooks({ client, origin: ORIGIN, now: new Date(), maxMs: -1, isDryRun: false });
  const { orderId } = await sell();
  await changeOrder(orderId, {
    payment: { ...(await readOrder(orderId)).payment, paidSessionId: "cs_none" },
  });
  advanceClock(AFTER_QUEUES_MS);
  const { until, open } = await reconcileBooks();
  advanceClock(HOUR_MS);
  const results: BooksResult[] = [];
  for (let i = 0; i < 10; i++) results.push(await compareWithoutTime());
  expect(results[0]).toMatchObject({ until, open });
  expect(hasEndedEarly(results[0] as BooksResult)).toBe(true);
  expect(new Set(results.slice(0, 8).map(({ since }) => since)).size).toBe(1);
  expect(results.some((result) => !hasEndedEarly(result))).toBe(true);
  expect(results.at(-1)?.open).toEqual(open);
});

test("a request that Stripe's rate limit refuses is repeated, and does not end the comparison", async () => {
  await sell();
  const { connection, faults, requests } = shop.payments;
  const countListings = () =>
    requests.filter((request) => request.startsWith("GET /v1/checkout/sessions?")).length;
  const listingsBefore = countListings();
  connection.onRequest = () =>
    faults.set({ stripe: countListings() === listingsBefore + 1 ? "rate-limited" : "normal" });
  const result = await reconcileBooks();
  connection.onRequest = () => {};
  faults.set({ stripe: "normal" });
  expect(countListings()).toBeGreaterThan(listingsBefore + 1);
  expect([hasEndedEarly(result), result.open]).toEqual([false, []]);
});

test("an order that changes while the orders are read is read once, even if it was sold in the previous month", async () => {
  const now = new Date();
  const firstOfNextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 20);
  advanceClock(firstOfNextMonth - 26 * HOUR_MS - +now);
  const { orderId } = await sell();
  const since = new Date();
  advanceClock(26 * HOUR_MS);
  const ids: string[] = [];
  for await (const page of changedOrderIds(changeKeyAt(new Date(+since - HOUR_MS)), new Date())) {
    ids.push(...page.ids);
    await changeOrder(orderId, { updatedAt: new Date().toISOString() });
  }
  expect(ids).toEqual([orderId]);
});

describe("Stripe's key", () => {
  const listAlarms = () => shop.logs.filter((line) => /"alarm": ?"secret"/.test(line));
  beforeEach(() => void (shop.logs.length = 0));
  afterEach(() => {
    shop.secrets.current = SECRETS;
    advanceClock(6 * MINUTE_MS);
    shop.payments.faults.set({ stripe: "normal" });
    shop.payments.connection.forbiddenPaths = undefined;
  });

  test("raises an alarm when it was revoked, even if there are no checkouts, because each comparison of the books uses it", async () => {
    await reconcileBooks();
    expect(listAlarms()).toEqual([]);
    shop.secrets.current = { ...SECRETS, stripe: "revoked" };
    // Functions cache a secret for five minutes.
    advanceClock(6 * MINUTE_MS);
    await expect(reconcileBooks()).rejects.toThrow();
    expect(listAlarms()).toEqual([expect.stringContaining("Stripe refuses the shop's key")]);
  });

  test("raises an alarm that names the permission that the key lacks, if a feature of the stage needs this permission", async () => {
    shop.payments.connection.forbiddenPaths = /^\/v1\/promotion_codes/;
    await reconcileBooks();
    expect(listAlarms()).toEqual([expect.stringMatching(/lacks permissions.*Promotion Codes: Write/s)]);
    expect(listAlarms()[0]).not.toContain("Coupons");
  });

  test("raises no alarm while Stripe is down", async () => {
    shop.payments.faults.set({ stripe: "down" });
    await reconcileBooks().catch(() => undefined);
    expect(listAlarms()).toEqual([]);
  });
});
