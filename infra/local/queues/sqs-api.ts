import * as z from "zod/mini";
import type { Emulator } from "../util/emulator.ts";
import { header, readBody, sendJson } from "../util/http.ts";
import type { Queues } from "./queues.ts";

/** 12 hours (SQS API reference, ChangeMessageVisibility). */
const MAX_VISIBILITY_SECONDS = 43_200;

const Entry = z.object({ Id: z.string(), ReceiptHandle: z.string(), VisibilityTimeout: z.number() });
const Batch = z.object({
  QueueUrl: z.string(),
  Entries: z.array(Entry).check(z.minLength(1), z.maxLength(10)),
});

/** The part of SQS's JSON protocol that functions call: ChangeMessageVisibilityBatch. */
export function createSqsApi(queues: Pick<Queues, "findByName">): Emulator {
  return {
    async handle(req, res) {
      const refuse = (type: string, message: string) => sendJson(res, 400, { __type: type, message });
      const operation = header(req, "x-amz-target");
      const body = await readBody(req);
      if (operation !== "AmazonSQS.ChangeMessageVisibilityBatch")
        return refuse("com.amazonaws.sqs#UnsupportedOperation", `No ${operation ?? "operation"} here.`);
      const parsed = Batch.safeParse(JSON.parse(body.toString()));
      if (!parsed.success)
        return refuse("com.amazonaws.sqs#InvalidParameterValue", z.prettifyError(parsed.error));
      const { QueueUrl, Entries } = parsed.data;
      const queue = queues.findByName(new URL(QueueUrl).pathname.split("/").at(-1) ?? "");
      if (!queue) return refuse("com.amazonaws.sqs#QueueDoesNotExist", "The specified queue does not exist.");
      const results = Entries.map(({ Id, ReceiptHandle, VisibilityTimeout: seconds }) => {
        const isValid = Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_VISIBILITY_SECONDS;
        if (!isValid) return { Id, SenderFault: true, Code: "InvalidParameterValue" };
        return queue.changeVisibility(ReceiptHandle, seconds)
          ? { Id }
          : { Id, SenderFault: true, Code: "MessageNotInflight" };
      });
      sendJson(res, 200, {
        Successful: results.filter((result) => !("Code" in result)),
        Failed: results.filter((result) => "Code" in result),
      });
    },
    close: () => Promise.resolve(),
  };
}
