import type { EventBuses } from "../bus/bus.ts";
import type { Faults } from "../faults.ts";
import type { RunningFunction } from "../functions/runner.ts";
import type { QueueClock } from "../queues/queue-clock.ts";
import type { Queues } from "../queues/queues.ts";
import type { Ses } from "../ses/ses.ts";
import type { PaymentAction } from "../stripe/actions.ts";
import type { StripeSimulator } from "../stripe/stripe.ts";
import type { Table } from "../table/table.ts";

/** The parts of the local stack that the console shows and controls. */
export interface ConsoleSources {
  /** The shop's address in a browser, without a slash at the end. */
  url: string;
  faults: Faults;
  ses: Pick<Ses, "mails" | "report">;
  buses: Pick<EventBuses, "events" | "replay">;
  /** Undefined if the shop uses Stripe itself. */
  payments:
    | (Pick<StripeSimulator, "sessions" | "possibleActions" | "payOut" | "pendingWebhooks"> & {
        act: (sessionId: string, action: PaymentAction) => unknown;
      })
    | undefined;
  queues: Pick<Queues, "deadLetters" | "redrive" | "pendingMessages" | "messageCounts"> & {
    clock: Pick<QueueClock, "setMode" | "advance">;
  };
  table: Pick<Table, "items" | "itemsInPartition" | "queryIndex">;
  functions: readonly Pick<RunningFunction, "name" | "logPath">[];
  cognito: { putUser: (user: { email: string; password: string; groups?: string[] }) => void };
  /** The back office's account, as the terminal prints it. */
  admin: { email: string; password: string };
}

/** The path where the console is mounted. */
export const BASE = "/_local";
