import { randomUUID } from "node:crypto";
import type { Journal, Write } from "../util/journal.ts";
import { createQueueClock, type QueueClock } from "./queue-clock.ts";

/** One message, as it is stored. */
export type Message = {
  id: string;
  body: string;
  sentAt: number;
  receiveCount: number;
  /** Hidden until this time, in ms since 1970. */
  visibleAt: number;
  /** The visibility timeout in seconds that the function set at the try with the number `after`. */
  hidden?: { after: number; seconds: number };
  /** The reason of the last failure, for the console. */
  error?: string;
};

/** One SQS queue. A message is on disk when `send` returns. */
export type Queue = {
  name: string;
  arn: string;
  /** Put messages on the queue, all or none. */
  send(bodies: string[], options?: { delayMs?: number; error?: string }): void;
  /** Receive up to `max` visible messages; they are hidden for `hideMs`. */
  receive(max: number, hideMs: number): Message[];
  /** Delete messages that were handled. */
  remove(ids: string[]): void;
  /**
   * ChangeMessageVisibility of a message that is being handled; false for any other. The time counts from the function's
   * answer, because a scaled-down wait could end before it.
   */
  hide(id: string, seconds: number): boolean;
  /**
   * A message failed: it becomes visible after the timeout that the function set, or else the queue's own. After its last
   * try it goes to the dead-letter queue at once; SQS waits until it would be visible again.
   */
  fail(id: string, error: string): void;
  messages(): Message[];
  /** Whether a message is being handled. */
  isHandled(id: string): boolean;
  /** When the next message becomes visible, in ms since 1970. */
  nextVisibleAt(): number | undefined;
  onMessage(listener: () => void): void;
};

export type DeadLetter = { queue: Queue; maxReceiveCount: number };
type Options = {
  name: string;
  arn: string;
  journal: Journal;
  deadLetter?: () => DeadLetter | undefined;
  clock?: QueueClock;
  /** In seconds; SQS's default is 30. */
  visibilityTimeout?: number | undefined;
};

/** Open a queue with its messages. A message that was being handled when the process ended is visible again. */
export function openQueue(options: Options): Queue {
  const { name, arn, journal, deadLetter, clock = createQueueClock(), visibilityTimeout = 30 } = options;
  const rows = journal.table<Message>(name);
  const listeners: (() => void)[] = [];
  const handled = new Set<string>();
  const interrupted = rows.all().filter((message) => message.receiveCount > 0);
  journal.commit(...interrupted.map((message) => rows.putWrite(message.id, { ...message, visibleAt: 0 })));

  const notify = (): void => listeners.forEach((listener) => listener());
  /** The writes that move a message to the dead-letter queue, if its tries are used up. */
  const toDeadLetters = (message: Message): Write[] | undefined => {
    const dead = deadLetter?.();
    if (!dead || message.receiveCount < dead.maxReceiveCount) return undefined;
    const { id } = message;
    return [
      rows.dropWrite(id),
      journal.table<Message>(dead.queue.name).putWrite(id, { ...message, visibleAt: 0 }),
    ];
  };

  return {
    name,
    arn,
    send(bodies, { delayMs = 0, error } = {}) {
      const now = clock.now();
      const made = bodies.map((body): Message => ({
        id: randomUUID(),
        body,
        sentAt: now,
        receiveCount: 0,
        visibleAt: now + delayMs,
        ...(error !== undefined && { error }),
      }));
      journal.commit(...made.map((message) => rows.putWrite(message.id, message)));
      notify();
    },
    receive(max, hideMs) {
      const now = clock.now();
      const taken: Message[] = [];
      const writes: Write[] = [];
      for (const message of rows.all()) {
        if (taken.length === max) break;
        if (message.visibleAt > now) continue;
        // A try during which the process ended counts, as on SQS.
        const moved = toDeadLetters(message);
        if (!moved)
          taken.push({ ...message, receiveCount: message.receiveCount + 1, visibleAt: now + hideMs });
        writes.push(...(moved ?? []));
      }
      journal.commit(...writes, ...taken.map((message) => rows.putWrite(message.id, message)));
      for (const { id } of taken) handled.add(id);
      return taken;
    },
    remove(ids) {
      for (const id of ids) handled.delete(id);
      journal.commit(...ids.map((id) => rows.dropWrite(id)));
    },
    hide(id, seconds) {
      const message = rows.get(id);
      if (!message || !handled.has(id)) return false;
      journal.commit(rows.putWrite(id, { ...message, hidden: { after: message.receiveCount, seconds } }));
      return true;
    },
    fail(id, error) {
      const message = rows.get(id);
      handled.delete(id);
      if (!message) return;
      const chosen = message.hidden?.after === message.receiveCount ? message.hidden : undefined;
      const visibleAt = clock.now() + clock.waitMs(chosen?.seconds ?? visibilityTimeout);
      const failed = { ...message, error, visibleAt };
      journal.commit(...(toDeadLetters(failed) ?? [rows.putWrite(id, failed)]));
      notify();
    },
    messages: () => rows.all(),
    isHandled: (id) => handled.has(id),
    nextVisibleAt() {
      const times = rows.all().map(({ visibleAt }) => visibleAt);
      return times.length > 0 ? Math.min(...times) : undefined;
    },
    onMessage: (listener) => void listeners.push(listener),
  };
}
