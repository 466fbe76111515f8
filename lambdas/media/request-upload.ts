import { S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import type { UploadForm, UploadRequest } from "../../shared/upload.ts";
import { extensionOf, MAX_IMAGE_BYTES } from "../../shared/upload.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { invalid } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { putUpload } from "./upload-table.ts";

const FORM_SECONDS = 300;

/** Browsers send no checksum with a form, so the client must not ask for one. */
const client = new S3Client({
  maxAttempts: 3,
  requestChecksumCalculation: "WHEN_REQUIRED",
  // The local stack has no host name for each bucket, so the bucket's name is in the path.
  forcePathStyle: process.env["AWS_ENDPOINT_URL_S3"] !== undefined,
});

/**
 * A presigned form to upload one picture of the requested type and at most 5 MiB to `uploads/`, which is
 * not public. The processed picture will be at `imageUrl`.
 */
export async function requestUpload(request: UploadRequest, bucket: string, now: Date): Promise<UploadForm> {
  const extension = extensionOf(request.fileName);
  if (!extension) throw invalid({ fileName: apiMessages.imageOnly });
  const uploadId = newId("upl", +now);
  const imageUrl = `/media/products/${uploadId}.${extension}`;
  const { url, fields } = await createPresignedPost(client, {
    Bucket: bucket,
    Key: `uploads/${uploadId}.${extension}`,
    Conditions: [
      ["content-length-range", 1, MAX_IMAGE_BYTES],
      ["eq", "$Content-Type", request.contentType],
    ],
    Fields: { "Content-Type": request.contentType },
    Expires: FORM_SECONDS,
  });
  await putUpload(uploadId, imageUrl, now);
  return { uploadId, url, fields, imageUrl };
}
