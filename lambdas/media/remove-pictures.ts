import { DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { log } from "../lib/log.ts";
import { readProduct } from "../products/product-table.ts";
import { filesOf } from "./picture-files.ts";
import type { DuePicture } from "./picture-removal-table.ts";
import { duePictures, finishRemoval, keepPicture, markGone } from "./picture-removal-table.ts";

/** Pictures that one run takes on; the next comes in an hour. */
const BATCH = 100;

const client = new S3Client({
  maxAttempts: 3,
  forcePathStyle: process.env["AWS_ENDPOINT_URL_S3"] !== undefined,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

/**
 * Removes pictures that for a day no product has shown, with all their sizes. What a product shows, or an order was
 * made of, stays. One that fails does not stop the others; the run then fails, and the next goes on.
 */
export async function removePictures(bucket: string, now: Date): Promise<void> {
  const due = await duePictures(now, BATCH);
  const results = await Promise.allSettled(due.map((picture) => removeUnlessUsed(picture, bucket, now)));
  const failures = results.flatMap((result, i) => {
    if (result.status === "fulfilled") return [];
    log.error("A picture could not be removed", {
      uploadId: due[i]?.uploadId,
      error: result.reason instanceof Error ? result.reason : String(result.reason),
    });
    return [result];
  });
  if (failures.length > 0) throw new Error(`${failures.length} pictures could not be removed`);
}

async function removeUnlessUsed(picture: DuePicture, bucket: string, now: Date): Promise<void> {
  if (picture.shown || (await isOrdered(picture))) return void (await keepPicture(picture));
  // A product that is saved with it at this very moment wins, or is told that the picture is gone.
  if (!(await markGone(picture))) return;
  for (const Key of filesOf(picture.imageUrl))
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
  await finishRemoval(picture, now);
}

/** An order and its events keep the main picture that a product had when it was ordered. */
async function isOrdered({ mainOf }: DuePicture): Promise<boolean> {
  const products = await Promise.all(mainOf.map(readProduct));
  return products.some((product) => product?.stock.some(({ ordered }) => ordered));
}
