import { DeleteObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { fulfilmentFile, type FulfilmentEvent } from "./fulfilment-file.ts";

const client = new S3Client({
  maxAttempts: 3,
  forcePathStyle: process.env["AWS_ENDPOINT_URL_S3"] !== undefined,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

/**
 * Writes `orders/<order id>.json` for a paid order that is shipped, and writes it again after each event.
 * Deletes the file when the customer's data was erased.
 */
export async function writeFulfilmentFile(
  bucket: string,
  orderId: string,
  events: readonly FulfilmentEvent[],
): Promise<void> {
  const target = { Bucket: bucket, Key: `orders/${orderId}.json` };
  if (events.some(({ type }) => type === "OrderErased"))
    return void (await client.send(new DeleteObjectCommand(target)));
  const file = fulfilmentFile(orderId, events);
  if (!file) return;
  await client.send(
    new PutObjectCommand({
      ...target,
      Body: JSON.stringify(file, null, 2),
      ContentType: "application/json",
    }),
  );
}
