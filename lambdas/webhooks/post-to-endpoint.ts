import type { IncomingMessage } from "node:http";
import type { DeliveryTry } from "../../shared/webhooks.ts";
import { rejectAfter } from "../lib/reject-after.ts";
import { sendToTarget } from "../lib/send-to-target.ts";
import { RefusedTarget, resolveTarget, type TargetRules } from "../lib/target.ts";

/** Limit for the whole try, from the name's resolution to the end of the answer. */
const TIMEOUT_MS = 10_000;
/** The most that is read of an answer's body, in bytes. */
const MAX_READ_BYTES = 4096;
/** The most that is stored of an answer's body, in characters. */
const MAX_STORED_LENGTH = 300;

export type PostRequest = TargetRules & {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** False for a body with personal data, because the answer may repeat the data. */
  mayStoreAnswer: boolean;
  timeoutMs?: number;
};
type Answer = Omit<DeliveryTry, "at">;

/** One line without control and other invisible characters. */
const toLine = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_STORED_LENGTH)
    // Cutting the text may leave half of a surrogate pair, which DynamoDB refuses.
    .toWellFormed();

/**
 * Posts to an endpoint and returns its answer, or the reason why there is none. Follows no redirect, and reads only the
 * beginning of the answer.
 */
export async function postToEndpoint({ timeoutMs = TIMEOUT_MS, ...message }: PostRequest): Promise<Answer> {
  const startedAt = performance.now();
  const timeoutSignal = AbortSignal.timeout(timeoutMs);
  // The signal ends each step but one: on the local stack, `resolveTarget` uses `dns.lookup`. `rejectAfter` ends that step half
  // a second later.
  const outcome = await Promise.race([tryPost(message, timeoutSignal), rejectAfter(timeoutMs + 500)]).catch(
    (error: unknown) => ({ answer: reasonOf(error, timeoutSignal, timeoutMs) }),
  );
  return { ...outcome, milliseconds: Math.round(performance.now() - startedAt) };
}

async function tryPost(
  { url, headers, body, mayStoreAnswer, allowsLocalhost }: Omit<PostRequest, "timeoutMs">,
  signal: AbortSignal,
): Promise<Pick<Answer, "status" | "answer">> {
  const target = await resolveTarget(url, { allowsLocalhost }, signal);
  const response = await sendToTarget(target, { method: "POST", headers, body, signal });
  const { statusCode: status = 0 } = response;
  const beginning = toLine(await readBeginning(response));
  const text = mayStoreAnswer ? beginning : "";
  if (status >= 300 && status < 400)
    return { status, answer: `Redirects are not followed${text && `: ${text}`}` };
  return { status, answer: text };
}

/**
 * The beginning of the body. If the connection breaks, returns the part that has arrived, because only the status
 * decides about success.
 */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      byteCount += chunk.length;
      if (byteCount >= MAX_READ_BYTES) break;
    }
  } catch {
    // The time is over, or the connection was closed.
  }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, MAX_READ_BYTES).toString("utf8");
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: "The server refuses the connection",
  ECONNRESET: "The server closed the connection without an answer",
  EPIPE: "The server closed the connection without an answer",
  CERT_HAS_EXPIRED: "The server's certificate has expired",
  EPROTO: "The server does not speak HTTPS at this address, or no version of TLS that the shop knows",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The server does not send its intermediate certificate",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The server's certificate is signed by itself",
  ERR_TLS_CERT_ALTNAME_INVALID: "The server's certificate is for another host",
};

function reasonOf(error: unknown, timeoutSignal: AbortSignal, timeoutMs: number): string {
  if (error instanceof RefusedTarget) return error.message;
  if (timeoutSignal.aborted || !(error instanceof Error))
    return `No answer within ${timeoutMs / 1000} seconds`;
  const { code = "" } = error as Error & { code?: string };
  return REASONS[code] ?? `The server cannot be reached (${code || error.name})`;
}
