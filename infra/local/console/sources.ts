import type { Faults } from "../faults.ts";
import type { QueueClock } from "../queues/queue-clock.ts";
import type { PendingMessage } from "../queues/queues.ts";
import type { Outcome } from "../ses/undelivered.ts";
import type { Action } from "../stripe/actions.ts";

/** An event that was on a bus. */
export interface SeenEvent {
  id: string;
  source: string;
  detailType: string;
  detail: unknown;
  at: string;
}

export interface DeadLetter {
  queue: string;
  id: string;
  body: string;
  receiveCount: number;
  at: string;
  error?: string;
}

export interface SeenMail {
  id: string;
  outcome?: Outcome;
  to: string[];
  from: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  at: string;
}

export interface SeenPayment {
  id: string;
  url: string | null;
  status: string | null;
  payment_status: string;
  amount_total: number | null;
  metadata: Record<string, string> | null;
  created: number;
}

export interface SeenPayments {
  sessions: () => SeenPayment[];
  /** What can be done to a payment now. */
  possible: (sessionId: string) => Action[];
  act: (sessionId: string, action: Action) => unknown;
}

/** Everything the console shows and does; lists are newest last. */
export interface ConsoleSources {
  /** Where a browser finds the shop, without a slash at the end. */
  url: string;
  faults: Faults;
  mails: () => SeenMail[];
  /** Lets a mail come back, or its reader call it spam; false when there is no such mail. */
  report: (mailId: string, outcome: Outcome) => boolean;
  events: () => SeenEvent[];
  /** Puts the archive's events of a time on the bus again; how many. */
  replay: (from: Date, to: Date) => number;
  /** Undefined when Stripe itself is used. */
  payments: SeenPayments | undefined;
  deadLetters: () => DeadLetter[];
  /** Sends dead letters back to their queue; how many. */
  redrive: (queue?: string) => number;
  /** The table's first `limit` items. */
  tableItems: (limit: number) => Promise<{ items: Record<string, unknown>[]; truncated: boolean }>;
  /** Messages that wait on a queue or are being handled, by queue, and webhooks that the shop has not taken yet. */
  waiting: () => { queues: Record<string, number>; webhooks: number };
  queueClock: Pick<QueueClock, "setMode" | "advance">;
  pending: () => PendingMessage[];
  functions: () => { name: string; log: string }[];
  cognito: { putUser: (user: { email: string; password: string; groups?: string[] }) => void };
  /** Who may sign in, as the terminal says it. */
  admin?: { email: string; password: string };
}

/** Where the console is mounted; its links begin with it. */
export const BASE = "/_local";
