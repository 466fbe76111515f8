import { setTimeout as wait } from "node:timers/promises";
import { backInStockMail } from "../../shared/mails/back-in-stock-mails.ts";
import { alarmField } from "../../shared/log-alarms.ts";
import { log } from "../lib/log.ts";
import { NoAnswerError } from "../lib/ses.ts";
import { findMailbox } from "../mail/send-once.ts";
import type { Sender } from "../mail/send-mail.ts";
import { sendMail } from "../mail/send-mail.ts";
import { linksOf } from "./links.ts";
import type { StockRequestItem } from "./request-table.ts";
import type { VariantKey } from "./waiting-list-table.ts";
import { claimRequest, postponeRequest, removeRequest, readRequests } from "./request-table.ts";
import { stopMailing } from "./waiting-list-table.ts";
import { endRequests } from "./end-requests.ts";
import type { RequestedVariant } from "./requested-variant.ts";
import { readRequestedVariant } from "./requested-variant.ts";

export type BackInStockMailSettings = {
  sender: Sender;
  teamEmail: string;
  origin: string;
  mailsPerSecond: number;
};

/** The stock is read again after this many requests. */
const BATCH_SIZE = 10;
/** After this many failures in a row, SES is probably down or refuses everything: a later run sends the rest. */
const MAX_FAILURES_IN_A_ROW = 3;
const MINUTE_MS = 60_000;
/**
 * The waits after the first, second … failure of a request's mail. Together they are longer than a day, because SES refuses all
 * mails for up to a day when the account's daily quota is used up. After one more failure the request is deleted.
 */
const WAITS_MS = [15 * MINUTE_MS, 60 * MINUTE_MS, 6 * 60 * MINUTE_MS, 24 * 60 * MINUTE_MS] as const;
/** The shortest wait if SES did not answer, because SES may have sent the mail. */
const MIN_WAIT_WITHOUT_ANSWER_MS = 6 * 60 * MINUTE_MS;

/**
 * Mails the people who wait for a product or variant that is back, until `deadline` (ms since 1970). Deletes each request
 * after its mail. If the stock is sold out again, the other people wait for the next StockBack event. `eventTime`: the time
 * that `startMailing` stored. Safe for concurrent and repeated calls. A mail is sent twice only in two cases: a function
 * crashed between sending the mail and deleting the request, or SES sent the mail but did not answer.
 */
export async function mailWaitingPeople(
  variant: VariantKey,
  { eventTime, deadline }: { eventTime: string; deadline: number },
  settings: BackInStockMailSettings,
): Promise<void> {
  let after: string | undefined = "";
  let hasUnsentMail = false;
  let failuresInARow = 0;
  while (after !== undefined) {
    const product = await readRequestedVariant(variant, new Date());
    if (!product) return endRequests(variant, deadline);
    if (product.available <= 0 || !product.isInStore) return stopMailing(variant, eventTime);
    const { requests, next } = await readRequests(variant, { after, limit: BATCH_SIZE });
    for (const request of requests) {
      if (Date.now() >= deadline || failuresInARow >= MAX_FAILURES_IN_A_ROW) return;
      if (request.state !== "waiting" || request.ttl * 1000 < Date.now()) continue;
      // No pause is made before the next request: after an outage of SES, hundreds of requests may be postponed for hours.
      if (request.claimEnds >= Date.now()) {
        hasUnsentMail = true;
        continue;
      }
      const startedAt = Date.now();
      const outcome = await sendRequestedMail(request, product, settings);
      if (outcome !== "done") hasUnsentMail = true;
      if (outcome === "busy") continue;
      failuresInARow = outcome === "failed" ? failuresInARow + 1 : 0;
      await wait(Math.max(0, 1000 / settings.mailsPerSecond - (Date.now() - startedAt)));
    }
    after = next;
  }
  // While a mail is not sent, the list stays marked as being mailed, so that a later run sends the mail.
  if (!hasUnsentMail) await stopMailing(variant, eventTime);
}

/**
 * Sends the mail of a request, and deletes the request. 'busy': another invocation is sending the mail, the next try is not
 * due yet, or the request has ended. 'done' also means that the address is undeliverable.
 */
async function sendRequestedMail(
  request: StockRequestItem,
  { name, nameWithVariant }: RequestedVariant,
  { sender, teamEmail, origin }: BackInStockMailSettings,
): Promise<"done" | "busy" | "failed"> {
  if (!(await claimRequest(request, new Date()))) return "busy";
  const to = await findMailbox(request.email, request.productId, "back-in-stock");
  if (to) {
    const { endUrl, unsubscribe } = linksOf(request, origin);
    const productUrl = `${origin}/store/${encodeURIComponent(request.productId)}`;
    const content = backInStockMail({ name, nameWithVariant, endUrl, productUrl }, origin);
    try {
      await sendMail({ from: sender, to, replyTo: teamEmail, kind: "back-in-stock", unsubscribe }, content);
    } catch (error) {
      await postponeOrRemove(request, error);
      return "failed";
    }
  }
  await removeRequest(request);
  return "done";
}

async function postponeOrRemove(request: StockRequestItem, error: unknown): Promise<void> {
  const waitMs = WAITS_MS[request.failures];
  if (waitMs !== undefined) {
    const minWaitMs = error instanceof NoAnswerError ? MIN_WAIT_WITHOUT_ANSWER_MS : 0;
    return postponeRequest(request, Math.max(waitMs, minWaitMs), new Date());
  }
  log.error("A request was deleted, because its mail failed repeatedly", {
    ...alarmField("mail"),
    productId: request.productId,
  });
  await removeRequest(request);
}
