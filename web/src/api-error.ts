import type { Challenge } from "../../shared/proof-of-work.ts";
import type { ChangedLine, ErrorCode, ErrorReason } from "../../shared/errors.ts";
import { codeOf, ErrorBody } from "../../shared/errors.ts";
import { messages } from "../../shared/messages.ts";
import * as z from "zod/mini";

type Details = {
  code?: ErrorCode;
  reason?: ErrorReason | undefined;
  fields?: Record<string, string> | undefined;
  lines?: ChangedLine[] | undefined;
  challenge?: Challenge | undefined;
  words?: ApiError["words"];
  cause?: unknown;
};

/**
 * A call that did not succeed. `status` is the answer's HTTP status, 0 when there was no answer; `message` is fit
 * for people, and `words` says whose it is: the server's own, ours for the status of an answer that gave no reason, or
 * ours because no answer could be read; `fields` are messages by field; `lines` are the cart lines that changed (prices in dollars);
 * `challenge` is work to do before the same call is made again.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: ErrorReason | undefined;
  readonly fields: Record<string, string>;
  readonly lines: ChangedLine[];
  readonly challenge: Challenge | undefined;
  readonly words: "server" | "status" | "none";

  constructor(status: number, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = details.code ?? codeOf(status);
    this.reason = details.reason;
    this.fields = details.fields ?? {};
    this.lines = details.lines ?? [];
    this.challenge = details.challenge;
    this.words = details.words ?? "none";
  }
}

const FALLBACK: Partial<Record<number, string>> = {
  401: messages.signInRequired,
  403: messages.adminsOnly,
  404: messages.notFound,
  429: messages.tooManyRequests,
  503: messages.unavailable,
  504: messages.unavailable,
};

/** The error of an answer's status and body. The gateway itself answers in other shapes than ours: they get our words. */
export function toApiError(status: number, body: unknown): ApiError {
  const parsed = z.safeParse(ErrorBody, body);
  if (!parsed.success)
    return new ApiError(status, FALLBACK[status] ?? messages.internal, { words: "status" });
  const { message, reason, fields, lines, challenge } = parsed.data.error;
  return new ApiError(status, message, { reason, fields, lines, challenge, words: "server" });
}
