import type { ChangedLine, ErrorStatus } from "../../shared/errors.ts";
import type { Challenge } from "../../shared/proof-of-work.ts";
import { messages } from "../../shared/messages.ts";

type Extra = {
  fields?: Record<string, string>;
  lines?: ChangedLine[];
  challenge?: Challenge;
  retryAfter?: number;
  cause?: unknown;
};

/** The one error that a caller is meant to read. `retryAfter` is in seconds. */
export class AppError extends Error {
  readonly status: ErrorStatus;
  readonly fields: Record<string, string> | undefined;
  readonly lines: ChangedLine[] | undefined;
  readonly challenge: Challenge | undefined;
  readonly retryAfter: number | undefined;

  constructor(status: ErrorStatus, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause });
    this.name = "AppError";
    this.status = status;
    this.fields = extra.fields;
    this.lines = extra.lines;
    this.challenge = extra.challenge;
    this.retryAfter = extra.retryAfter;
  }
}

export const notFound = (): AppError => new AppError(404, messages.notFound);
export const aborted = (message: string, lines?: ChangedLine[]): AppError =>
  new AppError(409, message, lines ? { lines } : {});
export const invalid = (fields: Record<string, string>, message: string = messages.invalid): AppError =>
  new AppError(400, message, { fields });
export const unavailable = (cause: unknown, retryAfter = 2): AppError =>
  new AppError(503, messages.unavailable, { retryAfter, cause });

const BUSY = new Set([
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

/** What a caught value means for the caller: its own AppError, 'busy, try again' for faults of what we stand on, or undefined. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return undefined;
  const { name, code, $fault } = error as Error & { code?: unknown; $fault?: unknown };
  const type = (error as { type?: unknown }).type;
  const busy = [name, code, type].some((value) => typeof value === "string" && BUSY.has(value));
  return busy || $fault === "server" ? unavailable(error) : undefined;
}
