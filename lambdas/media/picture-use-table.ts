/** Which products show a picture, written when a product is saved. Keys: see upload-table.ts. */
import { tableName } from "../lib/dynamodb.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { uploadIdOf } from "./picture-files.ts";
import { pictureDue, uploadKey } from "./upload-table.ts";

type ImageUrls = readonly string[];

/**
 * The write for a product that starts to show a picture; fails when the picture was removed. `mainOf` is
 * recorded because orders refer to a product's main picture.
 */
const addUse = (
  uploadId: string,
  imageUrl: string,
  productId: string,
  isMain: boolean,
): TransactionWrite<"picture"> => ({
  name: "picture",
  Update: {
    TableName: tableName(),
    Key: uploadKey(uploadId),
    UpdateExpression: `ADD shownBy :product${isMain ? ", mainOf :product" : ""} REMOVE duePk, dueSk`,
    ConditionExpression: "#status = :ready AND imageUrl = :url",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":product": new Set([productId]), ":ready": "ready", ":url": imageUrl },
  },
});

/** The write for a product that stops showing a picture, which is checked for other uses a day later. */
const removeUse = (uploadId: string, productId: string, now: Date): TransactionWrite<"dropped picture"> => {
  const { duePk, dueSk } = pictureDue(uploadId, now);
  return {
    name: "dropped picture",
    Update: {
      TableName: tableName(),
      Key: uploadKey(uploadId),
      UpdateExpression: "DELETE shownBy :product SET duePk = :duePk, dueSk = :dueSk",
      ExpressionAttributeValues: { ":product": new Set([productId]), ":duePk": duePk, ":dueSk": dueSk },
    },
  };
};

/** One write for each changed upload: a transaction writes an item only once. The main picture is first. */
export function changePictures(
  productId: string,
  before: ImageUrls,
  after: ImageUrls,
  now: Date,
): TransactionWrite<"picture" | "dropped picture">[] {
  const urlsBefore = byUpload(before);
  const urlsAfter = byUpload(after);
  const added = [...urlsAfter].filter(
    ([id, url]) => urlsBefore.get(id) !== url || (url === after[0] && url !== before[0]),
  );
  const dropped = [...urlsBefore.keys()].filter((id) => !urlsAfter.has(id));
  return [
    ...added.map(([id, url]) => addUse(id, url, productId, url === after[0])),
    ...dropped.map((id) => removeUse(id, productId, now)),
  ];
}

const byUpload = (urls: ImageUrls): Map<string, string> =>
  new Map(
    urls.flatMap((url) => {
      const id = uploadIdOf(url);
      return id === undefined ? [] : [[id, url] as const];
    }),
  );
