import type Stripe from "stripe";
import type { BooksResult } from "../../shared/books.ts";
import { log } from "../lib/log.ts";
import type { Finding } from "./finding.ts";
import type { UnreadableKeys } from "./read-orders.ts";

/** The state that the steps of one comparison share. */
export type Run = {
  client: Stripe;
  /** The origin of this site. */
  origin: string;
  now: Date;
  /** The run compares the orders and sessions that have changed since this time; refunds and disputes from longer ago too. */
  since: Date;
  isTimeUp: () => boolean;
  findings: Finding[];
  unreadable: UnreadableKeys;
  counted: BooksResult["counted"];
};

export const addFinding = (run: Run, finding: Finding | undefined): void => {
  if (finding) run.findings.push(finding);
};

/** Whether a finding about the order will be repaired. */
export const hasRepair = (run: Run, orderId: string): boolean =>
  run.findings.some(({ difference, repair }) => repair && difference.orderId === orderId);

export const isUnreadable = (run: Run, orderId: string): boolean =>
  run.unreadable.has(`ORDER#${orderId} ORDER`);

/** Logs a finding. `error` is the reason why its repair failed. */
export const logFinding = (text: string, { difference }: Finding, error?: Error): void =>
  log.warn(text, { ...difference, ...(error ? { error } : {}) });
