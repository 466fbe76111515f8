import { beforeAll, beforeEach, expect, test } from "vitest";
import { localStage } from "../../infra/example-stages.ts";
import { createClient, type Client } from "../support/client.ts";
import { expectPaidOnce } from "../support/expect-paid-once.ts";
import { sharedStack } from "../support/local-stack.ts";
import { waitUntil } from "../support/wait-until.ts";

const HOUR_SECONDS = 3600;
const TEAM = localStage.teamEmail;

let shop: Client;
beforeAll(async () => {
  shop = createClient(sharedStack());
  await shop.adminToken();
});
// Messages wait as long as on AWS, until a test advances the queue clock.
beforeEach(() => shop.updateQueueClock({ mode: "real" }));

/** Waits until each message in the queues was tried and waits for a retry; returns the seconds until the first retry. */
async function secondsToRetry(): Promise<number> {
  const messages = await waitUntil("every message was tried", async () => {
    const pending = await shop.updateQueueClock({});
    // `handled`: a function is handling the message now. `seconds`: until the message is visible.
    const areAllWaiting = pending.every(({ handled, seconds }) => !handled && seconds > 0);
    return areAllWaiting && pending.length > 0 && pending;
  });
  return Math.min(...messages.map(({ seconds }) => seconds));
}

/** Advances the queue clock from retry to retry for an hour; returns the number of retries. */
async function advanceOneHour(): Promise<number> {
  let retries = 0;
  for (let passedSeconds = 0; passedSeconds < HOUR_SECONDS; retries++) {
    const seconds = (await secondsToRetry()) + 1;
    await shop.updateQueueClock({ advanceSeconds: seconds });
    passedSeconds += seconds;
  }
  await secondsToRetry();
  return retries;
}

/** Advances the queue clock so far that every message is retried, and waits until the queues are empty. */
async function retryAll(): Promise<void> {
  await shop.updateQueueClock({ advanceSeconds: 2 * HOUR_SECONDS });
  await shop.waitUntilIdle();
}

test("SES is down for an hour: each mail is sent once afterwards, without a dead letter", async () => {
  const product = await shop.createProduct();
  await shop.setFaults({ mail: "down" });
  const order = await shop.openCheckout([product, 1]);
  await shop.act(order.sessionId, "pay");
  await shop.waitUntilPaid(order.orderId);
  expect(await advanceOneHour()).toBeGreaterThan(5);
  expect(await shop.deadLetters()).toEqual([]);
  expect(await shop.mailsTo(order.email)).toEqual([]);

  await shop.setFaults({ mail: "normal" });
  await retryAll();
  await expectPaidOnce(shop, order);
  expect((await shop.mailsTo(TEAM)).filter(({ text }) => text.includes(order.orderId))).toHaveLength(1);
  expect(await shop.deadLetters()).toEqual([]);
});

test("Stripe is down for an hour: the refund is made once afterwards, without a dead letter", async () => {
  const order = await shop.openCheckout([await shop.createProduct(), 1]);
  await shop.act(order.sessionId, "pay");
  await shop.waitUntilIdle();
  const { version } = await shop.order(order.orderId);
  await shop.setFaults({ stripe: "down" });
  await shop.refund(order.orderId, { refundId: `refund-${order.data.oId}`, version });
  expect(await advanceOneHour()).toBeGreaterThan(5);
  expect(await shop.deadLetters()).toEqual([]);
  expect((await shop.order(order.orderId)).financialInfo.refunded).toBe(0);

  await shop.setFaults({ stripe: "normal" });
  await retryAll();
  expect(await shop.order(order.orderId)).toMatchObject({
    paymentStatus: "refunded",
    financialInfo: { refunded: 25 },
    refunds: [{ status: "succeeded" }],
  });
  expect((await shop.eventTypesOf(order.orderId)).filter((type) => type === "OrderRefunded")).toHaveLength(1);
  expect(await shop.deadLetters()).toEqual([]);
});
