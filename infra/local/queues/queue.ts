import { randomUUID } from "node:crypto";
import type { Journal, Write } from "../util/journal.ts";
import { createQueueClock, type QueueClock } from "./queue-clock.ts";

/** One message, as it is kept. */
export type Message = {
  id: string;
  body: string;
  sentAt: number;
  receiveCount: number;
  /** Not handed out before this time, in ms since 1970. */
  visibleAt: number;
  /** How long, in seconds, the function said that it is to stay hidden after which of its tries. */
  hidden?: { after: number; seconds: number };
  /** Why it failed last, for the console. */
  error?: string;
};

/** One SQS queue. What `send` has returned from survives `kill -9`. */
export type Queue = {
  name: string;
  arn: string;
  /** Put messages on the queue, all or none. */
  send(bodies: string[], options?: { delayMs?: number; error?: string }): void;
  /** Hand out up to `max` visible messages; they are hidden for `hideMs`. */
  receive(max: number, hideMs: number): Message[];
  /** A message was handled. */
  remove(ids: string[]): void;
  /**
   * ChangeMessageVisibility: hide a message that is being handled; false when none is. The time runs once the function
   * has answered: waits that are scaled down would otherwise end before that.
   */
  hide(id: string, seconds: number): boolean;
  /**
   * A message failed: seen again when the function said, or else after the queue's own visibility timeout. After its
   * last try it is moved to the dead-letter queue at once, where SQS waits until it would be seen again.
   */
  giveBack(id: string, error: string): void;
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
  /** Seconds; 30 is SQS's own. */
  visibilityTimeout?: number;
};

/** Open a queue with what was on it. A message that was being handled when the process died is visible again. */
export function openQueue(options: Options): Queue {
  const { name, arn, journal, deadLetter, clock = createQueueClock(), visibilityTimeout = 30 } = options;
  const rows = journal.table<Message>(name);
  const listeners: (() => void)[] = [];
  const handled = new Set<string>();
  const revived = rows.all().filter((message) => message.receiveCount > 0);
  journal.commit(...revived.map((message) => rows.put(message.id, { ...message, visibleAt: 0 })));

  const notify = (): void => listeners.forEach((listener) => listener());
  const buried = (message: Message): Write[] | undefined => {
    const dead = deadLetter?.();
    if (!dead || message.receiveCount < dead.maxReceiveCount) return undefined;
    const { id } = message;
    return [rows.drop(id), journal.table<Message>(dead.queue.name).put(id, { ...message, visibleAt: 0 })];
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
      journal.commit(...made.map((message) => rows.put(message.id, message)));
      notify();
    },
    receive(max, hideMs) {
      const now = clock.now();
      const taken: Message[] = [];
      const writes: Write[] = [];
      for (const message of rows.all()) {
        if (taken.length === max) break;
        if (message.visibleAt > now) continue;
        // A process that died in the middle of the last try has used that try up, as on SQS.
        const moved = buried(message);
        if (!moved)
          taken.push({ ...message, receiveCount: message.receiveCount + 1, visibleAt: now + hideMs });
        writes.push(...(moved ?? []));
      }
      journal.commit(...writes, ...taken.map((message) => rows.put(message.id, message)));
      for (const { id } of taken) handled.add(id);
      return taken;
    },
    remove(ids) {
      for (const id of ids) handled.delete(id);
      journal.commit(...ids.map((id) => rows.drop(id)));
    },
    hide(id, seconds) {
      const message = rows.get(id);
      if (!message || !handled.has(id)) return false;
      journal.commit(rows.put(id, { ...message, hidden: { after: message.receiveCount, seconds } }));
      return true;
    },
    giveBack(id, error) {
      const message = rows.get(id);
      handled.delete(id);
      if (!message) return;
      const chosen = message.hidden?.after === message.receiveCount ? message.hidden : undefined;
      const visibleAt = clock.now() + clock.waitMs(chosen?.seconds ?? visibilityTimeout);
      const failed = { ...message, error, visibleAt };
      journal.commit(...(buried(failed) ?? [rows.put(id, failed)]));
      notify();
    },
    messages: () => rows.all(),
    isHandled: (id) => handled.has(id),
    nextVisibleAt: () =>
      rows
        .all()
        .reduce<number | undefined>(
          (least, { visibleAt }) => Math.min(least ?? visibleAt, visibleAt),
          undefined,
        ),
    onMessage: (listener) => void listeners.push(listener),
  };
}
