import { S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import type { UploadForm, UploadRequest } from "../../shared/upload.ts";
import { extensionOf, MAX_IMAGE_BYTES } from "../../shared/upload.ts";
import { messages } from "../../shared/messages.ts";
import { invalid } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { putUpload } from "./upload-table.ts";

/** Seconds. */
const FORM_SECONDS = 300;

/** Browsers send no checksum with a form. */
const client = new S3Client({
  maxAttempts: 3,
  requestChecksumCalculation: "WHEN_REQUIRED",
  // The local stack has no host name for each bucket.
  forcePathStyle: process.env["AWS_ENDPOINT_URL_S3"] !== undefined,
});

/**
 * A presigned form for one picture of that type and at most 5 MiB under `uploads/`, which is not public. The processed
 * picture will be at `imageUrl`.
 */
export async function requestUpload(ask: UploadRequest, bucket: string, now: Date): Promise<UploadForm> {
  const extension = extensionOf(ask.fileName);
  if (!extension) throw invalid({ fileName: messages.imageOnly });
  const uploadId = newId("upl", +now);
  const imageUrl = `/media/products/${uploadId}.${extension}`;
  const { url, fields } = await createPresignedPost(client, {
    Bucket: bucket,
    Key: `uploads/${uploadId}.${extension}`,
    Conditions: [
      ["content-length-range", 1, MAX_IMAGE_BYTES],
      ["eq", "$Content-Type", ask.contentType],
    ],
    Fields: { "Content-Type": ask.contentType },
    Expires: FORM_SECONDS,
  });
  await putUpload(uploadId, imageUrl, now);
  return { uploadId, url, fields, imageUrl };
}
