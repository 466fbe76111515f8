/** Calls SQS without its client, because the client would make each bundle larger for this one call. */
import * as z from "zod/mini";
import { newConnectionHeader, roleCredentials, signedHeaders } from "./sign-request.ts";

/** A received message, and the `seconds` for which SQS hides it. */
export type MessageToHide = { messageId: string; receiptHandle: string; seconds: number };

const TIMEOUT_MS = 2000;
const Answer = z.object({ Failed: z.optional(z.array(z.object({ Code: z.optional(z.string()) }))) });

/** Hides at most ten messages in a queue. Throws when SQS does not hide all of these messages. */
export async function hideMessages(queueArn: string, messages: readonly MessageToHide[]): Promise<void> {
  const [, , , region = "", account = "", name = ""] = queueArn.split(":");
  const url = new URL(process.env["AWS_ENDPOINT_URL_SQS"] ?? `https://sqs.${region}.amazonaws.com/`);
  const body = JSON.stringify({
    QueueUrl: new URL(`/${account}/${name}`, url).href,
    Entries: messages.map(({ messageId, receiptHandle, seconds }) => ({
      Id: messageId,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    })),
  });
  const headers = {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": "AmazonSQS.ChangeMessageVisibilityBatch",
  };
  const response = await fetch(url, {
    method: "POST",
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...signedHeaders({ url, headers, body }, roleCredentials(), {
        region,
        service: "sqs",
        now: new Date(),
      }),
      ...newConnectionHeader,
    },
  });
  const failedMessages = response.ok ? (z.parse(Answer, await response.json()).Failed ?? []) : messages;
  if (failedMessages.length > 0)
    throw new Error(`SQS did not hide ${failedMessages.length} messages (${response.status})`);
}
