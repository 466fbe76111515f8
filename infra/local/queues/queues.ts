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

/** The template's queues. */
export type Queues = {
  find(arn: string): Queue;
  named(name: string): Queue | undefined;
  clock: QueueClock;
  /** How many messages wait to be handled or are being handled, by the name of their queue; dead letters are not. */
  waiting: () => Record<string, number>;
  /** Every message that waits or is being handled: how often it was received, and seconds until it is seen (again). */
  pending: () => PendingMessage[];
  /** Every message in a dead-letter queue. */
  deadLetters: () => DeadMessage[];
  /**
   * Send what is in a dead-letter queue (by name, or in all) back to the queue it came from; gives how many. Messages
   * that came from no queue, such as those of a schedule, stay.
   */
  redrive: (name?: string) => number;
};

/** Open every queue of the template, with what was on it when the stack last ended, however it ended. */
export function openQueues(stack: Stack, dataDir: string, clock = createQueueClock()): Queues {
  const journal = openJournal(join(dataDir, "queues.jsonl"));
  const resources = stack.resources("AWS::SQS::Queue", QueueProperties);
  const arnOf = ({ logicalId }: { logicalId: string }): string => stack.attribute(logicalId, "Arn");
  const queues = new Map<string, Queue>();
  const find = (arn: string): Queue => {
    const queue = queues.get(arn);
    if (!queue) throw new Error(`The template has no queue ${arn}.`);
    return queue;
  };
  for (const resource of resources) {
    const policy = resource.properties.RedrivePolicy;
    const deadLetter = (): DeadLetter | undefined =>
      policy && { queue: find(policy.deadLetterTargetArn), maxReceiveCount: policy.maxReceiveCount };
    const name = stack.attribute(resource.logicalId, "QueueName");
    const visibilityTimeout = resource.properties.VisibilityTimeout ?? 30;
    const arn = arnOf(resource);
    queues.set(arn, openQueue({ name, arn, journal, deadLetter, clock, visibilityTimeout }));
  }
  // A queue for what could not be handled is one that another names, or that nothing reads and only failures reach.
  const sources = new Map(
    resources.flatMap((resource) => {
      const to = resource.properties.RedrivePolicy?.deadLetterTargetArn;
      return to ? [[to, find(arnOf(resource))] as const] : [];
    }),
  );
  const consumed = new Set(
    stack
      .resources("AWS::Lambda::EventSourceMapping", z.object({ EventSourceArn: z.string() }))
      .map(({ properties }) => properties.EventSourceArn),
  );
  const deadLetterQueues = [...queues.values()].filter(({ arn }) => sources.has(arn) || !consumed.has(arn));

  return {
    find,
    named: (name) => [...queues.values()].find((queue) => queue.name === name),
    clock,
    pending: () =>
      [...queues.values()]
        .filter((queue) => !deadLetterQueues.includes(queue))
        .flatMap((queue) =>
          queue.messages().map(({ id, receiveCount: receives, visibleAt }) => ({
            queue: queue.name,
            receives,
            handled: queue.isHandled(id),
            seconds: Math.max(0, (visibleAt - clock.now()) / 1000),
          })),
        ),
    waiting: () =>
      Object.fromEntries(
        [...queues.values()]
          .filter((queue) => !deadLetterQueues.includes(queue))
          .map((queue) => [queue.name, queue.messages().length]),
      ),
    deadLetters: () =>
      deadLetterQueues.flatMap((queue) =>
        queue.messages().map(({ id, body, receiveCount, sentAt, error }) => ({
          queue: queue.name,
          id,
          body,
          receiveCount,
          at: new Date(sentAt).toISOString(),
          ...(error !== undefined && { error }),
        })),
      ),
    redrive(name) {
      let moved = 0;
      for (const queue of deadLetterQueues) {
        const source = sources.get(queue.arn);
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
