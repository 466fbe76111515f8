import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import type { ImageExtension } from "../../shared/upload.ts";
import { EXTENSION_PATTERN, extensionOf, IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from "../../shared/upload.ts";
import type { PictureSize } from "./make-sizes.ts";
import { makeSizes, RefusedUpload } from "./make-sizes.ts";
import { hash } from "../lib/ids.ts";
import { createS3Client } from "../lib/s3.ts";
import { claimUpload, recordUploadOutcome } from "./upload-table.ts";

const client = createS3Client(10_000);

const UPLOAD_KEY = new RegExp(`^uploads/upl_[0-9A-Z]{26}\\.(${EXTENSION_PATTERN})$`);
/** S3's 'Object Created' event. https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
const ObjectCreated = z.object({
  bucket: z.object({ name: z.string() }),
  object: z.object({ key: z.string().check(z.regex(UPLOAD_KEY)) }),
});

/**
 * Processes a file under `uploads/`: re-encodes a valid picture to `products/`, or refuses the file with a reason, then
 * deletes the upload. A repeated event does nothing. A second file that was sent with the same form is only deleted.
 */
export async function processUpload(detail: unknown, now: Date): Promise<void> {
  const { bucket, object } = z.parse(ObjectCreated, detail);
  const [uploadId = "", extension] = object.key.replace("uploads/", "").split(".");
  const source = { Bucket: bucket.name, Key: object.key };
  const file = await readUpload(source);
  const imageExtension = extension && extensionOf(object.key);
  if (!file || !imageExtension) return;
  // A form can be used again until it expires. Only its first file is published, because a published picture must not change.
  if (await claimUpload(uploadId, hash(file)))
    await publishPicture(bucket.name, uploadId, file, imageExtension, now);
  await client.send(new DeleteObjectCommand(source));
}

async function publishPicture(
  bucket: string,
  uploadId: string,
  file: Buffer,
  extension: ImageExtension,
  now: Date,
): Promise<void> {
  try {
    if (file.length > MAX_IMAGE_BYTES) throw new RefusedUpload(IMAGE_TOO_LARGE);
    const sizes = await makeSizes(file, extension);
    await Promise.all(sizes.map((size) => putPicture(bucket, uploadId, size)));
    await recordUploadOutcome(uploadId, "ready", now);
  } catch (error) {
    if (!(error instanceof RefusedUpload)) throw error;
    await recordUploadOutcome(uploadId, { refused: error.message }, now);
  }
}

async function readUpload(source: { Bucket: string; Key: string }): Promise<Buffer | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand(source));
    return Body && Buffer.from(await Body.transformToByteArray());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** A picture's content never changes under its address, so caches may keep the picture forever. */
const putPicture = (bucket: string, uploadId: string, size: PictureSize) =>
  client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: `products/${uploadId}${size.suffix}.${size.extension}`,
      Body: size.body,
      ContentType: size.type,
      CacheControl: "public, max-age=31536000, immutable",
    }),
  );
