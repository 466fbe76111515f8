import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { FULFILMENT_EVENTS } from "../../shared/consumers.ts";
import type { ShopEvent } from "../../shared/events.ts";
import type { FulfilmentEvent } from "../../lambdas/fulfilment/fulfilment-file.ts";
import { fulfilmentFile } from "../../lambdas/fulfilment/fulfilment-file.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { checkInvariants, eventsOf, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";
import { createSecondSession, createStripeEvent, stripeEvents } from "../support/stripe-events.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
const tee = testProduct({ stock: 1000 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  await stockUp(shop.table, tee);
});
afterEach(() => checkInvariants(shop.table));

const readOrder = (orderId: string) => orderOf(shop.table, orderId);
const { act } = stripeEvents(() => shop.payments);
const buyAndPay = () => driver.buyAndPay([[tee, 1]]);
const readStoredOrder = async (orderId: string) =>
  (await shop.table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");

const isFulfilmentEvent = (event: ShopEvent): event is FulfilmentEvent =>
  FULFILMENT_EVENTS.some((type) => type === event.type);

describe("a fulfilment hold", () => {
  /** The reasons not to send the items, as the order's events have published them so far; undefined: the items may be sent. */
  const publishedHolds = async (orderId: string) =>
    (await eventsOf(shop.table, orderId)).flatMap((event) =>
      event.type === "FulfilmentHoldChanged" ? [event.doNotSend] : [],
    );

  test("begins with a dispute, and ends when the dispute is won", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    expect(await publishedHolds(orderId)).toEqual(["disputed"]);
    await driver.settleAndListFailures(await act(sessionId, "dispute-win"));
    expect(await publishedHolds(orderId)).toEqual(["disputed", undefined]);
  });

  const sendFraudWarning = async (sessionId: string) =>
    driver.settleAndListFailures(await act(sessionId, "fraud-warning"));
  const acknowledge = async (orderId: string) => {
    const { version } = await readOrder(orderId);
    await call(office.handler, adminApi.acknowledge, { params: { id: orderId }, body: { version } });
  };

  test("stays after a lost dispute, also when the loss is acknowledged, and ends if the dispute is won after all", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    await driver.settleAndListFailures(await act(sessionId, "dispute-lose"));
    await acknowledge(orderId);
    expect(await publishedHolds(orderId)).toEqual(["disputed", "dispute-lost"]);
    await driver.settleAndListFailures(await act(sessionId, "dispute-win"));
    expect(await publishedHolds(orderId)).toEqual(["disputed", "dispute-lost", undefined]);
  });

  test("after the acknowledged loss of a part begins again with a refund of the rest, and ends only if the refund fails", async () => {
    const { orderId, sessionId } = await buyAndPay();
    for (const action of ["dispute-part", "dispute-lose"] as const)
      await driver.settleAndListFailures(await act(sessionId, action));
    await acknowledge(orderId);
    expect(await publishedHolds(orderId)).toEqual(["disputed", "dispute-lost", undefined]);
    const refundId = `rfd_${orderId}`;
    await office.refund(orderId, { refundId });
    expect((await publishedHolds(orderId)).slice(3)).toEqual(["dispute-lost"]);
    const { payment_intent } = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    const refund = { id: `re_${orderId}`, amount: 1500, payment_intent, metadata: { refundId } };
    await driver.settleAndListFailures([
      createStripeEvent("refund.updated", { ...refund, status: "succeeded" }),
    ]);
    expect((await publishedHolds(orderId)).slice(3)).toEqual(["dispute-lost"]);
    await driver.settleAndListFailures([createStripeEvent("refund.failed", { ...refund, status: "failed" })]);
    expect((await publishedHolds(orderId)).slice(3)).toEqual(["dispute-lost", undefined]);
  });

  test("begins with an early fraud warning, and ends when an admin acknowledges the warning", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await sendFraudWarning(sessionId);
    expect(await publishedHolds(orderId)).toEqual(["fraud-warning"]);
    await acknowledge(orderId);
    expect(await publishedHolds(orderId)).toEqual(["fraud-warning", undefined]);
  });

  test("of a fraud warning stays during an inquiry and after its end, also if the warning comes after the inquiry began", async () => {
    for (const isWarnedFirst of [true, false]) {
      const { orderId, sessionId } = await buyAndPay();
      if (isWarnedFirst) await sendFraudWarning(sessionId);
      await driver.settleAndListFailures(await act(sessionId, "dispute-inquiry"));
      if (!isWarnedFirst) await sendFraudWarning(sessionId);
      expect(await publishedHolds(orderId)).toEqual(["fraud-warning"]);
      await driver.settleAndListFailures(await act(sessionId, "dispute-close"));
      expect(await publishedHolds(orderId)).toEqual(["fraud-warning"]);
      await acknowledge(orderId);
      expect(await publishedHolds(orderId)).toEqual(["fraud-warning", undefined]);
    }
  });

  test("of a fraud warning stays after a full refund, so that the items are not released, whichever of the later events have arrived", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]], { ship: true });
    await sendFraudWarning(sessionId);
    await driver.settleAndListFailures(await act(sessionId, "refund"));
    await driver.settleAndListFailures(await act(sessionId, "refund-fail"));
    expect(await publishedHolds(orderId)).toEqual(["fraud-warning"]);

    const events = (await eventsOf(shop.table, orderId)).filter(isFulfilmentEvent);
    const firstLaterIndex = events.findIndex(({ type }) => type === "FulfilmentHoldChanged") + 1;
    const [arrivedEvents, laterEvents] = [events.slice(0, firstLaterIndex), events.slice(firstLaterIndex)];
    expect(laterEvents.map(({ type }) => type)).toEqual(["OrderRefunded", "RefundFailed"]);
    // A consumer sorts the events that have arrived.
    const subsets = [[], ...laterEvents.map((event) => [event]), laterEvents];
    const statuses = subsets.map((subset) => fulfilmentFile(orderId, [...arrivedEvents, ...subset])?.status);
    expect(statuses).toEqual(["on-hold", "cancelled", "on-hold", "on-hold"]);

    await acknowledge(orderId);
    expect(await publishedHolds(orderId)).toEqual(["fraud-warning", undefined]);
  });

  test("of a warning that is not actionable begins with the report of the full refund, and stays if the refund fails", async () => {
    const { orderId, sessionId } = await buyAndPay();
    const refundEvents = await act(sessionId, "refund");
    await sendFraudWarning(sessionId);
    expect(await publishedHolds(orderId)).toEqual([]);
    await driver.settleAndListFailures(refundEvents);
    expect(await publishedHolds(orderId)).toEqual(["fraud-warning"]);
    await driver.settleAndListFailures(await act(sessionId, "refund-fail"));
    expect(await publishedHolds(orderId)).toEqual(["fraud-warning"]);
    expect((await readOrder(orderId)).attention).toHaveLength(2);
  });

  const addNote = (orderId: string) =>
    call(office.handler, adminApi.addNote, {
      params: { id: orderId },
      body: { noteId: `note-${orderId}`, text: "Called the bank" },
    });
  /** Stores the order as earlier versions of the shop did. */
  const forgetPublishedHold = async (orderId: string) => {
    const { toldHold: _, ...order } = (await readStoredOrder(orderId)) ?? {};
    await shop.table.put(order);
  };

  test("of an order that was disputed under an earlier version of the shop, which published no holds, is published with the order's next change, and once", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    const holdsBefore = await publishedHolds(orderId);
    await forgetPublishedHold(orderId);
    await addNote(orderId);
    expect((await publishedHolds(orderId)).slice(holdsBefore.length)).toEqual(["disputed"]);
    await acknowledge(orderId);
    expect((await publishedHolds(orderId)).slice(holdsBefore.length)).toEqual(["disputed", undefined]);
  });

  test("that was published, but is not stored as published, ends with the end of the dispute", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    await forgetPublishedHold(orderId);
    await driver.settleAndListFailures(await act(sessionId, "dispute-win"));
    expect(await publishedHolds(orderId)).toEqual(["disputed", undefined]);
    await addNote(orderId);
    expect(await publishedHolds(orderId)).toEqual(["disputed", undefined]);
  });

  test("is published after OrderPaid if the dispute was parked", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const paymentEvents = await act(sessionId, "pay");
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    await driver.settleAndListFailures(paymentEvents);
    expect(await publishedHolds(orderId)).toEqual(["disputed"]);
    const types = (await eventsOf(shop.table, orderId)).map(({ type }) => type);
    expect(types.indexOf("OrderPaid")).toBeLessThan(types.indexOf("FulfilmentHoldChanged"));
  });
});

describe("a pending full refund that was made in Stripe's dashboard", () => {
  const statusOfFile = async (orderId: string) =>
    fulfilmentFile(orderId, (await eventsOf(shop.table, orderId)).filter(isFulfilmentEvent))?.status;
  const settle = async (sessionId: string, ...actions: PaymentAction[]) => {
    for (const action of actions) await driver.settleAndListFailures(await act(sessionId, action));
  };

  test("is published, so that consumers do not send the items meanwhile, and is not made again", async () => {
    for (const [end, status] of [
      ["refund-settle", "cancelled"] as const,
      ["refund-fail", "to-ship"] as const,
    ]) {
      const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]], { ship: true });
      await settle(sessionId, "refund-pending");
      expect(await statusOfFile(orderId)).toBe("on-hold");
      expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
      expect(await shop.payments.takeNewEvents()).toEqual([]);
      await settle(sessionId, end);
      expect(await statusOfFile(orderId)).toBe(status);
      const types = (await eventsOf(shop.table, orderId)).map(({ type }) => type);
      expect(types.filter((type) => type === "RefundRequested")).toHaveLength(1);
    }
  });

  test("is not published if it is of a second payment", async () => {
    const { orderId } = await buyAndPay();
    const secondSession = await createSecondSession(shop.payments, orderId);
    await settle(secondSession.id, "pay", "refund-pending");
    expect((await readOrder(orderId)).refunds).toMatchObject([
      { status: "requested" },
      { status: "pending" },
    ]);
    const requests = (await eventsOf(shop.table, orderId)).filter(({ type }) => type === "RefundRequested");
    expect(requests).toMatchObject([{ cause: "paid-twice" }]);
  });
});
