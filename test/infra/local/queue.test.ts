import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openJournal } from "../../../infra/local/util/journal.ts";
import { startConsumer, type ConsumerOptions } from "../../../infra/local/queues/consumer.ts";
import { openQueues, type Queues } from "../../../infra/local/queues/queues.ts";
import { openQueue } from "../../../infra/local/queues/queue.ts";
import { createSqsApi } from "../../../infra/local/queues/sqs-api.ts";
import { hideMessages } from "../../../lambdas/lib/message-visibility.ts";
import { MAX_RECEIVES } from "../../../shared/retries.ts";
import { serve, temporaryFolder } from "./serve.ts";
import { stackOf } from "./stack-support.ts";

const stack = stackOf({
  Dead: ["AWS::SQS::Queue"],
  Jobs: [
    "AWS::SQS::Queue",
    {
      RedrivePolicy: {
        deadLetterTargetArn: { "Fn::GetAtt": ["Dead", "Arn"] },
        maxReceiveCount: MAX_RECEIVES,
      },
    },
  ],
  Reader: ["AWS::Lambda::EventSourceMapping", { EventSourceArn: { "Fn::GetAtt": ["Jobs", "Arn"] } }],
});
const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
type Batch = {
  Records: { messageId: string; body: string; attributes: { ApproximateReceiveCount: string } }[];
};

let folder: string;
let queues: Queues;
beforeEach(() => {
  folder = temporaryFolder();
  queues = openQueues(stack, folder);
});

/** Starts to read the queue Jobs with `handler` as its function. */
function startTestConsumer(handler: (batch: Batch) => unknown, options: Partial<ConsumerOptions> = {}) {
  const consumer = startConsumer({
    queue: queues.find(arn("Jobs")),
    invoke: (event) => Promise.resolve().then(() => handler(event as Batch)),
    batchSize: 10,
    windowMs: 0,
    concurrency: 5,
    reportsItemFailures: true,
    clock: queues.clock,
    ...options,
  });
  onTestFinished(() => consumer.stop());
  return consumer;
}
const bodiesOf = (batch: Batch) => batch.Records.map(({ body }) => body);

describe("a function behind a queue", () => {
  test("gets messages in batches of the mapping's size, and handled messages are deleted", async () => {
    const seen: string[][] = [];
    queues.find(arn("Jobs")).send(["a", "b", "c"]);
    startTestConsumer((batch) => void seen.push(bodiesOf(batch)), { batchSize: 2 });
    await expect.poll(() => seen.flat().sort()).toEqual(["a", "b", "c"]);
    expect(seen.map((batch) => batch.length)).toEqual([2, 1]);
    await expect.poll(() => queues.find(arn("Jobs")).messages()).toEqual([]);
  });

  test("gets only those messages again that the function reported as failed", async () => {
    const seen: string[] = [];
    queues.find(arn("Jobs")).send(["good", "bad"]);
    startTestConsumer((batch) => {
      seen.push(...bodiesOf(batch));
      const failed = batch.Records.filter(
        ({ body, attributes }) => body === "bad" && attributes.ApproximateReceiveCount === "1",
      );
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    await expect.poll(() => seen).toEqual(["good", "bad", "bad"]);
    await expect.poll(() => queues.find(arn("Jobs")).messages()).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["a malformed result", { batchItemFailures: "all" }],
    ["an id that was not in the batch", { batchItemFailures: [{ itemIdentifier: "?" }] }],
  ])("gets the whole batch again after %s", async (_, result) => {
    let callCount = 0;
    queues.find(arn("Jobs")).send(["a", "b"]);
    startTestConsumer((batch) => {
      callCount += 1;
      return batch.Records[0]?.attributes.ApproximateReceiveCount === "1" ? result : undefined;
    });
    await expect.poll(() => queues.find(arn("Jobs")).messages()).toEqual([]);
    expect(callCount).toBeGreaterThan(1);
  });

  test("that fails twelve times leaves the message in the dead-letter queue, with the reason; a redrive delivers it once", async () => {
    let isBroken = true;
    const receiveCounts: string[] = [];
    const handledBodies: string[] = [];
    queues.find(arn("Jobs")).send(["order"]);
    startTestConsumer(({ Records: [record] }) => {
      receiveCounts.push(record?.attributes.ApproximateReceiveCount ?? "");
      if (isBroken) throw new Error("no table");
      handledBodies.push(record?.body ?? "");
    });
    await expect
      .poll(() => queues.deadLetters())
      .toMatchObject([{ queue: "Jobs", body: "order", receiveCount: MAX_RECEIVES, error: "no table" }]);
    expect(receiveCounts).toEqual(Array.from({ length: MAX_RECEIVES }, (_, i) => String(i + 1)));

    isBroken = false;
    expect(queues.redrive()).toBe(1);
    await expect.poll(() => handledBodies).toEqual(["order"]);
    expect(queues.deadLetters()).toEqual([]);
    expect(queues.redrive("Dead")).toBe(0);
  });

  test("gets no message before its delay is over", async () => {
    const startedAt = Date.now();
    let receivedAt = 0;
    startTestConsumer(() => (receivedAt = Date.now()));
    queues.find(arn("Jobs")).send(["late"], { delayMs: 80 });
    await expect.poll(() => receivedAt).toBeGreaterThan(0);
    expect(receivedAt - startedAt).toBeGreaterThanOrEqual(75);
  });

  test("gets an incomplete batch when the mapping's window ends", async () => {
    const sizes: number[] = [];
    startTestConsumer((batch) => void sizes.push(batch.Records.length), { windowMs: 60 });
    queues.find(arn("Jobs")).send(["a"]);
    queues.find(arn("Jobs")).send(["b"]);
    await expect.poll(() => sizes).toEqual([2]);
  });

  test("handles at most as many batches at once as its concurrency allows", async () => {
    let runningCount = 0;
    let maxRunning = 0;
    let handledCount = 0;
    queues.find(arn("Jobs")).send(["a", "b", "c", "d"]);
    startTestConsumer(
      async () => {
        runningCount += 1;
        maxRunning = Math.max(maxRunning, runningCount);
        await new Promise((resolve) => setTimeout(resolve, 5));
        runningCount -= 1;
        handledCount += 1;
      },
      { batchSize: 1, concurrency: 2 },
    );
    await expect.poll(() => handledCount).toBe(4);
    expect(maxRunning).toBe(2);
  });
});

test("a queue with DelaySeconds hides a new message for that time", () => {
  const delayedQueues = openQueues(
    stackOf({ Slow: ["AWS::SQS::Queue", { DelaySeconds: 12 }] }),
    temporaryFolder(),
  );
  const slowQueue = delayedQueues.find(arn("Slow"));
  slowQueue.send(["order"]);
  // At most ten messages, which are then hidden for 1,000 ms.
  expect(slowQueue.receive(10, 1000)).toEqual([]);
  delayedQueues.clock.advance(11);
  expect(slowQueue.receive(10, 1000)).toEqual([]);
  delayedQueues.clock.advance(1);
  expect(slowQueue.receive(10, 1000)).toHaveLength(1);
});

describe("ChangeMessageVisibility", () => {
  const jobs = () => queues.find(arn("Jobs"));
  /** Sends a message whose handler hides it for `seconds` and fails; returns the list to which the errors from SQS are added. */
  async function failAndHide(seconds: number) {
    vi.stubEnv("AWS_ENDPOINT_URL_SQS", await serve(createSqsApi(queues)));
    onTestFinished(() => void vi.unstubAllEnvs());
    const errors: unknown[] = [];
    startTestConsumer(async ({ Records }) => {
      const [record] = Records;
      const messageId = record?.messageId ?? "";
      await hideMessages(arn("Jobs"), [{ messageId, receiptHandle: messageId, seconds }]).catch(
        (error: unknown) => errors.push(error),
      );
      return { batchItemFailures: [{ itemIdentifier: messageId }] };
    });
    jobs().send(["order"]);
    return errors;
  }
  const waitForTries = async (tries: number) => {
    const pendingMessage = () => queues.pendingMessages()[0];
    await expect.poll(pendingMessage).toMatchObject({ receives: tries, handled: false });
    return pendingMessage();
  };

  test("hides a failed message for the requested time", async () => {
    queues.clock.setMode("real");
    const errors = await failAndHide(1800);
    const waiting = await waitForTries(1);
    expect(errors).toEqual([]);
    expect(waiting?.seconds).toBeGreaterThan(1790);
    queues.clock.advance(1700);
    expect(queues.pendingMessages()).toMatchObject([{ receives: 1, handled: false }]);
    queues.clock.advance(101);
    await waitForTries(2);
  });

  test("refuses more than twelve hours, so the message is hidden for the queue's own timeout", async () => {
    queues.clock.setMode("real");
    const errors = await failAndHide(43_201);
    const waiting = await waitForTries(1);
    expect(errors).toHaveLength(1);
    expect(waiting?.seconds).toBeLessThanOrEqual(30);
  });

  test("is refused for a message that is not being handled, and for an unknown queue", async () => {
    vi.stubEnv("AWS_ENDPOINT_URL_SQS", await serve(createSqsApi(queues)));
    onTestFinished(() => void vi.unstubAllEnvs());
    const hidden = [{ messageId: "m", receiptHandle: "m", seconds: 1 }];
    await expect(hideMessages(arn("Jobs"), hidden)).rejects.toThrow("SQS did not hide 1 messages (200)");
    await expect(hideMessages(arn("None"), hidden)).rejects.toThrow("SQS did not hide 1 messages (400)");
  });
});

describe("after a crash", () => {
  test("accepted messages are still on the queue", () => {
    queues.find(arn("Jobs")).send(["a", "b"]);
    const reopened = openQueues(stack, folder);
    expect(
      reopened
        .find(arn("Jobs"))
        .messages()
        .map(({ body }) => body),
    ).toEqual(["a", "b"]);
  });

  test("a message that was being handled is visible at once, and the try counts", () => {
    queues.find(arn("Jobs")).send(["a"]);
    queues.find(arn("Jobs")).receive(10, 60_000);
    expect(queues.find(arn("Jobs")).receive(10, 60_000)).toEqual([]);
    const reopened = openQueues(stack, folder).find(arn("Jobs"));
    expect(reopened.receive(10, 60_000)).toMatchObject([{ body: "a", receiveCount: 2 }]);
  });

  test("dead letters are still there and can be redriven", () => {
    const jobs = queues.find(arn("Jobs"));
    jobs.send(["broken"]);
    for (let tries = 0; tries < MAX_RECEIVES; tries += 1) {
      queues.clock.advance(60);
      for (const { id } of jobs.receive(1, 0)) jobs.fail(id, "why");
    }
    const reopened = openQueues(stack, folder);
    expect(reopened.deadLetters()).toMatchObject([{ queue: "Jobs", body: "broken", error: "why" }]);
    expect(reopened.redrive()).toBe(1);
    expect(reopened.find(arn("Jobs")).messages()).toMatchObject([{ body: "broken", receiveCount: 0 }]);
  });

  test("a message whose last try crashed the process goes to the dead-letter queue", () => {
    const journal = openJournal(join(folder, "other.jsonl"));
    const dead = openQueue({ name: "D", arn: "d", journal });
    const queue = openQueue({
      name: "Q",
      arn: "q",
      journal,
      redrivePolicy: () => ({ target: dead, maxReceiveCount: 1 }),
    });
    queue.send(["poison"]);
    queue.receive(1, 60_000);
    const reopened = openQueue({
      name: "Q",
      arn: "q",
      journal,
      redrivePolicy: () => ({ target: dead, maxReceiveCount: 1 }),
    });
    expect(reopened.receive(1, 60_000)).toEqual([]);
    expect(dead.messages()).toMatchObject([{ body: "poison" }]);
  });
});
