import { join } from "node:path";
import * as z from "zod/mini";
import { openJournal } from "../util/journal.ts";
import type { Stack } from "../template/stack.ts";
import { createQueueClock, type QueueClock } from "./queue-clock.ts";
import { openQueue, type DeadLetter, type Queue } from "./queue.ts";

const QueueProperties = z.object({
  FifoQueue: z.optional(z.literal(false, "FIFO queues are not known to the local stack")),
  VisibilityTimeout: z.optional(z.number()),
  RedrivePolicy: z.optional(
    z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }),
  ),
});

export type DeadMessage = {
  queue: string;
  id: string;
  body: string;
  receiveCount: number;
  at: string;
  error?: string;
};

export type PendingMessage = { queue: string; receives: number; handled: boolean; seconds: number };

export type Queues = {
  find(arn: string): Queue;
  named(name: string): Queue | undefined;
  clock: QueueClock;
  /** How many messages wait or are being handled, by the name of their queue, without dead letters. */
  waiting: () => Record<string, number>;
  /** Every message that waits or is being handled: how often it was received, and the seconds until it is visible. */
  pending: () => PendingMessage[];
  /** Every message in a dead-letter queue. */
  deadLetters: () => DeadMessage[];
  /**
   * Send the messages of a dead-letter queue (by name, or of all) back to the queue they came from; returns their
   * number. Messages that came from no queue, such as those of a schedule, stay.
   */
  redrive: (name?: string) => number;
};

/** Open every queue of the template, with its messages from before the last end or crash of the stack. */
export function openQueues(stack: Stack, dataDir: string, clock = createQueueClock()): Queues {
  const journal = openJournal(join(dataDir, "queues.jsonl"));
  const sourceOf = new Map<string, Queue>();
  const queues = new Map<string, Queue>();
  const find = (arn: string): Queue => {
    const queue = queues.get(arn);
    if (!queue) throw new Error(`The template has no queue ${arn}.`);
    return queue;
  };
  for (const { logicalId, properties } of stack.resources("AWS::SQS::Queue", QueueProperties)) {
    const { RedrivePolicy: policy, VisibilityTimeout: visibilityTimeout } = properties;
    const deadLetter = (): DeadLetter | undefined =>
      policy && { queue: find(policy.deadLetterTargetArn), maxReceiveCount: policy.maxReceiveCount };
    const arn = stack.attribute(logicalId, "Arn");
    const name = stack.attribute(logicalId, "QueueName");
    const queue = openQueue({ name, arn, journal, deadLetter, clock, visibilityTimeout });
    queues.set(arn, queue);
    if (policy) sourceOf.set(policy.deadLetterTargetArn, queue);
  }
  const consumed = new Set(
    stack
      .resources("AWS::Lambda::EventSourceMapping", z.object({ EventSourceArn: z.string() }))
      .map(({ properties }) => properties.EventSourceArn),
  );
  // A dead-letter queue is one that another queue names, or that no function reads: the destination of failures.
  const isDead = ({ arn }: Queue): boolean => sourceOf.has(arn) || !consumed.has(arn);
  const all = [...queues.values()];
  const deadLetterQueues = all.filter(isDead);
  const working = all.filter((queue) => !isDead(queue));

  return {
    find,
    named: (name) => all.find((queue) => queue.name === name),
    clock,
    pending: () =>
      working.flatMap((queue) =>
        queue.messages().map(({ id, receiveCount: receives, visibleAt }) => ({
          queue: queue.name,
          receives,
          handled: queue.isHandled(id),
          seconds: Math.max(0, (visibleAt - clock.now()) / 1000),
        })),
      ),
    waiting: () => Object.fromEntries(working.map((queue) => [queue.name, queue.messages().length])),
    deadLetters: () =>
      deadLetterQueues.flatMap((queue) =>
        queue.messages().map(({ id, body, receiveCount, sentAt, error }) => ({
          ...{ queue: queue.name, id, body, receiveCount, at: new Date(sentAt).toISOString() },
          ...(error !== undefined && { error }),
        })),
      ),
    redrive(name) {
      let moved = 0;
      for (const queue of deadLetterQueues) {
        const source = sourceOf.get(queue.arn);
        if (!source || (name !== undefined && name !== queue.name)) continue;
        const messages = queue.messages();
        source.send(messages.map(({ body }) => body));
        queue.remove(messages.map(({ id }) => id));
        moved += messages.length;
      }
      return moved;
    },
  };
}
