/** The rules that decide which changes of an order's status get a mail of their own. */
import { ORDER_STATUS, ORDER_STATUS_LABEL } from "./order-status.ts";
import type { Dispute, HistoryEntry } from "./order.ts";
import type { StatusMail } from "./status-mail.ts";
import { STATUS_MAIL_DELAY_SECONDS } from "./status-mail.ts";

const DELAY_MS = STATUS_MAIL_DELAY_SECONDS * 1000;
/** The mail about a change is sent within this time: the delay, and three seconds until the event is in the queue. */
const MAIL_SENT_WITHIN_MS = DELAY_MS + 3000;

/** The `what` of a history entry that says whether the order is ready to be picked up. */
export const READY_ENTRY = "ready to be picked up";
/** The `what` of a history entry that says that an admin asked for the mail about the status again. */
export const MAIL_AGAIN_ENTRY = "email sent again";

/** The mail about an order's current status. Times are in ISO 8601. */
export type DueMail = {
  kind: StatusMail;
  /** The tracking number in the mail; '' for none. */
  tracking: string;
  /** The time of the first change that gets this mail. Changes with the same `firstChangeAt` get one mail together. */
  firstChangeAt: string;
  /** The time of the latest change. It is later than `firstChangeAt` only if the customer already got the mail. */
  at: string;
};

/**
 * The kind of mail that a history entry needs; 'none' if the entry makes the earlier mail obsolete, undefined if the
 * entry has nothing to do with mails.
 */
function mailKindOf({ what, to }: HistoryEntry, status: string): StatusMail | "none" | undefined {
  const isCompleted = status === ORDER_STATUS_LABEL[ORDER_STATUS.completed];
  const isPending = status === ORDER_STATUS_LABEL[ORDER_STATUS.pending];
  if (what === "tracking") return isCompleted ? "order-completed" : undefined;
  if (what === READY_ENTRY && isPending) return to === "yes" ? "order-ready" : "none";
  if (what !== "status") return undefined;
  if (isCompleted) return "order-completed";
  return isPending ? "none" : "order-cancelled";
}

const msBetween = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

/** A mail that counts as sent. `until`: the time of the next change that concerns mails. */
type SentMail = DueMail & { until: string };

/**
 * Whether the customer's last mail has said the same. That an order is complete is said again only with another tracking number. A
 * second cancellation gets its own mail, unless the order was reopened only for a short time.
 */
function hasSameContent(sentMail: SentMail, { kind, tracking, at }: DueMail): boolean {
  if (sentMail.kind !== kind) return false;
  if (kind === "order-completed") return tracking === "" || tracking === sentMail.tracking;
  return kind !== "order-cancelled" || msBetween(sentMail.until, at) < DELAY_MS;
}

/**
 * The mail about the order's current status; undefined if the last change gets no mail. A mail counts as sent
 * if its status lasted until the queue sent the mail. A mail about a cancellation always counts as sent,
 * because it is not delayed.
 */
export function dueMail(history: readonly HistoryEntry[]): DueMail | undefined {
  let status: string = ORDER_STATUS_LABEL[ORDER_STATUS.pending];
  let tracking = "";
  let sentMail: SentMail | undefined;
  let latestMail: DueMail | undefined;
  for (const entry of history) {
    const { what, to, at } = entry;
    if (what === "status") status = String(to);
    if (what === "tracking") tracking = String(to);
    const kind = mailKindOf(entry, status);
    if (kind === undefined) continue;
    if (latestMail && (latestMail.kind === "order-cancelled" || msBetween(latestMail.at, at) >= DELAY_MS))
      sentMail = { ...latestMail, until: at };
    const nextMail = kind === "none" ? undefined : { kind, tracking, firstChangeAt: at, at };
    latestMail = nextMail && sentMail && hasSameContent(sentMail, nextMail) ? { ...sentMail, at } : nextMail;
  }
  return latestMail;
}

/** Whether the customer already got the mail about the current status before the last change. No second mail is sent. */
export function wasMailedBefore(history: readonly HistoryEntry[]): boolean {
  const mail = dueMail(history);
  return mail !== undefined && mail.firstChangeAt !== mail.at;
}

/**
 * Whether a dispute may have kept back the mail that says that the order is ready. `dueMail` counts this mail as sent, but it
 * may still be due. `disputes`: those of the order, with the times at which they began.
 */
export function mayBeHeldBack(
  history: readonly HistoryEntry[],
  disputes: readonly Pick<Dispute, "at">[],
): boolean {
  const mail = dueMail(history);
  return (
    mail?.kind === "order-ready" &&
    disputes.some(({ at }) => msBetween(mail.firstChangeAt, at) < MAIL_SENT_WITHIN_MS)
  );
}

/**
 * How much longer (in ms, after `now`, in ms) the mail about the status may be in the queue; 0 without such a mail. During
 * this time an admin cannot send the mail again.
 */
export function mailWaitMs(history: readonly HistoryEntry[], now: number): number {
  const mail = dueMail(history);
  if (!mail) return 0;
  const remainingMs = Date.parse(mail.at) + MAIL_SENT_WITHIN_MS - now;
  return Math.min(MAIL_SENT_WITHIN_MS, Math.max(0, remainingMs));
}
