/** SQS's ChangeMessageVisibility, by a signed request: it is all that functions ask of SQS, so they carry no client for it. */
import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import * as z from "zod/mini";

/** A message that was received, and how long it is to stay hidden, in seconds. */
export type Hidden = { messageId: string; receiptHandle: string; seconds: number };

const TIMEOUT_MS = 2000;
const TARGET = "AmazonSQS.ChangeMessageVisibilityBatch";

/** The hash in the form that the signer asks for. */
class Sha256 {
  private readonly hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = typeof secret === "string" || secret === undefined ? secret : bytesOf(secret);
    this.hash = key === undefined ? createHash("sha256") : createHmac("sha256", key);
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(typeof data === "string" ? data : bytesOf(data));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }
  reset(): void {
    throw new Error("A hash of a request is used once.");
  }
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);

const Answer = z.object({ Failed: z.optional(z.array(z.object({ Code: z.optional(z.string()) }))) });

/** The function's role, which Lambda gives anew to each environment. */
const credentials = () =>
  Promise.resolve({
    accessKeyId: process.env["AWS_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: process.env["AWS_SECRET_ACCESS_KEY"] ?? "",
    ...(process.env["AWS_SESSION_TOKEN"] ? { sessionToken: process.env["AWS_SESSION_TOKEN"] } : {}),
  });

/** Hides messages of one queue, ten at most, from now on. Throws when SQS does not take all of them. */
export async function hideMessages(queueArn: string, messages: readonly Hidden[]): Promise<void> {
  const [, , , region = "", account = "", name = ""] = queueArn.split(":");
  const endpoint = new URL(process.env["AWS_ENDPOINT_URL_SQS"] ?? `https://sqs.${region}.amazonaws.com/`);
  const body = JSON.stringify({
    QueueUrl: new URL(`/${account}/${name}`, endpoint).href,
    Entries: messages.map(({ messageId, receiptHandle, seconds }) => ({
      Id: messageId,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    })),
  });
  const signer = new SignatureV4({ service: "sqs", region, credentials, sha256: Sha256 });
  const { host, hostname, protocol, pathname: path } = endpoint;
  const { headers } = await signer.sign({
    ...{ method: "POST", protocol, hostname, path, body },
    headers: { host, "content-type": "application/x-amz-json-1.0", "x-amz-target": TARGET },
  });
  const answer = await fetch(endpoint, {
    ...{ method: "POST", body, headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const failed = answer.ok ? (z.parse(Answer, await answer.json()).Failed ?? []) : messages;
  if (failed.length > 0) throw new Error(`SQS did not hide ${failed.length} messages (${answer.status})`);
}
