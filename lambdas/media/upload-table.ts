/**
 * Uploads, their pictures, and the products that show the pictures.
 * | item | pk | sk | index `due` |
 * | an upload, its picture, and the products that show it | UPLOAD#<id> | UPLOAD | PICTURES, <time of the next check>#<id> |
 * The index has the pictures that have to be checked. A picture is added by the request for its upload, and again when a product
 * drops it. It is removed when a product is saved with it, or when a check is done.
 */
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { UploadState } from "../../shared/upload.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";

const DAY_MS = 86_400_000;
/** S3 keeps an unprocessed upload for up to two days, so the first check comes a day after that. */
const FIRST_CHECK_MS = 3 * DAY_MS;

export const uploadKey = (uploadId: string) => ({ pk: `UPLOAD#${uploadId}`, sk: "UPLOAD" });

/** Index keys for the next check whether a product shows the picture. */
export const pictureDueKeys = (uploadId: string, now: Date, delayMs: number = DAY_MS) => ({
  duePk: "PICTURES",
  dueSk: `${new Date(+now + delayMs).toISOString()}#${uploadId}`,
});

export async function putUpload(uploadId: string, imageUrl: string, now: Date): Promise<void> {
  await documentClient().send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...uploadKey(uploadId),
        ...pictureDueKeys(uploadId, now, FIRST_CHECK_MS),
        status: "waiting",
        imageUrl,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    }),
  );
}

const RemovedUpload = z.object({ status: z.literal("gone") });

/** The state of an upload; undefined when it is unknown or its picture was removed. */
export async function getUpload(uploadId: string): Promise<UploadState | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: uploadKey(uploadId), ConsistentRead: true }),
  );
  return Item === undefined || z.safeParse(RemovedUpload, Item).success
    ? undefined
    : z.parse(UploadState, Item);
}

/** Binds an upload to its first content; false for other content, and after `recordUploadOutcome`. */
export const claimUpload = (uploadId: string, contentHash: string): Promise<boolean> =>
  isConditionMet(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: uploadKey(uploadId),
        UpdateExpression: "SET contentHash = :hash",
        ConditionExpression:
          "#status = :waiting AND (attribute_not_exists(contentHash) OR contentHash = :hash)",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":hash": contentHash, ":waiting": "waiting" },
      }),
    ),
  );

/** Records the outcome of an upload. A second outcome is ignored. */
export async function recordUploadOutcome(
  uploadId: string,
  outcome: "ready" | { refused: string },
  now: Date,
): Promise<void> {
  const refusal = outcome === "ready" ? undefined : outcome.refused;
  await isConditionMet(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: uploadKey(uploadId),
        UpdateExpression: `SET #status = :status, dueSk = :due${refusal === undefined ? "" : ", reason = :reason"}`,
        ConditionExpression: "#status = :waiting",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":status": refusal === undefined ? "ready" : "refused",
          ":waiting": "waiting",
          ":due": pictureDueKeys(uploadId, now).dueSk,
          ...(refusal === undefined ? {} : { ":reason": refusal }),
        },
      }),
    ),
  );
}
