import { setTimeout } from "node:timers/promises";
import { DeleteObjectsCommand, ListObjectVersionsCommand, type S3Client } from "@aws-sdk/client-s3";

/**
 * The errors of a version that S3 may delete a moment later. The SDK repeats only a request that failed as a whole.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
const TRANSIENT_CODES = ["InternalError", "ServiceUnavailable", "SlowDown"];
const MAX_TRIES = 5;
const PAUSE_MS = 2_000;

/**
 * Deletes every version of every object, and the delete markers. Throws if S3 refuses one, also after MAX_TRIES transient errors
 * in a row. `wait` waits for a number of ms.
 */
export async function emptyBucket(
  client: S3Client,
  Bucket: string,
  wait: (ms: number) => Promise<unknown> = setTimeout,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { Versions = [], DeleteMarkers = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket }),
    );
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return;
    // Both calls handle at most 1,000 versions.
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length === 0) {
      tries = 0;
      continue;
    }
    const isTransient = Errors.every(({ Code = "" }) => TRANSIENT_CODES.includes(Code));
    if (!isTransient || tries >= MAX_TRIES)
      throw new Error(
        `S3 did not delete ${Errors.length} versions, such as one of ${Errors[0]?.Key ?? ""}: ${Errors[0]?.Message ?? ""}`,
      );
    await wait(PAUSE_MS);
  }
}
