import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { createS3Client } from "../lib/s3.ts";
import { fulfilmentFile, type FulfilmentEvent } from "./fulfilment-file.ts";

const client = createS3Client(5_000);

/**
 * Writes `orders/<order id>.json` for a paid order with a shipping address, and writes it again after each event.
 * Deletes the file when the customer's data was erased.
 */
export async function writeFulfilmentFile(
  bucket: string,
  orderId: string,
  events: readonly FulfilmentEvent[],
): Promise<void> {
  const target = { Bucket: bucket, Key: `orders/${orderId}.json` };
  if (events.some(({ type }) => type === "OrderErased")) {
    await client.send(new DeleteObjectCommand(target));
    return;
  }
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
