import type { ChangedLine, ErrorReason, ErrorStatus, OrderFigures } from "../../shared/errors.ts";
import type { Challenge } from "../../shared/challenge.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { messages } from "../../shared/messages.ts";

type ErrorDetails = {
  reason?: ErrorReason | undefined;
  fields?: Record<string, string>;
  lines?: ChangedLine[];
  figures?: OrderFigures;
  challenge?: Challenge;
  retryAfter?: number;
  cause?: unknown;
};

/** An error whose status and message the caller of the API gets. `retryAfter` is in seconds. */
export class AppError extends Error {
  readonly status: ErrorStatus;
  readonly reason: ErrorReason | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly lines: ChangedLine[] | undefined;
  readonly figures: OrderFigures | undefined;
  readonly challenge: Challenge | undefined;
  readonly retryAfter: number | undefined;

  constructor(status: ErrorStatus, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "AppError";
    this.status = status;
    this.reason = details.reason;
    this.fields = details.fields;
    this.lines = details.lines;
    this.figures = details.figures;
    this.challenge = details.challenge;
    this.retryAfter = details.retryAfter;
  }
}

/** 404. */
export const notFound = (message: string = messages.notFound): AppError => new AppError(404, message);
/** 409. `lines`: the lines of a cart that have changed. */
export const conflict = (message: string, reason?: ErrorReason, lines?: ChangedLine[]): AppError =>
  new AppError(409, message, { reason, ...(lines ? { lines } : {}) });
/** 400. `fields`: a message for each wrong field, by the field's path. */
export const invalid = (fields: Record<string, string>, message: string = apiMessages.invalid): AppError =>
  new AppError(400, message, { fields });
/** 503. `retryAfter` is in seconds; `cause` is only logged. */
export const unavailable = (cause: unknown, retryAfter = 2): AppError =>
  new AppError(503, messages.unavailable, { retryAfter, cause });

/** Names, codes and types of temporary errors: another try may succeed. */
const TEMPORARY_ERRORS = new Set([
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "InternalServerError",
  "InternalServerErrorException",
  "ServiceUnavailable",
  "ServiceUnavailableException",
  "TransactionInProgressException",
  "TransactionConflictException",
  "TimeoutError",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "StripeConnectionError",
  "StripeAPIError",
  "StripeRateLimitError",
]);

/** An AppError as it is, 503 for a temporary error of another service, undefined for other values. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return undefined;
  const { name, code, $fault } = error as Error & { code?: unknown; $fault?: unknown };
  const type = (error as { type?: unknown }).type;
  const isTemporary = [name, code, type].some(
    (value) => typeof value === "string" && TEMPORARY_ERRORS.has(value),
  );
  return isTemporary || $fault === "server" ? unavailable(error) : undefined;
}
