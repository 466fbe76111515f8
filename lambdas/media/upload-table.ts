/**
 * Pictures on their way in.
 * | item | pk | sk |
 * | an upload and what became of it | UPLOAD#<id> | UPLOAD (gone after a day by TTL) |
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { UploadState } from "../../shared/upload.ts";
import { documents, tableName } from "../lib/documents.ts";

const KEEP_SECONDS = 86_400;
const key = (uploadId: string) => ({ pk: `UPLOAD#${uploadId}`, sk: "UPLOAD" });

export async function putUpload(uploadId: string, imageUrl: string, now: Date): Promise<void> {
  await documents().send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...key(uploadId), status: "waiting", imageUrl, ttl: Math.floor(+now / 1000) + KEEP_SECONDS },
      ConditionExpression: "attribute_not_exists(pk)",
    }),
  );
}

export async function getUpload(uploadId: string): Promise<UploadState | undefined> {
  const { Item } = await documents().send(
    new GetCommand({ TableName: tableName(), Key: key(uploadId), ConsistentRead: true }),
  );
  return Item && z.parse(UploadState, Item);
}

/** Says once what became of an upload; what nobody asked for, or is decided already, stays as it is. */
export async function decideUpload(uploadId: string, outcome: "ready" | { refused: string }): Promise<void> {
  const refused = outcome === "ready" ? undefined : outcome.refused;
  try {
    await documents().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key(uploadId),
        UpdateExpression:
          refused === undefined ? "SET #status = :status" : "SET #status = :status, reason = :reason",
        ConditionExpression: "#status = :waiting",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":status": refused === undefined ? "ready" : "refused",
          ":waiting": "waiting",
          ...(refused === undefined ? {} : { ":reason": refused }),
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
