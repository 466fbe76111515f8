import type { ScheduledEvent } from "aws-lambda";
import type * as z from "zod/mini";
import { mailSettings, BackInStockMailEnv } from "./back-in-stock/mail-env.ts";
import { reconcileWaitingLists } from "./back-in-stock/reconcile-waiting-lists.ts";
import { readEnv } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";

export type Env = z.infer<typeof BackInStockMailEnv>;
const settings = mailSettings(readEnv(BackInStockMailEnv));

/** The time for one run, in ms. The schedule starts a run every minute. */
const RUN_MS = 40_000;

/**
 * Schedule: sends the back-in-stock mails that were not sent yet, and deletes requests for products that cannot come
 * back.
 */
export const handler = eventFunction((_: ScheduledEvent) =>
  reconcileWaitingLists(settings, Date.now() + RUN_MS),
);
