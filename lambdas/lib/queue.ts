import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod/mini";
import { log } from "./log.ts";

/** What EventBridge puts into a queue. */
const Envelope = z.object({
  id: z.string(),
  source: z.string(),
  "detail-type": z.string(),
  time: z.string(),
  detail: z.unknown(),
});
export type Envelope = z.infer<typeof Envelope>;

/**
 * A function behind a queue: each message is handled for itself, and only those that failed go back
 * (ReportBatchItemFailures), to be tried again and in the end to the dead-letter queue.
 */
export const queueFunction =
  (handle: (event: Envelope) => Promise<void>) =>
  async (batch: SQSEvent): Promise<SQSBatchResponse> => {
    const results = await Promise.allSettled(
      batch.Records.map(async (record) => handle(z.parse(Envelope, JSON.parse(record.body)))),
    );
    const batchItemFailures = results.flatMap((result, i) => {
      const record = batch.Records[i];
      if (result.status === "fulfilled" || !record) return [];
      log.error("A message failed and goes back to its queue", {
        messageId: record.messageId,
        receiveCount: record.attributes.ApproximateReceiveCount,
        error: result.reason instanceof Error ? result.reason : String(result.reason),
      });
      return [{ itemIdentifier: record.messageId }];
    });
    return { batchItemFailures };
  };
