import { randomUUID } from "node:crypto";
import type { Journal, Write } from "../kit/journal.ts";

/** One message, as it is kept. */
export type Message = {
  id: string;
  body: string;
  sentAt: number;
  receiveCount: number;
  /** Not handed out before this time, in ms since 1970. */
  visibleAt: number;
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
  /** A message failed: seen again after `delayMs`, or moved to the dead-letter queue after its last try. */
  giveBack(id: string, delayMs: number, error: string): void;
  messages(): Message[];
  /** When the next message becomes visible, in ms since 1970. */
  nextVisibleAt(): number | undefined;
  onMessage(listener: () => void): void;
};

export type DeadLetter = { queue: Queue; maxReceiveCount: number };
type Options = { name: string; arn: string; journal: Journal; deadLetter?: () => DeadLetter | undefined };

/** Open a queue with what was on it. A message that was being handled when the process died is visible again. */
export function openQueue({ name, arn, journal, deadLetter }: Options): Queue {
  const rows = journal.table<Message>(name);
  const listeners: (() => void)[] = [];
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
      const now = Date.now();
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
      const now = Date.now();
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
      return taken;
    },
    remove: (ids) => journal.commit(...ids.map((id) => rows.drop(id))),
    giveBack(id, delayMs, error) {
      const message = rows.get(id);
      if (!message) return;
      const failed = { ...message, error, visibleAt: Date.now() + delayMs };
      journal.commit(...(buried(failed) ?? [rows.put(id, failed)]));
      notify();
    },
    messages: () => rows.all(),
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
