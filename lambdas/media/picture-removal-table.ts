/** Pictures that may be unused. Keys: see upload-table.ts. */
import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { parseValid } from "../lib/parse-item.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";
import { uploadKey } from "./upload-table.ts";

/** How long the upload's item stays in the table after the picture was removed. */
const KEEP_SECONDS = 90 * 86_400;

const Ids = z.instanceof(Set<string>);
const DueItem = z.object({
  pk: z.string(),
  dueSk: z.string(),
  imageUrl: z.string(),
  shownBy: z.optional(Ids),
  mainOf: z.optional(Ids),
});

/** A picture to check, with its `dueSk` at the time of the read. `mainOf`: the products whose orders may show the picture. */
export type DuePicture = {
  uploadId: string;
  imageUrl: string;
  isShown: boolean;
  mainOf: string[];
  dueSk: string;
};

/** Pictures due for a check before `now`, the oldest first, at most `limit`. */
export async function readDuePictures(now: Date, limit: number): Promise<DuePicture[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: "due",
      KeyConditionExpression: "duePk = :pictures AND dueSk < :now",
      ExpressionAttributeValues: { ":pictures": "PICTURES", ":now": now.toISOString() },
      Limit: limit,
    }),
  );
  return parseValid(DueItem, Items).map(({ pk, dueSk, imageUrl, shownBy, mainOf }) => {
    const uploadId = pk.replace("UPLOAD#", "");
    return { uploadId, imageUrl, isShown: shownBy !== undefined, mainOf: [...(mainOf ?? [])], dueSk };
  });
}

/** Returns false if the stored `dueSk` has changed, or `condition` is not met. */
function updateIfUnchanged(
  { uploadId, dueSk }: DuePicture,
  change: { UpdateExpression: string; condition?: string; values?: Record<string, unknown> },
): Promise<boolean> {
  const { UpdateExpression, condition, values } = change;
  const attributeNames = Object.fromEntries(
    ["#status", "#ttl"]
      .filter((name) => UpdateExpression.includes(name))
      .map((name) => [name, name.slice(1)]),
  );
  return isConditionMet(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: uploadKey(uploadId),
        UpdateExpression,
        ConditionExpression: ["dueSk = :seen", condition].filter(Boolean).join(" AND "),
        ...(Object.keys(attributeNames).length > 0 ? { ExpressionAttributeNames: attributeNames } : {}),
        ExpressionAttributeValues: { ":seen": dueSk, ...values },
      }),
    ),
  );
}

/** Ends the checks of a picture that is in use, until a product stops showing it. */
export const endPictureChecks = (picture: DuePicture): Promise<boolean> =>
  updateIfUnchanged(picture, { UpdateExpression: "REMOVE duePk, dueSk" });

/** Lets a picture wait until `time`, so that other due pictures are checked before it. */
export const postponeRemoval = (picture: DuePicture, time: Date): Promise<boolean> =>
  updateIfUnchanged(picture, {
    UpdateExpression: "SET dueSk = :time",
    values: { ":time": time.toISOString() },
  });

/**
 * Makes sure that no product can be saved with the picture; false when a product was saved with it. The
 * picture stays due until its files are deleted.
 */
export const markRemoved = (picture: DuePicture): Promise<boolean> =>
  updateIfUnchanged(picture, {
    UpdateExpression: "SET #status = :gone",
    condition: "attribute_not_exists(shownBy)",
    values: { ":gone": "gone" },
  });

/** Ends the checks of a removed picture. */
export const finishRemoval = (picture: DuePicture, now: Date): Promise<boolean> =>
  updateIfUnchanged(picture, {
    UpdateExpression: "SET #ttl = :ttl REMOVE duePk, dueSk",
    values: { ":ttl": toEpochSeconds(now) + KEEP_SECONDS },
  });
