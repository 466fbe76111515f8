import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { hasEndedEarly, type BooksResult, type Difference } from "../../shared/books.ts";
import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { documentClient } from "../../lambdas/lib/dynamodb.ts";
import { newId } from "../../lambdas/lib/ids.ts";
import { beginTaking } from "../../lambdas/orders/hold-table.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { changedOrderIds, changeKeyAt } from "../../lambdas/books/read-orders.ts";
import { stockKey } from "../../lambdas/products/product-table.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { openBackOffice, type BackOffice } from "../support/back-office.ts";
import { checkInvariants, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { call, CONTEXT, deliver, toBusEvent, type QueueHandler } from "../support/invoke.ts";
import { createSecondSession, createStripeEvent } from "../support/stripe-events.ts";
import { SECRETS } from "../support/secrets.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop, ORIGIN } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let countSales: QueueHandler;
let compare: (dryRun?: boolean) => Promise<BooksResult>;
const tee = testProduct({ stock: 1000 });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ handler: countSales } = await import("../../lambdas/count-sales.ts"));
  const { handler } = await import("../../lambdas/reconcile-books.ts");
  compare = (dryRun = false) => handler({ dryRun }, CONTEXT);
});
beforeEach(async () => {
  await shop.table.clear();
  await stockUp(shop.table, tee);
  // After this time, sessions of earlier tests are older than the compared period.
  advanceClock(200 * 24 * HOUR_MS);
});

afterEach(() => {
  shop.payments.connection.forbiddenPaths = undefined;
  shop.payments.connection.fraudWarnings = [];
});

const readOrder = (orderId: string) => orderOf(shop.table, orderId);
const changeOrder = async (orderId: string, change: Partial<StoredOrder>) =>
  shop.table.put(orderItem({ ...(await readOrder(orderId)), ...change }));
const acknowledge = async (orderId: string) => {
  const { version } = await readOrder(orderId);
  const { status } = await call(office.handler, adminApi.acknowledge, {
    params: { id: orderId },
    body: { version },
  });
  expect(status).toBe(200);
};
const changeStock = async (change: Record<string, unknown>) => {
  const { pk, sk } = stockKey(tee.id);
  const item = (await shop.table.partition(pk)).find((candidate) => candidate["sk"] === sk);
  await shop.table.put({ ...item, ...change });
};
/** Replaces an item by an item whose TTL has passed, which counts as deleted. */
const deleteItem = (pk: string, sk: string) => shop.table.put({ pk, sk, ttl: 1 });
const countSale = async (orderId: string) =>
  deliver(
    countSales,
    (await driver.outbox(orderId))
      .filter(({ type }) => type === "OrderPaid" || type === "OrderRefunded")
      .map(toBusEvent),
  );
/** Buys and pays two tees, and counts the sale. */
async function sell() {
  const purchase = await driver.buyAndPay([[tee, 2]]);
  await countSale(purchase.orderId);
  return purchase;
}
const readEventsOfBooks = async () =>
  (await shop.table.partition("BOOKS")).filter(({ sk }) => String(sk).startsWith("OUTBOX#"));
const kindsOf = (differences: readonly Difference[]) => differences.map(({ kind }) => kind).sort();

describe("webhooks that never came", () => {
  test("are replaced: a payment, a refund and a dispute are applied, and then nothing differs", async () => {
    const [paid, refunded, disputed] = [await driver.openCheckout([[tee, 2]]), await sell(), await sell()];
    shop.payments.act(paid.sessionId, "pay");
    shop.payments.act(refunded.sessionId, "refund");
    shop.payments.act(disputed.sessionId, "dispute");

    // Nothing is repaired in the first ten minutes, because the webhooks may still arrive.
    advanceClock(MINUTE_MS);
    const earlyResult = await compare();
    expect([earlyResult.repairedCount, earlyResult.openCount, earlyResult.counted.sessions]).toEqual([
      0, 0, 3,
    ]);
    // The orders are not compared either.
    expect(earlyResult.counted.orders).toBe(0);

    advanceClock(20 * MINUTE_MS);
    const dryRun = await compare(true);
    expect(kindsOf(dryRun.open)).toEqual([
      "dispute-not-recorded",
      "payment-not-recorded",
      "refund-not-recorded",
    ]);
    expect((await readOrder(paid.orderId)).paymentStatus).toBe("unpaid");

    const result = await compare();
    expect(kindsOf(result.repaired)).toEqual(kindsOf(dryRun.open));
    expect(result.open).toEqual([]);
    expect((await readOrder(paid.orderId)).paymentStatus).toBe("paid");
    expect((await readOrder(refunded.orderId)).paymentStatus).toBe("refunded");
    expect((await readOrder(disputed.orderId)).disputes).toMatchObject([{ status: "open", withdrawn: 50 }]);
    await checkInvariants(shop.table);

    await countSale(paid.orderId);
    await countSale(refunded.orderId);
    advanceClock(6 * HOUR_MS);
    const laterResult = await compare();
    expect([laterResult.repaired, laterResult.open]).toEqual([[], []]);
    expect(laterResult.counted).toEqual({ orders: 3, sessions: 3, refunds: 1, disputes: 1, products: 1 });
  });

  test("are replaced also for a dispute that is opened half a year after the payment", async () => {
    const { orderId, sessionId } = await sell();
    advanceClock(180 * DAY_MS);
    shop.payments.act(sessionId, "dispute");
    advanceClock(HOUR_MS);
    const { repaired, counted } = await compare();
    expect([kindsOf(repaired), counted.orders]).toEqual([["dispute-not-recorded"], 0]);
    expect((await readOrder(orderId)).disputes).toMatchObject([{ status: "open", withdrawn: 50 }]);
  });

  test("are replaced also for a warning of fraud, which an admin's acknowledgement closes for good", async () => {
    const [warned, notified] = [await sell(), await sell()];
    const warnings = await Promise.all(
      [warned, notified].map(async ({ orderId }) => {
        const { payment } = await readOrder(orderId);
        const warning = { id: `issfr_${orderId}`, actionable: true, payment_intent: payment.paymentIntentId };
        const event = createStripeEvent("radar.early_fraud_warning.created", warning);
        return { ...event, created: Math.floor(Date.now() / 1000) };
      }),
    );
    shop.payments.connection.fraudWarnings = warnings;
    await driver.settleEvents(warnings.slice(1));
    await acknowledge(notified.orderId);
    // The webhook may still arrive.
    advanceClock(MINUTE_MS);
    await compare();
    expect((await readOrder(warned.orderId)).paymentStatus).toBe("paid");
    advanceClock(20 * MINUTE_MS);
    await compare(true);
    expect((await readOrder(warned.orderId)).paymentStatus).toBe("paid");
    await compare();
    expect((await readOrder(warned.orderId)).attention).toMatchObject([{ cause: "fraud-warning" }]);
    await acknowledge(warned.orderId);
    await compare();
    for (const { orderId } of [warned, notified])
      expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
  });

  test("are replaced although Stripe's key may not read warnings of fraud", async () => {
    const { orderId, sessionId } = await sell();
    shop.payments.act(sessionId, "refund");
    advanceClock(20 * MINUTE_MS);
    shop.payments.connection.forbiddenPaths = /early_fraud_warning/;
    expect(kindsOf((await compare()).repaired)).toEqual(["refund-not-recorded"]);
    expect((await readOrder(orderId)).paymentStatus).toBe("refunded");
  });

  test("are replaced also for a refund that Stripe cancels because the customer named no bank account in 45 days", async () => {
    const { orderId, sessionId } = await sell();
    shop.payments.act(sessionId, "refund-requires-action");
    advanceClock(HOUR_MS);
    await compare();
    expect((await readOrder(orderId)).refunds).toMatchObject([{ status: "pending" }]);
    advanceClock(45 * DAY_MS);
    shop.payments.act(sessionId, "refund-cancel");
    advanceClock(HOUR_MS);
    expect(kindsOf((await compare()).repaired)).toEqual(["refund-differs"]);
    expect(await readOrder(orderId)).toMatchObject({
      refunds: [{ status: "failed" }],
      attention: [{ cause: "refund-failed" }],
    });
  });
});

describe("pieces", () => {
  test("are freed when their hold item was lost, and a payment page without pieces is closed", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 2]]);
    await deleteItem(`ORDER#${orderId}`, "HOLD");
    const releasedOrder = await driver.openCheckout([[tee, 3]]);
    await changeOrder(releasedOrder.orderId, {
      hold: { ...(await readOrder(releasedOrder.orderId)).hold, state: "released" },
      paymentStatus: "expired",
    });
    await deleteItem(`ORDER#${releasedOrder.orderId}`, "HOLD");
    advanceClock(15 * MINUTE_MS);
    expect(kindsOf((await compare()).repaired)).toEqual(["pieces-held-without-order", "session-open"]);
    advanceClock(40 * MINUTE_MS);
    const { repaired } = await compare();
    expect(repaired).toMatchObject([{ kind: "hold-outlived-session", orderId, stripeId: sessionId }]);
    const stock = (await shop.table.partition(stockKey(tee.id).pk)).find(({ held }) => held !== undefined);
    expect(stock).toMatchObject({ held: 0, available: 1000 });
  });

  test("of a product that is sold shortly before each comparison are compared as soon as all its sales are settled", async () => {
    await sell();
    advanceClock(6 * HOUR_MS);
    await changeStock({ sold: 700 });
    await sell();
    advanceClock(4 * MINUTE_MS);
    const first = await compare();
    // The hold item of the latest sale is still there, so its pieces may not be counted yet.
    expect([first.soldSkipped, kindsOf(first.open)]).toEqual([1, []]);
    await driver.reconcile();
    advanceClock(56 * MINUTE_MS);
    await sell();
    advanceClock(4 * MINUTE_MS);
    await driver.reconcile();
    const second = await compare();
    expect([second.soldSkipped, kindsOf(second.open)]).toEqual([0, ["sold-differs"]]);
  });

  test("of a crashed sale that is completed between the reads of the stock and of the orders are not reported", async () => {
    const { orderId } = await sell();
    await changeStock({ sold: 0, held: 2, [`hold:${orderId}`]: 2 });
    advanceClock(4 * MINUTE_MS);
    documentClient().middlewareStack.add(
      (next) => async (args) => {
        const { ExpressionAttributeValues = {} } = args.input as QueryCommandInput;
        if (!String(ExpressionAttributeValues[":partition"]).startsWith("ORDERS#")) return next(args);
        documentClient().middlewareStack.remove("completeSale");
        await driver.reconcile();
        return next(args);
      },
      { step: "initialize", name: "completeSale" },
    );
    const first = await compare();
    expect([first.soldSkipped, kindsOf(first.open)]).toEqual([1, []]);
    advanceClock(HOUR_MS);
    const second = await compare();
    expect([second.soldSkipped, kindsOf(second.open)]).toEqual([0, []]);
  });

  test("that were retaken under a key without a hold item are reported; those under a key with a hold item are not", async () => {
    const { orderId } = await sell();
    const [key, ownedKey] = [newId("hld", Date.now()), newId("hld", Date.now())];
    advanceClock(6 * HOUR_MS);
    await driver.reconcile();
    await changeStock({ available: 993, held: 5, [`hold:${key}`]: 3, [`hold:${ownedKey}`]: 2 });
    await beginTaking(orderId, [{ productId: tee.id, quantity: 2 }], ownedKey, new Date());
    const reportedDifferences = [{ kind: "pieces-held-without-order", orderId: key, shop: 3, other: 0 }];
    const { open } = await compare();
    expect(open).toMatchObject(reportedDifferences);
    expect(open).toHaveLength(1);
    advanceClock(HOUR_MS);
    expect((await compare()).open).toMatchObject(reportedDifferences);
    await changeStock({ available: 996, held: 2, [`hold:${key}`]: undefined });
    expect((await compare()).open).toEqual([]);
  });

  test("that are being retaken now are not reported", async () => {
    await sell();
    advanceClock(6 * HOUR_MS);
    await driver.reconcile();
    await changeStock({ available: 995, held: 3, [`hold:${newId("hld", Date.now())}`]: 3 });
    expect((await compare()).open).toEqual([]);
  });

  test("whose counts were changed by hand are reported", async () => {
    await sell();
    advanceClock(6 * HOUR_MS);
    await driver.reconcile();
    expect((await compare()).openCount).toBe(0);
    await changeStock({ held: 4, sold: 7 });
    expect((await compare()).open).toMatchObject([
      { kind: "held-differs", productId: tee.id, shop: 4, other: 0 },
      { kind: "sold-differs", productId: tee.id, shop: 7, other: 2 },
    ]);
  });
});

describe("differences that nobody can repair safely", () => {
  test("are reported in an event and by an alarm, once, and listed until they are gone", async () => {
    const [first, second, third] = [await sell(), await sell(), await driver.openCheckout([[tee, 1]])];
    await driver.pay(third.sessionId);
    const order = await readOrder(first.orderId);
    await changeOrder(first.orderId, { financialInfo: { ...order.financialInfo, subtotal: 40, total: 40 } });
    const { payment } = await readOrder(second.orderId);
    const refund = {
      ...{ amount: 10, reason: "Late", at: new Date().toISOString(), status: "succeeded" as const },
      paymentIntentId: payment.paymentIntentId ?? "",
    };
    await changeOrder(second.orderId, {
      payment: { ...payment, paidSessionId: "cs_unknown" },
      refunds: [
        { ...refund, refundId: "rfd_1", stripeRefundId: "re_unknown" },
        { ...refund, refundId: "rfd_2", status: "requested" },
      ],
      disputes: [
        {
          ...{ disputeId: "dp_unknown", status: "open", amount: 50, withdrawn: 50, reason: "fraudulent" },
          ...{ at: refund.at, paymentIntentId: refund.paymentIntentId, toldAt: 1, moves: 1 },
        },
      ],
      orderStatus: 3,
    });
    advanceClock(6 * HOUR_MS);
    const listAlarms = () =>
      shop.logs.filter(
        (line) => line.includes("The books differ") && /"alarm": ?"needs-attention"/.test(line),
      );
    const before = listAlarms().length;
    const { open } = await compare();
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
    expect(open.find(({ kind }) => kind === "payment-differs")).toMatchObject({ shop: 40, other: 50 });
    expect(listAlarms()).toHaveLength(before + 8);
    expect(await readEventsOfBooks()).toMatchObject([{ event: { type: "DifferencesFound", openCount: 8 } }]);
    advanceClock(HOUR_MS);
    expect((await compare()).openCount).toBe(8);
    expect(await readEventsOfBooks()).toHaveLength(1);
    expect(listAlarms()).toHaveLength(before + 8);
  });

  test("include a paid session whose order is gone, and a day's wrong figures", async () => {
    const { orderId } = await sell();
    const { orderId: missingOrderId } = await sell();
    // The figures of yesterday are compared. A day later, the sales are from yesterday at any hour of the test.
    advanceClock(24 * HOUR_MS);
    await driver.reconcile();
    const [figures] = (await shop.table.items()).filter(
      ({ pk, orders }) => String(pk).startsWith("SALES#") && orders !== undefined,
    );
    await shop.table.put({ ...figures, paid: 1 });
    await deleteItem(`ORDER#${missingOrderId}`, "ORDER");
    const { open } = await compare();
    expect(kindsOf(open)).toEqual(["day-differs", "payment-without-order", "sold-differs"]);
    expect(open.every((difference) => difference.orderId !== orderId)).toBe(true);
  });

  test("do not include a paid session whose order id cannot be one of this shop", async () => {
    const { id } = await createSecondSession(shop.payments, "ord_4711");
    shop.payments.act(id, "pay");
    advanceClock(HOUR_MS);
    const { counted, open } = await compare();
    expect([counted.sessions, open]).toEqual([0, []]);
  });
});

describe("a refund that Stripe made long before the shop recorded it", () => {
  test("is found by its id when Stripe's list no longer contains it", async () => {
    const { orderId, sessionId } = await sell();
    shop.payments.act(sessionId, "refund");
    advanceClock(20 * DAY_MS);
    expect(kindsOf((await compare()).repaired)).toEqual(["refund-not-recorded"]);
    await countSale(orderId);
    advanceClock(16 * DAY_MS);
    await changeOrder(orderId, { updatedAt: new Date().toISOString() });
    advanceClock(HOUR_MS);
    expect((await compare()).open).toEqual([]);
  });
});

describe("an order that cannot be read", () => {
  test("is reported as unreadable, without differences about its payment or the sold pieces", async () => {
    const [{ orderId }] = [await sell(), await sell()];
    const storedOrder = await readOrder(orderId);
    await changeOrder(orderId, { history: "none" as never });
    await changeStock({ sold: 700 });
    advanceClock(6 * HOUR_MS);
    const { open, soldComparedAt } = await compare();
    expect(open).toEqual([{ kind: "order-unreadable", orderId }]);
    expect(soldComparedAt).toBeUndefined();
    const [{ event }] = (await readEventsOfBooks()) as [{ event: unknown }];
    expect(event).toMatchObject({ openCount: 1, differences: [], unreadableOrders: [orderId] });
    await shop.table.put(orderItem(storedOrder));
    advanceClock(25 * HOUR_MS);
    await driver.reconcile();
    expect(kindsOf((await compare()).open)).toEqual(["sold-differs"]);
  });
});

describe("open differences", () => {
  test("stay listed until they are gone, even if the order is older than the compared period", async () => {
    const { orderId } = await sell();
    const { financialInfo } = await readOrder(orderId);
    const changeTotal = (total: number) =>
      changeOrder(orderId, { financialInfo: { ...financialInfo, subtotal: total, total } });
    await changeTotal(40);
    advanceClock(6 * HOUR_MS);
    await compare();
    advanceClock(DAY_MS);
    await compare();
    advanceClock(4 * DAY_MS);
    expect(kindsOf((await compare()).open)).toEqual(["payment-differs", "sale-differs"]);
    expect(await readEventsOfBooks()).toHaveLength(1);
    await changeTotal(50);
    expect((await compare()).open).toEqual([]);
  });

  test("are all logged and published, even those that a result does not list; a later comparison adds its own differences", async () => {
    const indexes = Array.from({ length: 53 }, (_, i) => i);
    const openDifferences = indexes.map((i) => ({ kind: "held-differs" as const, productId: `prd_${i}` }));
    const countLoggedDifferences = () => shop.logs.filter((line) => line.includes("The books differ")).length;
    const { storeResult } = await import("../../lambdas/books/store-result.ts");
    const { openCount: _, open: __, ...result } = await compare();
    const before = countLoggedDifferences();
    const storeDifferences = (found: Difference[]) =>
      storeResult({ result, open: found, openBefore: [], progress: undefined }, new Date());
    const results = await Promise.all([
      storeDifferences(openDifferences),
      storeDifferences([{ kind: "held-differs", productId: "other" }]),
    ]);
    expect(results.map(({ openCount }) => openCount)).toContain(54);
    expect(await compare().then(({ openCount }) => openCount)).toBe(0);
    const events = await readEventsOfBooks();
    expect(events.flatMap(({ event }) => (event as { differences: unknown[] }).differences)).toHaveLength(54);
    expect(events.map(({ event }) => (event as { sequence: number }).sequence)).toEqual([1, 2, 3]);
    expect(countLoggedDifferences()).toBeGreaterThanOrEqual(before + 54);
  });
});

test("a comparison that runs out of time keeps the open differences, and the next comparison continues", async () => {
  const { compareBooks } = await import("../../lambdas/books/compare-books.ts");
  const { getStripeClient } = await import("../../lambdas/lib/stripe.ts");
  const client = await getStripeClient("stripe", shop.payments.url);
  const compareShortly = () =>
    compareBooks({ client, origin: ORIGIN, now: new Date(), maxMs: -1, isDryRun: false });
  const { orderId } = await sell();
  await changeOrder(orderId, {
    payment: { ...(await readOrder(orderId)).payment, paidSessionId: "cs_none" },
  });
  advanceClock(6 * HOUR_MS);
  const { until, open } = await compare();
  advanceClock(HOUR_MS);
  const shortRuns: BooksResult[] = [];
  for (let i = 0; i < 10; i++) shortRuns.push(await compareShortly());
  expect(shortRuns[0]).toMatchObject({ until, open });
  expect(hasEndedEarly(shortRuns[0] as BooksResult)).toBe(true);
  expect(new Set(shortRuns.slice(0, 8).map(({ since }) => since)).size).toBe(1);
  expect(shortRuns.some((result) => !hasEndedEarly(result))).toBe(true);
  expect(shortRuns.at(-1)?.open).toEqual(open);
});

test("a request that Stripe's rate limit refuses is repeated, and does not end the comparison", async () => {
  await sell();
  const { connection, faults, requests } = shop.payments;
  const countListings = () =>
    requests.filter((request) => request.startsWith("GET /v1/checkout/sessions?")).length;
  const listingsBefore = countListings();
  connection.onRequest = () =>
    faults.set({ stripe: countListings() === listingsBefore + 1 ? "rate-limited" : "normal" });
  const result = await compare();
  connection.onRequest = () => {};
  faults.set({ stripe: "normal" });
  expect(countListings()).toBeGreaterThan(listingsBefore + 1);
  expect([hasEndedEarly(result), result.open]).toEqual([false, []]);
});

test("an order that changes while the orders are read is read once, even if the month ends during the read", async () => {
  const now = new Date();
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 20);
  advanceClock(nextMonth - 26 * HOUR_MS - +now);
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

test("the sold pieces of any number of products can be stored and read", async () => {
  const { putSoldSum, readSoldSum } = await import("../../lambdas/books/sold-table.ts");
  const pieces = Object.fromEntries(
    Array.from({ length: 2500 }, (_, i) => [`prd_${i}#${"x".repeat(160)}`, i]),
  );
  const soldSum = { startedAt: new Date().toISOString(), pieces, isDone: true, hasUnreadable: false };
  await putSoldSum(soldSum, "1", new Date());
  expect(await readSoldSum()).toEqual(soldSum);
});

describe("Stripe's key", () => {
  const listAlarms = () => shop.logs.filter((line) => /"alarm": ?"secret"/.test(line));
  beforeEach(() => void shop.logs.splice(0));
  afterEach(() => {
    shop.secrets.current = SECRETS;
    advanceClock(6 * MINUTE_MS);
    shop.payments.faults.set({ stripe: "normal" });
    shop.payments.connection.forbiddenPaths = undefined;
  });

  test("raises an alarm when it was revoked, even if there are no checkouts, because each comparison uses it and then fails", async () => {
    await compare();
    expect(listAlarms()).toEqual([]);
    shop.secrets.current = { ...SECRETS, stripe: "revoked" };
    // Functions cache a secret for five minutes.
    advanceClock(6 * MINUTE_MS);
    await expect(compare()).rejects.toThrow();
    expect(listAlarms()).toEqual([expect.stringContaining("Stripe refuses the shop's key")]);
  });

  test("raises an alarm with the name of the permission that the key lacks for a setting of the stage", async () => {
    shop.payments.connection.forbiddenPaths = /^\/v1\/promotion_codes/;
    await compare();
    expect(listAlarms()).toEqual([expect.stringMatching(/lacks permissions.*Promotion Codes: Write/s)]);
    expect(listAlarms()[0]).not.toContain("Coupons");
  });

  test("raises no alarm while Stripe is down", async () => {
    shop.payments.faults.set({ stripe: "down" });
    await compare().catch(() => undefined);
    expect(listAlarms()).toEqual([]);
  });
});
