import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { fulfilmentFile, type FulfilmentEvent } from "./fulfilment-file.ts";

const client = new S3Client({
  maxAttempts: 3,
  forcePathStyle: process.env["AWS_ENDPOINT_URL_S3"] !== undefined,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

/** Writes `orders/<order id>.json` for a paid order that is shipped, and writes it again after each event. */
export async function writeFulfilmentFile(
  bucket: string,
  orderId: string,
  events: readonly FulfilmentEvent[],
): Promise<void> {
  const file = fulfilmentFile(orderId, events);
  if (!file) return;
  await client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: `orders/${orderId}.json`,
      Body: JSON.stringify(file, null, 2),
      ContentType: "application/json",
    }),
  );
}
