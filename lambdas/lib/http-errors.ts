import type { MiddlewareObj } from "@middy/core";
import type { ErrorBody } from "../../shared/errors.ts";
import { codeOf } from "../../shared/errors.ts";
import { messages } from "../../shared/messages.ts";
import { toAppError } from "./errors.ts";
import { log } from "./log.ts";
import type { HttpEvent, HttpResult } from "./http.ts";

/** The one mapper from what was thrown to what is answered. What we did not foresee is 500 and says nothing of the inside. */
export const answerErrors = (): MiddlewareObj<HttpEvent, HttpResult> => ({
  onError: (request) => {
    const known = toAppError(request.error);
    const { requestId } = request.event.requestContext;
    const status = known?.status ?? 500;
    if (status >= 500) log.error("A request failed", { requestId, error: request.error ?? "unknown" });
    const body: ErrorBody = {
      error: {
        code: codeOf(status),
        message: known?.message ?? messages.internal,
        ...(status >= 500 ? { requestId } : {}),
        ...(known?.fields ? { fields: known.fields } : {}),
        ...(known?.lines ? { lines: known.lines } : {}),
        ...(known?.challenge ? { challenge: known.challenge } : {}),
      },
    };
    request.response = {
      statusCode: status,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        ...(known?.retryAfter === undefined ? {} : { "retry-after": String(known.retryAfter) }),
      },
      body: JSON.stringify(body),
    };
  },
});
