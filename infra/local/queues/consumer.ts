import { createHash } from "node:crypto";
import { failedItemIds } from "../functions/batch-result.ts";
import { REGION } from "../template/resource-types.ts";
import { messageOf } from "../util/errors.ts";
import type { QueueClock } from "./queue-clock.ts";
import type { Message, Queue } from "./queue.ts";

export type ConsumerOptions = {
  queue: Queue;
  clock: QueueClock;
  invoke: (event: unknown) => Promise<unknown>;
  batchSize: number;
  /** Longest wait for a batch to fill, in ms. */
  windowMs: number;
  /** Limit of batches that are handled at the same time. */
  concurrency: number;
  reportsItemFailures: boolean;
};

/** A message is hidden for this time (ms) while a function handles it. No function may run longer. */
const IN_FLIGHT_MS = 15 * 60_000;

const recordOf = (queue: Queue, message: Message): object => ({
  messageId: message.id,
  receiptHandle: message.id,
  body: message.body,
  attributes: {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(message.sentAt),
    SenderId: "local",
    ApproximateFirstReceiveTimestamp: String(Date.now()),
  },
  messageAttributes: {},
  md5OfBody: createHash("md5").update(message.body).digest("hex"),
  eventSource: "aws:sqs",
  eventSourceARN: queue.arn,
  awsRegion: REGION,
});

/** Passes a queue's messages to a function in batches. `stop` waits for the running batches. */
export function startConsumer(options: ConsumerOptions): { stop(): Promise<void> } {
  const { queue, clock, batchSize, windowMs, concurrency } = options;
  const runningBatches = new Set<Promise<void>>();
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  const handleBatch = async (batch: Message[]): Promise<void> => {
    const ids = batch.map(({ id }) => id);
    let failedIds = ids;
    let error = "The function reported the message as failed.";
    try {
      const result = await options.invoke({ Records: batch.map((message) => recordOf(queue, message)) });
      failedIds = options.reportsItemFailures ? failedItemIds(result, ids) : [];
    } catch (thrown) {
      error = messageOf(thrown);
    }
    // If a whole batch fails while the stack stops, nothing is recorded. It is delivered again after the restart.
    if (isStopping && failedIds.length === ids.length) return;
    queue.remove(ids.filter((id) => !failedIds.includes(id)));
    for (const { id } of batch.filter((message) => failedIds.includes(message.id))) queue.fail(id, error);
  };
  const dispatchAt = (at: number): void => {
    clearTimeout(timer);
    timer = setTimeout(dispatch, Math.min(Math.max(at - clock.now(), 1), 60_000));
  };
  const dispatch = (): void => {
    while (!isStopping && runningBatches.size < concurrency) {
      const visibleMessages = queue.messages().filter(({ visibleAt }) => visibleAt <= clock.now());
      const oldestVisibleAt = Math.min(...visibleMessages.map(({ visibleAt }) => visibleAt));
      if (visibleMessages.length === 0) break;
      const windowEndsAt = oldestVisibleAt + windowMs;
      if (visibleMessages.length < batchSize && clock.now() < windowEndsAt) return dispatchAt(windowEndsAt);
      const batch = queue.receive(batchSize, IN_FLIGHT_MS);
      if (batch.length === 0) break;
      const runningBatch = handleBatch(batch).finally(() => {
        runningBatches.delete(runningBatch);
        dispatch();
      });
      runningBatches.add(runningBatch);
    }
    const nextAt = queue.nextVisibleAt();
    if (!isStopping && nextAt !== undefined && runningBatches.size < concurrency) dispatchAt(nextAt);
  };
  queue.onMessage(dispatch);
  clock.onAdvance(dispatch);
  dispatch();

  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await Promise.all(runningBatches);
    },
  };
}
