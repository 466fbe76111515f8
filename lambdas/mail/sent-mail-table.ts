/**
 * Which mails were sent.
 * | item | pk | sk |
 * | a mail for one cause; deleted by TTL if the order was never paid | ORDER#<id> | MAIL#<kind>#<cause> |
 * | a mail about a ticket; deleted by TTL with the ticket | TICKET#<id> | MAIL#<kind>#<cause> |
 * | the customer's own request for the receipt | ORDER#<id> | MAIL#on-request |
 */
import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { MailKind } from "../../shared/mails/mail.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { newToken } from "../lib/ids.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";
import { updateItem } from "../lib/update-item.ts";

/**
 * A claim expires after this time, in ms. Two tries to send take at most 12 s, and the record a few seconds more, so after
 * this time the invocation has crashed.
 */
const CLAIM_MS = 25_000;
/** How often `recordMail` tries to write; the SDK repeats each try. */
const RECORD_TRIES = 3;
/**
 * The waits after the first, second and later tries that SES did not answer, in ms. They are long, because SES may have sent
 * the mail. The last wait is longer than the time in which the queue retries.
 */
const WAITS_MS = [15 * 60_000, 60 * 60_000, 6 * 60 * 60_000] as const;

/** `subjectId`: the order or the ticket that the mail is about. */
const mailKey = (subjectId: string, kind: MailKind, cause: string) => ({
  pk: `${subjectId.startsWith("tkt_") ? "TICKET" : "ORDER"}#${subjectId}`,
  sk: `MAIL#${kind}#${cause}`,
});

/** `unanswered`: the number of tries that SES did not answer. */
const MailRecord = z.object({ state: z.enum(["claimed", "sent"]), unanswered: z._default(z.int(), 0) });

/**
 * Claims the sending of a mail. 'mine': the caller must send the mail. 'sent': the mail was sent before.
 * 'busy': another invocation sends the mail, or the next try is not due yet. The record is deleted after
 * `keepUntil` (in seconds since 1970), if given.
 */
export async function claimMail(
  subjectId: string,
  kind: MailKind,
  cause: string,
  now: Date,
  keepUntil?: number,
): Promise<{ state: "mine"; unansweredCount: number } | { state: "sent" } | { state: "busy" }> {
  const { ok, item } = await updateItem({
    Key: mailKey(subjectId, kind, cause),
    UpdateExpression: `SET #state = :claimed, claimEnds = :ends${keepUntil === undefined ? "" : ", #ttl = :ttl"}`,
    ConditionExpression: "attribute_not_exists(pk) OR (#state = :claimed AND claimEnds < :now)",
    ExpressionAttributeNames: { "#state": "state", ...(keepUntil === undefined ? {} : { "#ttl": "ttl" }) },
    ExpressionAttributeValues: {
      ":claimed": "claimed",
      ":ends": +now + CLAIM_MS,
      ":now": +now,
      ...(keepUntil === undefined ? {} : { ":ttl": keepUntil }),
    },
    ReturnValues: "ALL_NEW",
  });
  const { state, unanswered } = z.parse(MailRecord, item);
  if (ok) return { state: "mine", unansweredCount: unanswered };
  return { state: state === "sent" ? "sent" : "busy" };
}

/**
 * Extends the claim after a try that SES did not answer, so that the next try waits. `unansweredCount`: the
 * number of these tries of the mail.
 */
export async function extendClaim(
  subjectId: string,
  kind: MailKind,
  cause: string,
  unansweredCount: number,
  now: Date,
): Promise<void> {
  const waitMs = WAITS_MS[unansweredCount - 1] ?? WAITS_MS[2];
  await updateItem({
    Key: mailKey(subjectId, kind, cause),
    UpdateExpression: "SET claimEnds = :ends, unanswered = :unanswered",
    ExpressionAttributeValues: { ":ends": +now + waitMs, ":unanswered": unansweredCount },
  });
}

/** Records a mail that SES accepted. Tried longer than other writes, because a mail without its record is sent again. */
export async function recordMail(subjectId: string, kind: MailKind, cause: string, now: Date): Promise<void> {
  const updateCommand = new UpdateCommand({
    TableName: tableName(),
    Key: mailKey(subjectId, kind, cause),
    UpdateExpression: "SET #state = :sent, sentAt = :now REMOVE claimEnds",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":sent": "sent", ":now": now.toISOString() },
  });
  for (let tries = 1; ; tries++)
    try {
      await documentClient().send(updateCommand);
      return;
    } catch (error) {
      if (tries === RECORD_TRIES) throw error;
    }
}

/** Releases a claim after SES refused the mail, so that the next try does not wait for the claim's end. */
export async function releaseClaim(subjectId: string, kind: MailKind, cause: string): Promise<void> {
  await isConditionMet(
    documentClient().send(
      new DeleteCommand({
        TableName: tableName(),
        Key: mailKey(subjectId, kind, cause),
        ConditionExpression: "#state = :claimed",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":claimed": "claimed" },
      }),
    ),
  );
}

const receiptRequestKey = (orderId: string) => ({ pk: `ORDER#${orderId}`, sk: "MAIL#on-request" });

/**
 * Allows the customer one receipt by mail in a minute; false for a second request. The `claim` lets the SDK repeat the write
 * after a lost answer: without it, the repetition would look like a second request.
 */
export function claimReceiptRequest(orderId: string, now: Date): Promise<boolean> {
  const claim = newToken();
  return isConditionMet(
    documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...receiptRequestKey(orderId), at: +now, claim },
        ConditionExpression: "attribute_not_exists(pk) OR #at <= :before OR #claim = :claim",
        ExpressionAttributeNames: { "#at": "at", "#claim": "claim" },
        ExpressionAttributeValues: { ":before": +now - 60_000, ":claim": claim },
      }),
    ),
  );
}

/** Allows another request after a failure in which SES certainly did not send the mail. */
export async function releaseReceiptRequest(orderId: string): Promise<void> {
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: receiptRequestKey(orderId) }));
}
