/** An error as Stripe's API answers it: https://docs.stripe.com/api/errors */
export interface StripeErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
}

/** Thrown by anything behind the API, which answers `{error: …}` with the status. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  /** True when execution had begun: the answer is then stored under the idempotency key, unlike a failed validation. */
  readonly begun: boolean;
  constructor(status: number, body: StripeErrorBody, begun = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.begun = begun;
  }
}

/** 400 for a parameter; `code` from https://docs.stripe.com/error-codes. */
export function invalid(message: string, code?: string, param?: string, begun = false): StripeApiError {
  const detail = { ...(code !== undefined && { code }), ...(param !== undefined && { param }) };
  return new StripeApiError(400, { type: "invalid_request_error", message, ...detail }, begun);
}

/** 400 because of an object's state, found after execution had begun. */
export const refused = (message: string, code?: string, param?: string): StripeApiError =>
  invalid(message, code, param, true);

/** 404 with Stripe's message, e.g. `missing("checkout.session", "cs_1")`. */
export function missing(kind: string, id: string): StripeApiError {
  const body = { type: "invalid_request_error", code: "resource_missing", param: "id" } as const;
  return new StripeApiError(404, { ...body, message: `No such ${kind}: '${id}'` });
}

/** Cents as `$12.50`. */
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
