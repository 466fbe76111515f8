/** An error as Stripe's API answers it: https://docs.stripe.com/api/errors */
export interface StripeErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
}

/** Thrown anywhere behind the API; becomes `{error: …}` with the status. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  /** Work had begun, so the answer is kept under the idempotency key; a failed validation is not. */
  readonly begun: boolean;
  constructor(status: number, body: StripeErrorBody, begun = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.begun = begun;
  }
}

/** 400 for a parameter; `code` from https://docs.stripe.com/error-codes. */
export function invalid(message: string, code?: string, param?: string): StripeFault {
  return new StripeFault(400, {
    type: "invalid_request_error",
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
}

/** 404 in Stripe's words, e.g. `missing("checkout.session", "cs_1")`. */
export function missing(kind: string, id: string): StripeFault {
  const body = { type: "invalid_request_error", code: "resource_missing", param: "id" } as const;
  return new StripeFault(404, { ...body, message: `No such ${kind}: '${id}'` });
}

/** 400 because of the state that an object is in, found while the work was under way. */
export function refused(message: string, code?: string, param?: string): StripeFault {
  return new StripeFault(400, invalid(message, code, param).body, true);
}
