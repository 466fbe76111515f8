import * as z from "zod/mini";
import { AwsError, awsJsonHandler } from "../util/aws-json.ts";
import type { Handler } from "../util/local-server.ts";
import type { Queues } from "./queues.ts";

/** 12 hours (SQS API reference, ChangeMessageVisibility). */
const MAX_VISIBILITY_SECONDS = 43_200;

const Entry = z.object({ Id: z.string(), ReceiptHandle: z.string(), VisibilityTimeout: z.number() });
const Batch = z.object({
  QueueUrl: z.string(),
  Entries: z.array(Entry).check(z.minLength(1), z.maxLength(10)),
});

/** The part of SQS's JSON protocol that functions call: ChangeMessageVisibilityBatch. */
export const createSqsApi = (queues: Pick<Queues, "findByName">): Handler =>
  awsJsonHandler({
    ChangeMessageVisibilityBatch(input) {
      const { QueueUrl, Entries } = Batch.parse(input);
      const queue = queues.findByName(new URL(QueueUrl).pathname.split("/").at(-1) ?? "");
      if (!queue)
        throw new AwsError("com.amazonaws.sqs#QueueDoesNotExist", "The specified queue does not exist.");
      const results = Entries.map(({ Id, ReceiptHandle, VisibilityTimeout: seconds }) => {
        const isValid = Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_VISIBILITY_SECONDS;
        if (!isValid) return { Id, SenderFault: true, Code: "InvalidParameterValue" };
        return queue.changeVisibility(ReceiptHandle, seconds)
          ? { Id }
          : { Id, SenderFault: true, Code: "MessageNotInflight" };
      });
      return {
        Successful: results.filter((result) => !("Code" in result)),
        Failed: results.filter((result) => "Code" in result),
      };
    },
  });
