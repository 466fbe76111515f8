import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { FAILURES_UNTIL_ALARM, retryWait } from "../../shared/retries.ts";
import { log } from "./log.ts";
import { hideMessages } from "./message-visibility.ts";

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
 * (ReportBatchItemFailures), hidden for longer after each failure, and in the end to the dead-letter queue.
 */
export const queueFunction =
  (handle: (event: Envelope) => Promise<void>) =>
  async (batch: SQSEvent): Promise<SQSBatchResponse> => {
    const results = await Promise.allSettled(
      batch.Records.map(async (record) => handle(z.parse(Envelope, JSON.parse(record.body)))),
    );
    const failed = batch.Records.filter((record, i) => {
      const result = results[i];
      if (result?.status !== "rejected") return false;
      report(record, result.reason);
      return true;
    });
    await backOff(failed);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

const receivesOf = (record: SQSRecord): number => Number(record.attributes.ApproximateReceiveCount);

/** A message that was reported as failed makes no error of the function, so this line rings its alarm. */
function report(record: SQSRecord, reason: unknown): void {
  log.error("A message failed and goes back to its queue", {
    messageId: record.messageId,
    receiveCount: record.attributes.ApproximateReceiveCount,
    error: reason instanceof Error ? reason : String(reason),
    ...(receivesOf(record) >= FAILURES_UNTIL_ALARM && { alarm: "message-waits" }),
  });
}

/** Without SQS's yes, messages come again after the queue's own visibility timeout. */
async function backOff(failed: readonly SQSRecord[]): Promise<void> {
  const [first] = failed;
  if (!first) return;
  const hidden = failed.map((record) => ({
    messageId: record.messageId,
    receiptHandle: record.receiptHandle,
    seconds: retryWait(receivesOf(record), Math.random()),
  }));
  try {
    await hideMessages(first.eventSourceARN, hidden);
  } catch (error) {
    log.warn("Failed messages could not be hidden for longer", {
      error: error instanceof Error ? error : String(error),
    });
  }
}
