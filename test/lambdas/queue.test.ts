import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mayBeQueued } from "../../lambdas/books/finding.ts";
import {
  FAILURES_UNTIL_ALARM,
  MAX_RECEIVES,
  totalRetryDelaySeconds,
  retryDelaySeconds,
} from "../../shared/retries.ts";
import type { QueueHandler } from "../support/invoke.ts";
import { deliver } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

const HOUR_SECONDS = 3600;
const receiveCounts = Array.from({ length: MAX_RECEIVES }, (_, i) => i + 1);

describe("the wait after a failure", () => {
  test("grows from ten seconds to an hour, and is 0 after the last try", () => {
    const waits = receiveCounts.map((receives) => retryDelaySeconds(receives, 0.5));
    expect(waits).toEqual([10, 30, 90, 300, 900, 1800, ...Array.from({ length: 5 }, () => HOUR_SECONDS), 0]);
  });

  test("varies at random, and stays below SQS's limit of 12 hours", () => {
    for (const receives of receiveCounts.slice(0, -1)) {
      expect(retryDelaySeconds(receives, 0)).toBeLessThan(retryDelaySeconds(receives, 1));
      expect(retryDelaySeconds(receives, 1)).toBeLessThan(12 * HOUR_SECONDS);
    }
  });

  test("is four to eight hours in total, with any jitter", () => {
    expect(totalRetryDelaySeconds(0)).toBeGreaterThan(4 * HOUR_SECONDS);
    expect(totalRetryDelaySeconds(1)).toBeLessThan(8 * HOUR_SECONDS);
  });

  test("is over before the comparison of the books reports what the message should have done", () => {
    const now = new Date();
    const failedFirstAt = new Date(+now - totalRetryDelaySeconds(1) * 1000);
    expect(mayBeQueued(failedFirstAt.toISOString(), now)).toBe(true);
  });
});

describe("a function behind a queue", () => {
  let shop: Shop;
  let handler: QueueHandler;
  const validMessage = { source: "test", detailType: "Good", detail: {} };
  const failingMessage = { source: "test", detailType: "Bad", detail: {} };

  beforeAll(async () => {
    shop = await openShop();
    const { queueFunction } = await import("../../lambdas/lib/queue.ts");
    handler = queueFunction((event) =>
      event["detail-type"] === "Bad" ? Promise.reject(new Error("no table")) : Promise.resolve(),
    );
  });
  beforeEach(() => {
    shop.sqs.changes.length = 0;
    shop.sqs.state.isDown = false;
    shop.logs.length = 0;
  });
  const listWaitAlarms = () => shop.logs.filter((line) => /"alarm": ?"message-waits"/.test(line));

  test("does not call SQS when every message succeeds", async () => {
    expect(await deliver(handler, [validMessage, validMessage])).toEqual([]);
    expect(shop.sqs.changes).toEqual([]);
  });

  test("hides only the failed messages, in one signed call", async () => {
    expect(await deliver(handler, [failingMessage, validMessage, failingMessage], 5)).toEqual([0, 2]);
    const [change, ...others] = shop.sqs.changes;
    expect(others).toEqual([]);
    expect(change?.QueueUrl).toBe(`${shop.sqs.url}/000000000000/tests`);
    expect(change?.target).toBe("AmazonSQS.ChangeMessageVisibilityBatch");
    expect(change?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/us-east-1\/sqs\/aws4_request, SignedHeaders=\S*host\S*x-amz-target/,
    );
    expect(change?.Entries.map(({ Id, ReceiptHandle }) => [Id, ReceiptHandle])).toEqual([
      ["message-0", "receipt-0"],
      ["message-2", "receipt-2"],
    ]);
    for (const { VisibilityTimeout: seconds } of change?.Entries ?? []) {
      expect(seconds).toBeGreaterThanOrEqual(retryDelaySeconds(5, 0));
      expect(seconds).toBeLessThanOrEqual(retryDelaySeconds(5, 1));
    }
  });

  test("moves a message to the dead-letter queue right after its last failure", async () => {
    await deliver(handler, [failingMessage], MAX_RECEIVES);
    expect(shop.sqs.changes[0]?.Entries[0]?.VisibilityTimeout).toBe(0);
  });

  test("reports the failure also when SQS does not answer", async () => {
    shop.sqs.state.isDown = true;
    expect(await deliver(handler, [failingMessage, validMessage])).toEqual([0]);
    expect(shop.logs.join()).toContain("could not be hidden for longer");
  });

  test("raises the alarm when a message has failed several times, not before", async () => {
    await deliver(handler, [failingMessage], FAILURES_UNTIL_ALARM - 1);
    expect(listWaitAlarms()).toEqual([]);
    await deliver(handler, [failingMessage], FAILURES_UNTIL_ALARM);
    expect(listWaitAlarms()).toHaveLength(1);
  });

  test("logs each failure with the ids of the request and of the message, and with the message's order id if it is valid", async () => {
    const orders = ["A", "B"].map((letter) => `ord_${letter.repeat(26)}`);
    const messages = orders.map((orderId) => ({ ...failingMessage, detail: { orderId } }));
    await deliver(handler, [...messages, { ...failingMessage, detail: { orderId: "ord_x@example.com" } }]);
    const failures = shop.logs.filter((line) => line.includes("A message failed"));
    const idsIn = (line: string) =>
      /"requestId": *"test",\s*"messageId": *"message-\d",\s*"orderId": *"(\w+)"/.exec(line)?.[1];
    expect(failures.map(idsIn)).toEqual([...orders, undefined]);
  });
});
