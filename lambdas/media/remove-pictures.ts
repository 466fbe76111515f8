import { DeleteObjectCommand } from "@aws-sdk/client-s3";
import { log } from "../lib/log.ts";
import { createS3Client } from "../lib/s3.ts";
import { readProduct } from "../products/product-table.ts";
import { filesOf } from "./picture-files.ts";
import type { DuePicture } from "./picture-removal-table.ts";
import {
  readDuePictures,
  finishRemoval,
  endPictureChecks,
  markRemoved,
  postponeRemoval,
} from "./picture-removal-table.ts";

/** The most pictures in one run. A run starts every hour. */
const MAX_PICTURES = 100;

const client = createS3Client(5_000);

/**
 * Removes all sizes of pictures that no product has shown for a day. Pictures that orders refer to stay. A failure does not
 * stop the other removals, but the run fails at the end. In the next run, pictures whose removal failed come after the others.
 */
export async function removePictures(bucket: string, now: Date): Promise<void> {
  const picturesToCheck = await readDuePictures(now, MAX_PICTURES);
  const results = await Promise.allSettled(
    picturesToCheck.map(async (picture) => {
      try {
        await removeUnlessUsed(picture, bucket, now);
      } catch (error) {
        log.error("A picture could not be removed", {
          uploadId: picture.uploadId,
          error: error instanceof Error ? error : String(error),
        });
        await postponeRemoval(picture, now);
        throw error;
      }
    }),
  );
  const failures = results.filter(({ status }) => status === "rejected");
  if (failures.length > 0) throw new Error(`${failures.length} pictures could not be removed`);
}

async function removeUnlessUsed(picture: DuePicture, bucket: string, now: Date): Promise<void> {
  if (picture.isShown || (await isOrdered(picture))) {
    await endPictureChecks(picture);
    return;
  }
  // A concurrent save of a product either keeps the picture, or fails because the picture is gone.
  if (!(await markRemoved(picture))) return;
  for (const Key of filesOf(picture.imageUrl))
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
  await finishRemoval(picture, now);
}

/** Whether an order may show the picture, because one of the products of `mainOf` has been ordered. */
async function isOrdered({ mainOf }: DuePicture): Promise<boolean> {
  const products = await Promise.all(mainOf.map(readProduct));
  return products.some((product) => product?.stock.some(({ ordered }) => ordered));
}
