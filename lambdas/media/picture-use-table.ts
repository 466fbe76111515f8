/** Which products show a picture, written in the transaction that saves them. Keys: see upload-table.ts. */
import { tableName } from "../lib/dynamodb.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { uploadIdOf } from "./picture-files.ts";
import { pictureDue, uploadKey } from "./upload-table.ts";

type Pictures = readonly string[];

/** A product shows a picture; fails when the picture is gone. Orders refer to a product's main picture. */
const addUse = (
  uploadId: string,
  imageUrl: string,
  productId: string,
  main: boolean,
): TransactionWrite<"picture"> => ({
  name: "picture",
  Update: {
    TableName: tableName(),
    Key: uploadKey(uploadId),
    UpdateExpression: `ADD shownBy :product${main ? ", mainOf :product" : ""} REMOVE duePk, dueSk`,
    ConditionExpression: "#status = :ready AND imageUrl = :url",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":product": new Set([productId]), ":ready": "ready", ":url": imageUrl },
  },
});

/** A product no longer shows a picture. A day later the picture is checked for other uses. */
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

/** One write for each changed upload, because a transaction writes an item only once. The first picture is the main one. */
export function changePictures(
  productId: string,
  before: Pictures,
  after: Pictures,
  now: Date,
): TransactionWrite<"picture" | "dropped picture">[] {
  const had = byUpload(before);
  const has = byUpload(after);
  const shown = [...has].filter(
    ([id, url]) => had.get(id) !== url || (url === after[0] && url !== before[0]),
  );
  const dropped = [...had.keys()].filter((id) => !has.has(id));
  return [
    ...shown.map(([id, url]) => addUse(id, url, productId, url === after[0])),
    ...dropped.map((id) => removeUse(id, productId, now)),
  ];
}

const byUpload = (urls: Pictures): Map<string, string> =>
  new Map(
    urls.flatMap((url) => {
      const id = uploadIdOf(url);
      return id === undefined ? [] : [[id, url] as const];
    }),
  );
