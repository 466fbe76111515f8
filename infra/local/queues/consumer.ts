import { createHash } from "node:crypto";
import { failedItems, messageOf } from "../functions/batch-result.ts";
import { REGION } from "../template/resource-types.ts";
import type { Message, Queue } from "./queue.ts";

export type ConsumerOptions = {
  queue: Queue;
  invoke: (event: unknown) => Promise<unknown>;
  batchSize: number;
  /** How long a batch may wait to be filled, in ms. */
  windowMs: number;
  /** Batches that are handled at once. */
  concurrency: number;
  reportsItems: boolean;
  /** The wait before try n + 1, in ms. */
  delayMs?: (tries: number) => number;
};

/**
 * The wait before a message that failed comes again, in ms: 1 s, 2 s, 4 s … at most 30 s, where SQS waits for minutes.
 * Five tries outlast what a function that died has claimed.
 */
const redeliveryDelayMs = (tries: number): number => Math.min(30_000, 1_000 * 2 ** (tries - 1));

/** Hidden while it is handled, in ms: longer than any function runs. A restart shows it again. */
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

/** Feeds a queue to a function in batches. `stop` takes no more and waits for what is being handled. */
export function consume(options: ConsumerOptions): { stop(): Promise<void> } {
  const { queue, batchSize, windowMs, concurrency, delayMs = redeliveryDelayMs } = options;
  const running = new Set<Promise<void>>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const handle = async (batch: Message[]): Promise<void> => {
    const ids = batch.map(({ id }) => id);
    let failed = ids;
    let error = "The function reported it as failed.";
    try {
      const result = await options.invoke({ Records: batch.map((message) => recordOf(queue, message)) });
      failed = options.reportsItems ? failedItems(result, ids) : [];
    } catch (thrown) {
      error = messageOf(thrown);
    }
    // A function that the end of the stack cut off has not failed: its messages come again after the restart.
    if (stopped && failed.length === ids.length) return;
    queue.remove(ids.filter((id) => !failed.includes(id)));
    for (const { id, receiveCount } of batch.filter((message) => failed.includes(message.id)))
      queue.giveBack(id, delayMs(receiveCount), error);
  };
  const waitFor = (at: number): void => {
    clearTimeout(timer);
    timer = setTimeout(pump, Math.min(Math.max(at - Date.now(), 1), 60_000));
  };
  const pump = (): void => {
    while (!stopped && running.size < concurrency) {
      const visible = queue.messages().filter(({ visibleAt }) => visibleAt <= Date.now());
      const oldest = Math.min(...visible.map(({ visibleAt }) => visibleAt));
      if (visible.length === 0) break;
      if (visible.length < batchSize && Date.now() < oldest + windowMs) return waitFor(oldest + windowMs);
      const batch = queue.receive(batchSize, IN_FLIGHT_MS);
      if (batch.length === 0) break;
      const work = handle(batch).finally(() => {
        running.delete(work);
        pump();
      });
      running.add(work);
    }
    const next = queue.nextVisibleAt();
    if (!stopped && next !== undefined && running.size < concurrency) waitFor(next);
  };
  queue.onMessage(pump);
  pump();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
