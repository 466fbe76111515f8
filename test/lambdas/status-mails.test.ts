import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { recordUndeliverable } from "../../lambdas/mail/undeliverable-table.ts";
import { address, hours } from "../../shared/site/address-and-hours.ts";
import { brand } from "../../shared/site/brand.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { eventInDays, orderData, stockUp, testProduct } from "../support/fixtures.ts";
import { orderOf } from "../support/invariants.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
const tee = testProduct({ stock: 100 });
const ticket = testProduct({ stock: 100, category: "ticket", event: eventInDays(3) });
const { pending, completed, cancelled } = ORDER_STATUS;
/** Longer than the 15 s within which the mail about a status is sent. */
const AFTER_MAIL_MS = 16_000;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  await stockUp(shop.table, tee, ticket);
});
beforeEach(() => {
  advanceClock(1000);
});
afterEach(() => {
  shop.mails.length = 0;
});

const createPaidOrder = async (ship = false): Promise<string> =>
  (await driver.buyAndPay([[tee, 1]], { ship })).orderId;
type Change = Parameters<BackOffice["change"]>[1];
/**
 * Changes an order and advances the clock by `waitMs`. If the delay of the mails about the status is then over, delivers
 * all events about the order's status, also those that were delivered before.
 */
async function changeAndSendMails(orderId: string, body: Change, waitMs = AFTER_MAIL_MS): Promise<void> {
  expect((await office.change(orderId, body)).status).toBe(200);
  // The mail about a cancellation is not delayed.
  await driver.deliverOutbox("send-order-email", orderId, "OrderCancelled");
  advanceClock(waitMs);
  if (waitMs < AFTER_MAIL_MS) return;
  for (const type of ["OrderStatusChanged", "OrderReadyForPickup"] as const)
    await driver.deliverOutbox("send-order-email", orderId, type);
}
/** Two admins request the mail about the status at the same time. Returns the responses' sorted HTTP statuses, and the reason of a refusal. */
async function requestMailTwice(orderId: string) {
  const { version } = await orderOf(shop.table, orderId);
  const options = { params: { id: orderId }, body: { version } };
  const responses = await Promise.all(
    [1, 2].map(() => call(office.handler, adminApi.sendMailAgain, options)),
  );
  for (let i = 0; i < 2; i++) await driver.deliverOutbox("send-order-email", orderId, "OrderMailRequested");
  return {
    statuses: responses.map(({ status }) => status).sort(),
    message: responses.find(({ status }) => status === 409)?.error.message,
  };
}
const subjects = () => shop.mails.map(({ subject }) => subject.replace(` (${brand.name})`, ""));
const trackingNumbers = () => shop.mails.map(({ text }) => /Tracking number: (.*)/.exec(text)?.[1]);

const COMPLETE = "Your order is complete";
const CANCELLED = "Your order was cancelled";
const READY = "Your order is ready to be picked up";

describe("the mails about changes of the status:", () => {
  test.each([
    ["before", true],
    ["during", false],
  ] as const)(
    "an order that becomes ready %s a dispute of its payment gets one mail, and none during the dispute",
    async (_, isMailedBefore) => {
      const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
      const dispute = async (action: "dispute" | "dispute-win") => {
        shop.payments.act(sessionId, action);
        await driver.settleAndListFailures(await shop.payments.takeNewEvents());
      };
      const deliverHolds = () => driver.deliverOutbox("send-order-email", orderId, "FulfilmentHoldChanged");
      if (isMailedBefore) await changeAndSendMails(orderId, { orderStatus: pending, ready: true });
      await dispute("dispute");
      if (!isMailedBefore) await changeAndSendMails(orderId, { orderStatus: pending, ready: true });
      await deliverHolds();
      expect(subjects()).toEqual(isMailedBefore ? [READY] : []);
      await dispute("dispute-win");
      for (let i = 0; i < 2; i++) await deliverHolds();
      expect(subjects()).toEqual([READY]);
    },
  );

  /** Lets the payment be disputed, or the dispute be won; advances the clock by `waitMs` after it. */
  const disputeStep = async (sessionId: string, action: PaymentAction, waitMs = AFTER_MAIL_MS) => {
    shop.payments.act(sessionId, action);
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    advanceClock(waitMs);
  };
  const deliverHolds = (orderId: string) =>
    driver.deliverOutbox("send-order-email", orderId, "FulfilmentHoldChanged");

  test("the end of a hold sends no mail about a readiness that was set later, because an admin can still undo it", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
    await disputeStep(sessionId, "dispute");
    // The queue delivers the end of the hold only after the order is set to ready.
    await disputeStep(sessionId, "dispute-win", 11_000);
    await changeAndSendMails(orderId, { orderStatus: pending, ready: true }, 1000);
    await deliverHolds(orderId);
    expect(subjects()).toEqual([]);
    await changeAndSendMails(orderId, { orderStatus: pending, ready: false });
    expect(subjects()).toEqual([]);
    await changeAndSendMails(orderId, { orderStatus: pending, ready: true });
    await deliverHolds(orderId);
    expect(subjects()).toEqual([READY]);
  });

  test("the mail that an order is ready comes after a hold although the order was completed by mistake meanwhile", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
    await disputeStep(sessionId, "dispute");
    await changeAndSendMails(orderId, { orderStatus: pending, ready: true });
    await changeAndSendMails(orderId, { orderStatus: completed }, 5000);
    await changeAndSendMails(orderId, { orderStatus: pending });
    await disputeStep(sessionId, "dispute-win");
    for (let i = 0; i < 2; i++) await deliverHolds(orderId);
    expect(subjects()).toEqual([READY]);
  });

  test("the end of a hold sends no mail that an order is ready if an admin has just asked for this mail", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
    await disputeStep(sessionId, "dispute");
    await changeAndSendMails(orderId, { orderStatus: pending, ready: true });
    await disputeStep(sessionId, "dispute-win", 1000);
    expect((await requestMailTwice(orderId)).statuses).toEqual([202, 409]);
    await deliverHolds(orderId);
    expect(subjects()).toEqual([READY]);
  });

  test("no mail says that an order is ready if none of its items is left to be picked up", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([
      [tee, 1],
      [ticket, 1],
    ]);
    await disputeStep(sessionId, "dispute-part");
    await changeAndSendMails(orderId, { orderStatus: pending, ready: true });
    await disputeStep(sessionId, "dispute-lose");
    expect(
      (await office.refund(orderId, { refundId: `rfd_${orderId}`, lines: [{ line: 0, quantity: 1 }] }))
        .status,
    ).toBe(202);
    const { version } = await orderOf(shop.table, orderId);
    await call(office.handler, adminApi.acknowledge, { params: { id: orderId }, body: { version } });
    await deliverHolds(orderId);
    expect(subjects()).toEqual([]);
    expect((await requestMailTwice(orderId)).statuses).toEqual([409, 409]);
  });

  test("a new tracking number is mailed; a removal, and the number of the last mail, are not", async () => {
    const orderId = await createPaidOrder(true);
    for (const tracking of ["1Z111", "1Z222", "", "1Z222", "1Z111", "1Z111"])
      await changeAndSendMails(orderId, { orderStatus: completed, tracking });
    expect(trackingNumbers()).toEqual(["1Z111", "1Z222", "1Z111"]);
  });

  test("a tracking number that is replaced before its mail is sent causes no mail", async () => {
    const orderId = await createPaidOrder(true);
    await changeAndSendMails(orderId, { orderStatus: completed, tracking: "1Z333" });
    await changeAndSendMails(orderId, { orderStatus: completed, tracking: "1Z444" }, 1000);
    await changeAndSendMails(orderId, { orderStatus: completed, tracking: "1Z333" });
    expect(trackingNumbers()).toEqual(["1Z333"]);
    await changeAndSendMails(orderId, { orderStatus: completed, tracking: "1Z555" }, 1000);
    await changeAndSendMails(orderId, { orderStatus: completed, tracking: "1Z666" });
    expect(trackingNumbers()).toEqual(["1Z333", "1Z666"]);
  });

  test("a completion after a cancellation is mailed, and so is the next cancellation", async () => {
    const orderId = await createPaidOrder();
    for (const orderStatus of [completed, pending, completed, cancelled, pending, completed, cancelled])
      await changeAndSendMails(orderId, { orderStatus });
    expect(subjects()).toEqual([COMPLETE, CANCELLED, COMPLETE, CANCELLED]);
  });

  test("a cancellation after a lasting reopening is mailed; changes back and forth within the undo time are not", async () => {
    const orderId = await createPaidOrder();
    await changeAndSendMails(orderId, { orderStatus: cancelled }, 3000);
    await changeAndSendMails(orderId, { orderStatus: pending }, 3000);
    await changeAndSendMails(orderId, { orderStatus: cancelled });
    expect(subjects()).toEqual([CANCELLED]);
    await changeAndSendMails(orderId, { orderStatus: pending });
    await changeAndSendMails(orderId, { orderStatus: cancelled });
    expect(subjects()).toEqual([CANCELLED, CANCELLED]);
  });

  test("an order that is ready gets one mail with address and hours, unless the change is undone before the mail is sent", async () => {
    const orderId = await createPaidOrder();
    await changeAndSendMails(orderId, { orderStatus: pending, ready: true }, 1000);
    await changeAndSendMails(orderId, { orderStatus: pending, ready: false });
    expect(shop.mails).toEqual([]);
    for (const ready of [true, false, true])
      await changeAndSendMails(orderId, { orderStatus: pending, ready });
    expect(subjects()).toEqual([READY]);
    expect(shop.mails[0]?.text).toContain(address.street);
    for (const { days, time } of hours) expect(shop.mails[0]?.text).toContain(`${days}: ${time}`);
  });

  test("if an order is completed several times while the mail is delayed, only the last event sends the mail", async () => {
    const orderId = await createPaidOrder();
    for (const orderStatus of [completed, pending, completed])
      await changeAndSendMails(orderId, { orderStatus }, 1000);
    const changes = (await driver.outbox(orderId)).filter(({ type }) => type === "OrderStatusChanged");
    const sentAfter: number[] = [];
    for (const event of changes) {
      await deliver(driver.mailHandler, [toBusEvent(event)]);
      sentAfter.push(shop.mails.length);
    }
    expect(sentAfter).toEqual([0, 0, 1]);
  });
});

describe("an order whose whole payment is being refunded or was refunded", () => {
  test.each([
    ["ready", { orderStatus: pending, ready: true }, false],
    ["completed", { orderStatus: completed }, true],
  ] as const)("gets no mail that it is %s, and no admin can send one", async (_, body, ship) => {
    const orderId = await createPaidOrder(ship);
    expect((await office.change(orderId, body)).status).toBe(200);
    await office.refund(orderId, { refundId: "refund-status-mail" });
    const deliverAll = async () => {
      advanceClock(AFTER_MAIL_MS);
      for (const type of ["OrderStatusChanged", "OrderReadyForPickup"] as const)
        await driver.deliverOutbox("send-order-email", orderId, type);
    };
    await deliverAll();
    expect(await requestMailTwice(orderId)).toEqual({
      statuses: [409, 409],
      message: "This order is being refunded: the customer gets no email about its status.",
    });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await deliverAll();
    expect(await requestMailTwice(orderId)).toEqual({
      statuses: [409, 409],
      message: "The money of this order went back: the customer gets no email about its status.",
    });
    expect(shop.mails).toEqual([]);
  });
});

describe("an admin sends the mail about the status again", () => {
  test("and the mail is sent once for each version of the order", async () => {
    const orderId = await createPaidOrder(true);
    expect((await requestMailTwice(orderId)).statuses).toEqual([409, 409]);
    await changeAndSendMails(orderId, { orderStatus: completed, tracking: "1Z777" });
    expect((await requestMailTwice(orderId)).statuses).toEqual([202, 409]);
    expect((await requestMailTwice(orderId)).statuses).toEqual([202, 409]);
    expect(trackingNumbers()).toEqual(["1Z777", "1Z777", "1Z777"]);
  });

  test("and is refused while the first mail is delayed", async () => {
    const orderId = await createPaidOrder();
    await changeAndSendMails(orderId, { orderStatus: completed }, 12_000);
    const { statuses, message } = await requestMailTwice(orderId);
    expect(statuses).toEqual([409, 409]);
    expect(message).toContain("about to be sent");
    expect(shop.mails).toEqual([]);
  });

  test("and is refused for an undeliverable address, without an entry in the history", async () => {
    const checkoutData = orderData([[tee, 1]]);
    const email = "gone@example.com";
    const { orderId, sessionId } = (
      await driver.send({ ...checkoutData, bill: { ...checkoutData.bill, email } })
    ).data;
    await driver.pay(sessionId);
    await changeAndSendMails(orderId, { orderStatus: completed });
    await recordUndeliverable(email, { reason: "bounce", since: new Date().toISOString() });
    const { history } = await orderOf(shop.table, orderId);
    expect(await requestMailTwice(orderId)).toEqual({
      statuses: [409, 409],
      message: "The customer gets no email: nothing more is sent to the address.",
    });
    expect((await orderOf(shop.table, orderId)).history).toEqual(history);
  });
});
