import { formatMoney, toDollars } from "../../../shared/money.ts";

/** The body of an error of Stripe's API: https://docs.stripe.com/api/errors */
export interface StripeErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
}

/** The API answers `status` and `{error: body}` when the code behind it throws this error. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  /** If true, the answer is stored under the idempotency key. False for an error before the execution. */
  readonly hasStarted: boolean;
  constructor(status: number, body: StripeErrorBody, hasStarted = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.hasStarted = hasStarted;
  }
}

/** Error 400 for an invalid parameter; `code` from https://docs.stripe.com/error-codes. */
export function invalid(message: string, code?: string, param?: string, hasStarted = false): StripeApiError {
  const detail = { ...(code !== undefined && { code }), ...(param !== undefined && { param }) };
  return new StripeApiError(400, { type: "invalid_request_error", message, ...detail }, hasStarted);
}

/** Error 400 because an object's state does not allow the request. Execution has started. */
export const refused = (message: string, code?: string, param?: string): StripeApiError =>
  invalid(message, code, param, true);

/** Error 404 with Stripe's message, e.g. `notFound("checkout.session", "cs_1")`. */
export function notFound(kind: string, id: string): StripeApiError {
  const body = { type: "invalid_request_error", code: "resource_missing", param: "id" } as const;
  return new StripeApiError(404, { ...body, message: `No such ${kind}: '${id}'` });
}

/** Cents as `$12.50`. */
export const formatDollars = (cents: number): string => formatMoney(toDollars(cents));
