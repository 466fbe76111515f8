/**
 * Which mails were sent.
 * | item | pk | sk |
 * | a mail for one cause | ORDER#<id> | MAIL#<kind>#<cause> |
 * | the customer's own request for the receipt | ORDER#<id> | MAIL#on-request |
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { MailKind } from "../../shared/mails/mail.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { succeeds } from "../lib/succeeds.ts";

/** A claim expires after this time, in ms. Two tries to send take at most 12 s, so its invocation has then crashed. */
const CLAIM_MS = 14_000;

const key = (orderId: string, kind: MailKind, cause: string) => ({
  pk: `ORDER#${orderId}`,
  sk: `MAIL#${kind}#${cause}`,
});

/** 'mine': the caller must send the mail. 'sent': it was sent before. 'busy': another invocation sends it. */
export async function claimMail(
  orderId: string,
  kind: MailKind,
  cause: string,
  now: Date,
): Promise<"mine" | "sent" | "busy"> {
  try {
    await documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...key(orderId, kind, cause), state: "claimed", claimEnds: +now + CLAIM_MS },
        ConditionExpression: "attribute_not_exists(pk) OR (#state = :claimed AND claimEnds < :now)",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":claimed": "claimed", ":now": +now },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return "mine";
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item?.["state"]?.S === "sent" ? "sent" : "busy";
  }
}

export async function recordMail(orderId: string, kind: MailKind, cause: string, now: Date): Promise<void> {
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key(orderId, kind, cause),
      UpdateExpression: "SET #state = :sent, sentAt = :now REMOVE claimEnds",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":sent": "sent", ":now": now.toISOString() },
    }),
  );
}

/** Releases a claim after SES refused the mail, so that the next try does not wait for the claim's end. */
export async function releaseClaim(orderId: string, kind: MailKind, cause: string): Promise<void> {
  await succeeds(
    documentClient().send(
      new DeleteCommand({
        TableName: tableName(),
        Key: key(orderId, kind, cause),
        ConditionExpression: "#state = :claimed",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":claimed": "claimed" },
      }),
    ),
  );
}

const receiptRequestKey = (orderId: string) => ({ pk: `ORDER#${orderId}`, sk: "MAIL#on-request" });

/** Allows the customer one receipt by mail in a minute; false for a second request. */
export const claimReceiptRequest = (orderId: string, now: Date): Promise<boolean> =>
  succeeds(
    documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...receiptRequestKey(orderId), at: +now },
        ConditionExpression: "attribute_not_exists(pk) OR #at <= :before",
        ExpressionAttributeNames: { "#at": "at" },
        ExpressionAttributeValues: { ":before": +now - 60_000 },
      }),
    ),
  );

/** Allows another request after SES refused the mail. */
export async function releaseReceiptRequest(orderId: string): Promise<void> {
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: receiptRequestKey(orderId) }));
}
