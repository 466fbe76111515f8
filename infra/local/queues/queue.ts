import { randomUUID } from "node:crypto";
import type { Journal, Write } from "../util/journal.ts";
import { createQueueClock, type QueueClock } from "./queue-clock.ts";

/** A message as it is stored. Times in ms since 1970. */
export type Message = {
  id: string;
  body: string;
  sentAt: number;
  receiveCount: number;
  /** Hidden until this time. */
  visibleAt: number;
  /** The visibility timeout that the function set, and the receive count at that time. */
  hidden?: { receiveCount: number; seconds: number };
  /** The reason of the last failure, for the console. */
  error?: string;
  /** In a dead-letter queue: the ARN of the queue where the message failed. */
  source?: string;
};

/** One SQS queue. A message is on disk when `send` returns. */
export type Queue = {
  name: string;
  arn: string;
  /** Put messages on the queue: all or none. */
  send(bodies: string[], options?: { delayMs?: number; error?: string }): void;
  /** Receive up to `maxMessages` visible messages, and hide them for `hideMs`. Those without tries left become dead letters. */
  receive(maxMessages: number, hideMs: number): Message[];
  remove(ids: string[]): void;
  /**
   * SQS's ChangeMessageVisibility; false if the message is not being handled. The timeout begins when the
   * function answers, because a scaled-down timeout could end before the function does.
   */
  changeVisibility(id: string, seconds: number): boolean;
  /**
   * Record a failed try. The message becomes visible after the timeout that the function set in this try, or else
   * the queue's. After the last try it moves to the dead-letter queue immediately; SQS would first wait for the timeout.
   */
  fail(id: string, error: string): void;
  messages(): Message[];
  isInFlight(id: string): boolean;
  /** When the next message becomes visible, in ms since 1970. */
  nextVisibleAt(): number | undefined;
  onMessage(listener: () => void): void;
};

/** `target`: the dead-letter queue. */
export type RedrivePolicy = { target: Queue; maxReceiveCount: number };
type Options = {
  name: string;
  arn: string;
  journal: Journal;
  redrivePolicy?: () => RedrivePolicy | undefined;
  clock?: QueueClock;
  /** SQS's default is 30. */
  visibilityTimeoutS?: number | undefined;
  /**
   * SQS's DelaySeconds: how long new messages are hidden. It is not scaled down, because an admin can undo a
   * change during this delay.
   */
  delayS?: number | undefined;
};

/** Open a queue with its stored messages. Messages that were received at least once are visible immediately. */
export function openQueue(options: Options): Queue {
  const { name, arn, journal, redrivePolicy, clock = createQueueClock() } = options;
  const { visibilityTimeoutS = 30, delayS = 0 } = options;
  const rows = journal.table<Message>(name);
  const listeners: (() => void)[] = [];
  const inFlightIds = new Set<string>();
  const receivedMessages = rows.all().filter((message) => message.receiveCount > 0);
  journal.commit(...receivedMessages.map((row) => rows.putWrite(row.id, { ...row, visibleAt: 0 })));

  const notify = (): void => listeners.forEach((listener) => listener());
  /** The writes that move a message to the dead-letter queue; undefined if the message has tries left. */
  const deadLetterWrites = (message: Message): Write[] | undefined => {
    const policy = redrivePolicy?.();
    if (!policy || message.receiveCount < policy.maxReceiveCount) return undefined;
    const { id } = message;
    return [
      rows.deleteWrite(id),
      journal.table<Message>(policy.target.name).putWrite(id, { ...message, visibleAt: 0, source: arn }),
    ];
  };

  return {
    name,
    arn,
    send(bodies, { delayMs = 0, error } = {}) {
      const now = clock.now();
      const messages = bodies.map((body): Message => ({
        id: randomUUID(),
        body,
        sentAt: now,
        receiveCount: 0,
        visibleAt: now + delayMs + delayS * 1000,
        ...(error !== undefined && { error }),
      }));
      journal.commit(...messages.map((message) => rows.putWrite(message.id, message)));
      notify();
    },
    receive(maxMessages, hideMs) {
      const now = clock.now();
      const batch: Message[] = [];
      const writes: Write[] = [];
      for (const message of rows.all()) {
        if (batch.length === maxMessages) break;
        if (message.visibleAt > now) continue;
        // As on SQS, a try during which the process ended counts as a try.
        const moveWrites = deadLetterWrites(message);
        if (moveWrites) writes.push(...moveWrites);
        else batch.push({ ...message, receiveCount: message.receiveCount + 1, visibleAt: now + hideMs });
      }
      journal.commit(...writes, ...batch.map((message) => rows.putWrite(message.id, message)));
      for (const { id } of batch) inFlightIds.add(id);
      return batch;
    },
    remove(ids) {
      for (const id of ids) inFlightIds.delete(id);
      journal.commit(...ids.map((id) => rows.deleteWrite(id)));
    },
    changeVisibility(id, seconds) {
      const message = rows.get(id);
      if (!message || !inFlightIds.has(id)) return false;
      const { receiveCount } = message;
      journal.commit(rows.putWrite(id, { ...message, hidden: { receiveCount, seconds } }));
      return true;
    },
    fail(id, error) {
      const message = rows.get(id);
      inFlightIds.delete(id);
      if (!message) return;
      const hidden = message.hidden?.receiveCount === message.receiveCount ? message.hidden : undefined;
      const visibleAt = clock.now() + clock.waitMs(hidden?.seconds ?? visibilityTimeoutS);
      const failedMessage = { ...message, error, visibleAt };
      journal.commit(...(deadLetterWrites(failedMessage) ?? [rows.putWrite(id, failedMessage)]));
      notify();
    },
    messages: () => rows.all(),
    isInFlight: (id) => inFlightIds.has(id),
    nextVisibleAt: () => rows.all().toSorted((a, b) => a.visibleAt - b.visibleAt)[0]?.visibleAt,
    onMessage: (listener) => void listeners.push(listener),
  };
}
