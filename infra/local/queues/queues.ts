import { join } from "node:path";
import * as z from "zod/mini";
import { openJournal } from "../util/journal.ts";
import type { Stack } from "../template/stack.ts";
import { createQueueClock } from "./queue-clock.ts";
import { openQueue, type RedrivePolicy, type Queue } from "./queue.ts";

const QueueProperties = z.object({
  FifoQueue: z.optional(z.literal(false, "FIFO queues are not known to the local stack")),
  VisibilityTimeout: z.optional(z.number()),
  DelaySeconds: z.optional(z.number()),
  RedrivePolicy: z.optional(
    z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }),
  ),
});

export type DeadLetter = {
  /** The queue where the message failed, or the dead-letter queue if the message came there directly. */
  queue: string;
  id: string;
  body: string;
  receiveCount: number;
  at: string;
  error?: string;
};

export type PendingMessage = { queue: string; receives: number; handled: boolean; seconds: number };

export type Queues = ReturnType<typeof openQueues>;

/** Open every queue of the template, with the messages that were stored before the stack ended or crashed. */
export function openQueues(stack: Stack, dataDir: string, clock = createQueueClock()) {
  const journal = openJournal(join(dataDir, "queues.jsonl"));
  const queues = new Map<string, Queue>();
  const redriveTargets = new Set<string>();
  const find = (arn: string): Queue => {
    const queue = queues.get(arn);
    if (!queue) throw new Error(`The template has no queue ${arn}.`);
    return queue;
  };
  for (const { logicalId, properties } of stack.resources("AWS::SQS::Queue", QueueProperties)) {
    const { RedrivePolicy: policy, VisibilityTimeout: visibilityTimeoutS, DelaySeconds: delayS } = properties;
    const redrivePolicy = (): RedrivePolicy | undefined =>
      policy && { target: find(policy.deadLetterTargetArn), maxReceiveCount: policy.maxReceiveCount };
    const arn = stack.attribute(logicalId, "Arn");
    const name = stack.attribute(logicalId, "QueueName");
    const queue = openQueue({ name, arn, journal, redrivePolicy, clock, visibilityTimeoutS, delayS });
    queues.set(arn, queue);
    if (policy) redriveTargets.add(policy.deadLetterTargetArn);
  }
  const consumedArns = new Set(
    stack
      .resources("AWS::Lambda::EventSourceMapping", z.object({ EventSourceArn: z.string() }))
      .map(({ properties }) => properties.EventSourceArn),
  );
  // A dead-letter queue is named in another queue's RedrivePolicy, or no function reads it.
  const isDeadLetterQueue = ({ arn }: Queue): boolean => redriveTargets.has(arn) || !consumedArns.has(arn);
  const allQueues = [...queues.values()];
  const deadLetterQueues = allQueues.filter(isDeadLetterQueue);
  const workQueues = allQueues.filter((queue) => !isDeadLetterQueue(queue));

  return {
    find,
    findByName: (name: string) => allQueues.find((queue) => queue.name === name),
    clock,
    /** Messages that wait or are in flight (`handled`), with the number of receives and the seconds until visible. */
    pendingMessages: (): PendingMessage[] =>
      workQueues.flatMap((queue) =>
        queue.messages().map(({ id, receiveCount: receives, visibleAt }) => ({
          queue: queue.name,
          receives,
          handled: queue.isInFlight(id),
          seconds: Math.max(0, (visibleAt - clock.now()) / 1000),
        })),
      ),
    /** The number of messages (waiting or in flight) by queue name, without the dead-letter queues. */
    messageCounts: (): Record<string, number> =>
      Object.fromEntries(workQueues.map((queue) => [queue.name, queue.messages().length])),
    deadLetters: (): DeadLetter[] =>
      deadLetterQueues.flatMap((queue) =>
        queue.messages().map(({ id, body, receiveCount, sentAt, error, source }) => {
          const { name } = source === undefined ? queue : find(source);
          const letter = { queue: name, id, body, receiveCount, at: new Date(sentAt).toISOString() };
          return { ...letter, ...(error !== undefined && { error }) };
        }),
      ),
    /**
     * Send the dead letters that failed in the queue `name`, or in any queue, back to that queue. Returns their number.
     * Messages that were never in another queue stay, such as the reports of failed records of the table's stream.
     */
    redrive(name?: string): number {
      let movedCount = 0;
      for (const queue of deadLetterQueues) {
        for (const { id, body, source } of queue.messages()) {
          if (source === undefined || (name !== undefined && name !== find(source).name)) continue;
          find(source).send([body]);
          queue.remove([id]);
          movedCount += 1;
        }
      }
      return movedCount;
    },
  };
}
