import { beforeAll, describe, expect, test } from "vitest";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { doorApi } from "../../shared/api-tickets.ts";
import { KEY_ALGORITHM, signCode } from "../../shared/tickets/ticket-code.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { openBackOffice, type BackOffice } from "../support/back-office.ts";
import { openCheckoutDriver, type CheckoutDriver } from "../support/checkout-driver.ts";
import { stockUp, eventInDays, testProduct, type CartEntry } from "../support/fixtures.ts";
import { eventsOf, orderOf } from "../support/invariants.ts";
import { call, type HttpHandler } from "../support/invoke.ts";
import { openShop, type Shop } from "../support/shop.ts";
import { createStripeEvent, stripeEvents } from "../support/stripe-events.ts";
import { openTicketDriver, type TicketDriver } from "../support/ticket-driver.ts";

const tee = testProduct({ stock: 100, name: "Root Shell Tee" });
const mug = testProduct({ stock: 100, name: "Air Gapped Mug" });
const ticket = testProduct({ stock: 100, category: "ticket", event: eventInDays(3) });
let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let ticketDriver: TicketDriver;
let handler: HttpHandler;
let keys: CryptoKeyPair;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ticketDriver = await openTicketDriver(shop, driver);
  ({ handler } = await import("../../lambdas/door-api.ts"));
  await stockUp(shop.table, tee, mug, ticket);
  keys = await crypto.subtle.generateKey(KEY_ALGORITHM, false, ["sign", "verify"]);
});

const codeFor = (id: string, issuedAt = 1) =>
  signCode({ kind: "order", keyId: 1, id, generation: 0, issuedAt }, keys.privateKey);
const readPickUp = (code: string) => call(handler, doorApi.readPickUp, { body: { code } });
const completePickUp = (code: string) => call(handler, doorApi.completePickUp, { body: { code } });

/** Creates an order, paid unless `isPaid` is false, and stores a pick-up code for it. */
async function createOrderWithCode(entries: CartEntry[], { ship = false, isPaid = true } = {}) {
  const { orderId, sessionId } = await driver.openCheckout(entries, { ship });
  if (isPaid) await driver.pay(sessionId);
  const code = await codeFor(orderId);
  await shop.table.put({ pk: `ORDER#${orderId}`, sk: "PICKUP", code });
  return { orderId, sessionId, code };
}

describe("a pick-up code", () => {
  test("shows what to hand over, without tickets and refunded pieces", async () => {
    const { orderId, code } = await createOrderWithCode([
      [tee, 3],
      [mug, 1],
      [ticket, 2],
    ]);
    await office.refund(orderId, { refundId: "refund-one-tee", lines: [{ line: 0, quantity: 1 }] });
    await office.refund(orderId, { refundId: "refund-the-mug", lines: [{ line: 1, quantity: 1 }] });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    expect((await readPickUp(code)).data).toEqual({
      orderId,
      customer: "Grace Hopper",
      state: "open",
      items: [{ name: "Root Shell Tee", quantity: 2 }],
    });
  });

  test("shows no piece that is back on sale, also if only an amount was refunded", async () => {
    const { orderId, code } = await createOrderWithCode([[tee, 3]]);
    await office.refund(orderId, {
      refundId: "refund-an-amount",
      amount: 5,
      restockLines: [{ line: 0, quantity: 1 }],
    });
    expect((await readPickUp(code)).data.items).toEqual([{ name: "Root Shell Tee", quantity: 2 }]);
  });

  test("stays valid if the key that signed it is lost, because only the stored code counts", async () => {
    // The shop does not have the key that has signed this code.
    const { orderId, code } = await createOrderWithCode([[tee, 1]]);
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    expect((await readPickUp(code)).data.state).toBe("open");
  });

  test("is not shown to the customer any more when no item is left to be picked up", async () => {
    const { orderId, sessionId } = await createOrderWithCode([
      [tee, 1],
      [ticket, 1],
    ]);
    expect((await driver.verifyPayment(sessionId)).data.pickUpCode).toBeDefined();
    await office.refund(orderId, { refundId: "refund-the-tee", lines: [{ line: 0, quantity: 1 }] });
    expect((await driver.verifyPayment(sessionId)).data.pickUpCode).toBeUndefined();
  });

  test("is not shown to the customer while the payment is disputed, or after all of the money went back", async () => {
    const { sessionId } = await createOrderWithCode([[tee, 1]]);
    const isCodeShownAfter = async (action: PaymentAction) => {
      shop.payments.act(sessionId, action);
      await driver.settleAndListFailures(await shop.payments.takeNewEvents());
      return (await driver.verifyPayment(sessionId)).data.pickUpCode !== undefined;
    };
    expect(await isCodeShownAfter("dispute")).toBe(false);
    expect(await isCodeShownAfter("dispute-lose")).toBe(false);
    expect(await isCodeShownAfter("dispute-win")).toBe(true);
    expect(await isCodeShownAfter("refund")).toBe(false);
  });

  test("sets the order to Completed once; a second scan shows who completed the order and when", async () => {
    const { orderId, code } = await createOrderWithCode([[tee, 1]]);
    const completion = (await completePickUp(code.toLowerCase())).data;
    expect(completion).toMatchObject({ orderId, by: "ada" });
    const { orderStatus, history } = await orderOf(shop.table, orderId);
    expect(orderStatus).toBe(ORDER_STATUS.completed);
    expect(history.at(-1)).toMatchObject({ what: "status", to: "Completed", by: "ada", at: completion.at });
    expect((await readPickUp(code)).data).toMatchObject({ state: "completed", at: completion.at, by: "ada" });
    expect((await completePickUp(code)).data).toEqual(completion);
    expect((await orderOf(shop.table, orderId)).history).toHaveLength(history.length);
  });

  test("completes the order once if it is confirmed ten times at the same time", async () => {
    const { orderId, code } = await createOrderWithCode([[tee, 1]]);
    const responses = await Promise.all(Array.from({ length: 10 }, () => completePickUp(code)));
    const { at } = (await readPickUp(code)).data;
    expect(responses.map(({ data }) => data.at)).toEqual(responses.map(() => at));
    const { history } = await orderOf(shop.table, orderId);
    expect(history.filter(({ to }) => to === "Completed")).toHaveLength(1);
  });

  test.each<[description: string, createCode: () => Promise<string>, reason: string]>([
    [
      "is not paid",
      async () => (await createOrderWithCode([[tee, 1]], { isPaid: false })).code,
      "This order is not paid: it cannot be completed.",
    ],
    [
      "is shipped",
      async () => (await createOrderWithCode([[tee, 1]], { ship: true })).code,
      "This order is not for pick-up.",
    ],
    [
      "is being refunded",
      async () => {
        const { orderId, code } = await createOrderWithCode([[tee, 1]]);
        await office.refund(orderId, { refundId: "refund-all-of-it" });
        return code;
      },
      "This order is being refunded: it cannot be completed.",
    ],
    [
      "has a disputed payment",
      async () => {
        const { sessionId, code } = await createOrderWithCode([[tee, 1]]);
        shop.payments.act(sessionId, "dispute");
        await driver.settleAndListFailures(await shop.payments.takeNewEvents());
        return code;
      },
      "The customer disputes the payment: an admin has to decide first.",
    ],
    [
      "has a payment that the card's bank reports as fraud",
      async () => {
        const { orderId, code } = await createOrderWithCode([[tee, 1]]);
        const { payment } = await orderOf(shop.table, orderId);
        const warning = { id: "issfr_1", payment_intent: payment.paymentIntentId, actionable: true };
        await driver.settleAndListFailures([createStripeEvent("radar.early_fraud_warning.created", warning)]);
        return code;
      },
      "The card's bank reports the payment as fraud: an admin has to decide first.",
    ],
    [
      "has a payment that was lost in a dispute",
      async () => {
        const { sessionId, code } = await createOrderWithCode([[tee, 1]]);
        for (const action of ["dispute", "dispute-lose"] as const) shop.payments.act(sessionId, action);
        await driver.settleAndListFailures(await shop.payments.takeNewEvents());
        return code;
      },
      "The money of this order went back: it cannot be completed.",
    ],
    [
      "was cancelled",
      async () => {
        const { orderId, code } = await createOrderWithCode([[tee, 1]]);
        await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled });
        return code;
      },
      "This order was cancelled.",
    ],
  ])("of an order that %s is refused", async (_, createCode, reason) => {
    const code = await createCode();
    expect((await readPickUp(code)).data).toMatchObject({ state: "refused", why: reason });
    expect((await completePickUp(code)).error).toMatchObject({ code: "aborted", message: reason });
  });

  test("of a disputed order is accepted after an admin has acknowledged the dispute", async () => {
    const { orderId, sessionId, code } = await createOrderWithCode([[tee, 1]]);
    shop.payments.act(sessionId, "dispute");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    expect((await readPickUp(code)).data.state).toBe("refused");
    const { version } = await orderOf(shop.table, orderId);
    await call(office.handler, adminApi.acknowledge, { params: { id: orderId }, body: { version } });
    expect((await completePickUp(code)).status).toBe(200);
  });

  test("of an order that has lost a part of its payment is neither shown nor accepted until an admin has acknowledged the loss", async () => {
    const { orderId, sessionId, code } = await createOrderWithCode([[tee, 1]]);
    const { act } = stripeEvents(() => shop.payments);
    for (const action of ["dispute-part", "dispute-lose"] as const)
      await driver.settleAndListFailures(await act(sessionId, action));
    const why = "A dispute was lost: an admin has to decide first.";
    expect((await readPickUp(code)).data).toMatchObject({ state: "refused", why });
    expect((await completePickUp(code)).error).toMatchObject({ code: "aborted", message: why });
    expect((await driver.verifyPayment(sessionId)).data.pickUpCode).toBeUndefined();
    const readLastHold = async () =>
      (await eventsOf(shop.table, orderId)).findLast(({ type }) => type === "FulfilmentHoldChanged");
    expect(await readLastHold()).toMatchObject({ doNotSend: "dispute-lost" });

    const { version } = await orderOf(shop.table, orderId);
    await call(office.handler, adminApi.acknowledge, { params: { id: orderId }, body: { version } });
    expect((await readPickUp(code)).data.state).toBe("open");
    expect((await driver.verifyPayment(sessionId)).data.pickUpCode).toBeDefined();
    expect(await readLastHold()).not.toHaveProperty("doNotSend");
    expect((await completePickUp(code)).status).toBe(200);
  });

  test("must be equal to the stored code: another code for the order, an unknown order and a link give 404", async () => {
    const { orderId } = await createOrderWithCode([[tee, 1]]);
    for (const code of [
      await codeFor(orderId, 2),
      await codeFor("ord_01KAFEXAMP0E00000000000001"),
      "https://x",
    ])
      for (const response of [await readPickUp(code), await completePickUp(code)])
        expect([response.status, response.error.message]).toEqual([404, "This code belongs to no order."]);
    expect((await orderOf(shop.table, orderId)).orderStatus).toBe(ORDER_STATUS.pending);
  });
});
