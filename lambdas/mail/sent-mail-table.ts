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

/** After this a claim expires, because its sender must have died: SES's two tries end within 12 s. ms */
const CLAIM_MS = 14_000;

const key = (orderId: string, kind: MailKind, cause: string) => ({
  pk: `ORDER#${orderId}`,
  sk: `MAIL#${kind}#${cause}`,
});

const writeIf = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** 'mine': the caller sends it. 'sent': it was sent before. 'busy': another invocation is sending it. */
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

/** Releases a claim after SES refused the mail, so that the next try need not wait for its end. */
export async function releaseClaim(orderId: string, kind: MailKind, cause: string): Promise<void> {
  await writeIf(
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

const onRequest = (orderId: string) => ({ pk: `ORDER#${orderId}`, sk: "MAIL#on-request" });

/** Allows the customer one receipt by mail in a minute; false for a second request. */
export const takeReceiptRequest = (orderId: string, now: Date): Promise<boolean> =>
  writeIf(
    documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...onRequest(orderId), at: +now },
        ConditionExpression: "attribute_not_exists(pk) OR #at <= :before",
        ExpressionAttributeNames: { "#at": "at" },
        ExpressionAttributeValues: { ":before": +now - 60_000 },
      }),
    ),
  );

/** Allows another request after SES refused the mail. */
export async function releaseReceiptRequest(orderId: string): Promise<void> {
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: onRequest(orderId) }));
}
