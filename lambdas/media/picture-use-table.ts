/** Which products show a picture, written when a product is saved. Keys: see upload-table.ts. */
import { tableName } from "../lib/dynamodb.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { picturesForOrders } from "../../shared/product.ts";
import type { ProductRow } from "../products/product-table.ts";
import { imageColorsOf } from "../products/product-table.ts";
import { uploadIdOf } from "./picture-files.ts";
import { pictureDueKeys, uploadKey } from "./upload-table.ts";

/**
 * The write for a product that starts to show a picture; fails unless the picture is ready and has this URL. The product is
 * added to `shownBy`, and also to `mainOf` if orders of the product can refer to the picture.
 */
const addUse = (
  uploadId: string,
  imageUrl: string,
  productId: string,
  isForOrders: boolean,
): TransactionWrite<"picture"> => ({
  name: "picture",
  Update: {
    TableName: tableName(),
    Key: uploadKey(uploadId),
    UpdateExpression: `ADD shownBy :product${isForOrders ? ", mainOf :product" : ""} REMOVE duePk, dueSk`,
    ConditionExpression: "#status = :ready AND imageUrl = :url",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":product": new Set([productId]), ":ready": "ready", ":url": imageUrl },
  },
});

/** The write for a product that stops showing a picture. A day later the picture is checked for other uses. */
const removeUse = (uploadId: string, productId: string, now: Date): TransactionWrite<"dropped picture"> => {
  const { duePk, dueSk } = pictureDueKeys(uploadId, now);
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

/**
 * The writes for the pictures that a save adds to a product, removes, or shows in orders from now on: one for each upload, because
 * a transaction may write an item only once.
 */
export function changePictures(
  productId: string,
  before: ProductRow | undefined,
  after: ProductRow | undefined,
  now: Date,
): TransactionWrite<"picture" | "dropped picture">[] {
  const urlsBefore = urlsByUploadId(before?.imageUrls ?? []);
  const urlsAfter = urlsByUploadId(after?.imageUrls ?? []);
  const forOrdersBefore = picturesForOrdersIn(before);
  const forOrdersAfter = picturesForOrdersIn(after);
  const addedPictures = [...urlsAfter].filter(
    ([id, url]) => urlsBefore.get(id) !== url || (forOrdersAfter.has(url) && !forOrdersBefore.has(url)),
  );
  const droppedIds = [...urlsBefore.keys()].filter((id) => !urlsAfter.has(id));
  return [
    ...addedPictures.map(([id, url]) => addUse(id, url, productId, forOrdersAfter.has(url))),
    ...droppedIds.map((id) => removeUse(id, productId, now)),
  ];
}

const picturesForOrdersIn = (row: ProductRow | undefined): Set<string> =>
  row ? picturesForOrders({ ...row, ...imageColorsOf(row) }) : new Set();

const urlsByUploadId = (urls: readonly string[]): Map<string, string> =>
  new Map(
    urls.flatMap((url) => {
      const id = uploadIdOf(url);
      return id === undefined ? [] : [[id, url] as const];
    }),
  );
