import type { Challenge } from "../../shared/challenge.ts";
import type { ChangedLine, ErrorCode, ErrorReason, OrderFigures } from "../../shared/errors.ts";
import { codeOf, ErrorBody } from "../../shared/errors.ts";
import { messages } from "../../shared/messages.ts";
import * as z from "zod/mini";

type ApiErrorDetails = {
  code?: ErrorCode;
  reason?: ErrorReason | undefined;
  fields?: Record<string, string> | undefined;
  lines?: ChangedLine[] | undefined;
  figures?: OrderFigures | undefined;
  challenge?: Challenge | undefined;
  messageFrom?: ApiError["messageFrom"];
  cause?: unknown;
};

/**
 * A call that failed. `message` can be shown to users.
 * - `status`: the HTTP status; 504 after a timeout, 500 if the body of a successful response cannot be used, 0 if the
 *   connection failed
 * - `code`: the kind of the error, by the status; 'unavailable' if the connection failed
 * - `reason`: a more exact kind, for errors that a page handles itself
 * - `fields`: error messages by form field
 * - `lines`: the changed cart lines, with prices in dollars
 * - `figures`: the order's current amounts in dollars
 * - `challenge`: the proof of work that the next try of the request must solve
 * - `messageFrom`: 'server' if the server wrote the message; 'status' if it is our text for the HTTP status;
 *   'none' without a response or with an unreadable response
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: ErrorReason | undefined;
  readonly fields: Record<string, string>;
  readonly lines: ChangedLine[];
  readonly figures: OrderFigures | undefined;
  readonly challenge: Challenge | undefined;
  readonly messageFrom: "server" | "status" | "none";

  constructor(status: number, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = details.code ?? codeOf(status);
    this.reason = details.reason;
    this.fields = details.fields ?? {};
    this.lines = details.lines ?? [];
    this.figures = details.figures;
    this.challenge = details.challenge;
    this.messageFrom = details.messageFrom ?? "none";
  }
}

/** Whether the server may have carried out a failed call: its answer was lost, or is a server error. */
export const mayHaveSaved = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

const MESSAGE_BY_STATUS: Partial<Record<number, string>> = {
  401: messages.signInRequired,
  // A 403 without our error body is from the firewall: a function that refuses an account sends its own message.
  403: messages.refused,
  404: messages.notFound,
  429: messages.tooManyRequests,
  503: messages.unavailable,
  504: messages.unavailable,
};

/**
 * The error of a response. An error from API Gateway or the firewall has a body of another shape, and gets a message by its
 * status.
 */
export function toApiError(status: number, body: unknown): ApiError {
  const parsed = z.safeParse(ErrorBody, body);
  if (!parsed.success)
    return new ApiError(status, MESSAGE_BY_STATUS[status] ?? messages.internal, { messageFrom: "status" });
  const { message, ...details } = parsed.data.error;
  return new ApiError(status, message, { ...details, code: codeOf(status), messageFrom: "server" });
}
