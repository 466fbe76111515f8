import middy, { type MiddlewareObj } from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { FAILURES_UNTIL_ALARM, retryDelaySeconds } from "../../shared/retries.ts";
import { alarmField } from "../../shared/log-alarms.ts";
import { log, addOrderToLog, orderIdContext, withLogContext } from "./log.ts";
import { hideMessages } from "./message-visibility.ts";
import { middyOptions } from "./middy-options.ts";

/** An event as EventBridge puts it into a queue. */
const BusEvent = z.object({
  id: z.string(),
  source: z.string(),
  "detail-type": z.string(),
  time: z.string(),
  detail: z.unknown(),
});
export type BusEvent = z.infer<typeof BusEvent>;

type Results = PromiseSettledResult<void>[];

/**
 * The middleware stack of functions behind a queue. Each message is handled on its own. Only failed messages return to
 * the queue (ReportBatchItemFailures), hidden for longer after each failure, and in the end go to the
 * dead-letter queue.
 */
export const queueFunction = (handle: (event: BusEvent, now: Date) => Promise<void>) => {
  const run = middy<SQSEvent, Results | SQSBatchResponse>(middyOptions)
    .use(partialBatchFailures())
    .handler(({ Records }: SQSEvent) =>
      Promise.allSettled(
        Records.map((record) =>
          withLogContext({ messageId: record.messageId }, () => handleRecord(record, handle)),
        ),
      ),
    );
  return (batch: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
    withLogContext(
      { requestId: context.awsRequestId },
      async () => (await run(batch, context)) as SQSBatchResponse,
    );
};

async function handleRecord(
  record: SQSRecord,
  handle: (event: BusEvent, now: Date) => Promise<void>,
): Promise<void> {
  try {
    const event = z.parse(BusEvent, JSON.parse(record.body));
    const { orderId } = orderIdContext(Object.values(event.detail ?? {}));
    if (orderId !== undefined) addOrderToLog(orderId);
    await handle(event, new Date());
  } catch (error) {
    logFailure(record, error);
    throw error;
  }
}

/**
 * Turns the results of a batch into the list of failed messages that Lambda expects. Middy's own
 * @middy/sqs-partial-batch-failure does not hide failed messages for longer, and does not support version 7 of middy's core.
 */
const partialBatchFailures = (): MiddlewareObj<SQSEvent, Results | SQSBatchResponse> => ({
  after: async (request) => {
    const results = request.response as Results;
    const failedRecords = request.event.Records.filter((_, i) => results[i]?.status === "rejected");
    await hideForLonger(failedRecords);
    request.response = {
      batchItemFailures: failedRecords.map(({ messageId }) => ({ itemIdentifier: messageId })),
    };
  },
});

const receiveCountOf = (record: SQSRecord): number => Number(record.attributes.ApproximateReceiveCount);

/** Lambda's Errors metric does not count failed messages, so the `alarm` field feeds a metric filter. */
function logFailure(record: SQSRecord, reason: unknown): void {
  log.error("A message failed and goes back to its queue", {
    receiveCount: record.attributes.ApproximateReceiveCount,
    error: reason instanceof Error ? reason : String(reason),
    ...(receiveCountOf(record) >= FAILURES_UNTIL_ALARM && alarmField("message-waits")),
  });
}

/** Hides failed messages for longer. If SQS refuses, the queue's own visibility timeout applies. */
async function hideForLonger(failedRecords: readonly SQSRecord[]): Promise<void> {
  const [firstRecord] = failedRecords;
  if (!firstRecord) return;
  const messages = failedRecords.map((record) => ({
    messageId: record.messageId,
    receiptHandle: record.receiptHandle,
    seconds: retryDelaySeconds(receiveCountOf(record), Math.random()),
  }));
  try {
    await hideMessages(firstRecord.eventSourceARN, messages);
  } catch (error) {
    log.warn("Failed messages could not be hidden for longer", {
      error: error instanceof Error ? error : String(error),
    });
  }
}
