import type { RecentEvent } from "../bus/bus.ts";
import type { Faults } from "../faults.ts";
import type { QueueClock } from "../queues/queue-clock.ts";
import type { Queues } from "../queues/queues.ts";
import type { Mail } from "../ses/mailbox.ts";
import type { Outcome } from "../ses/undelivered.ts";
import type { Action } from "../stripe/actions.ts";
import type { StripeEmulator } from "../stripe/stripe.ts";

/** The part of a sent mail that the console shows. */
export type ListedMail = Pick<
  Mail,
  "id" | "outcome" | "to" | "from" | "replyTo" | "subject" | "text" | "html" | "at" | "attachments"
>;

/** The data that the console shows and the actions that it runs. Lists are oldest first. */
export interface ConsoleSources {
  /** The shop's address in a browser, without a slash at the end. */
  url: string;
  faults: Faults;
  mails: () => ListedMail[];
  /** Makes a mail bounce, or reports it as spam; false if there is no such mail. */
  report: (mailId: string, outcome: Outcome) => boolean;
  events: () => RecentEvent[];
  /** Sends the archived events of a period again; returns their number. */
  replay: (from: Date, to: Date) => number;
  /** Undefined if the shop uses Stripe itself. */
  payments:
    | (Pick<StripeEmulator, "sessions" | "possibleActions" | "payOut"> & {
        act: (sessionId: string, action: Action) => unknown;
      })
    | undefined;
  deadLetters: Queues["deadLetters"];
  /** Sends dead letters back to the queue where they failed; returns their number. */
  redrive: (queue?: string) => number;
  /** The table's first `limit` items. */
  tableItems: (limit: number) => Promise<{ items: Record<string, unknown>[]; truncated: boolean }>;
  /** The items with one partition key. */
  itemsInPartition: (pk: string) => Promise<{ items: Record<string, unknown>[] }>;
  /** Messages in each queue (waiting or in flight), webhooks not yet delivered, events not yet published. */
  pendingCounts: () => Promise<{ queues: Record<string, number>; webhooks: number; events: number }>;
  queueClock: Pick<QueueClock, "setMode" | "advance">;
  pendingMessages: Queues["pendingMessages"];
  functions: () => { name: string; log: string }[];
  cognito: { putUser: (user: { email: string; password: string; groups?: string[] }) => void };
  /** The back office's account, as the terminal prints it. */
  admin?: { email: string; password: string };
}

/** The path where the console is mounted. */
export const BASE = "/_local";
