import type { MiddlewareObj } from "@middy/core";
import type { ErrorBody } from "../../shared/errors.ts";
import { codeOf } from "../../shared/errors.ts";
import { messages } from "../../shared/messages.ts";
import { toAppError } from "./errors.ts";
import { log } from "./log.ts";
import type { HttpEvent, HttpResult } from "./http.ts";

/** Maps errors to responses. An unexpected error is a 500 without details. */
export const answerErrors = (): MiddlewareObj<HttpEvent, HttpResult> => ({
  onError: (request) => {
    const appError = toAppError(request.error);
    const { requestId } = request.event.requestContext;
    const status = appError?.status ?? 500;
    if (status >= 500) log.error("A request failed", { error: request.error ?? "unknown" });
    const body: ErrorBody = {
      error: {
        code: codeOf(status),
        message: appError?.message ?? messages.internal,
        ...(appError?.reason ? { reason: appError.reason } : {}),
        ...(status >= 500 ? { requestId } : {}),
        ...(appError?.fields ? { fields: appError.fields } : {}),
        ...(appError?.lines ? { lines: appError.lines } : {}),
        ...(appError?.figures ? { figures: appError.figures } : {}),
        ...(appError?.challenge ? { challenge: appError.challenge } : {}),
      },
    };
    request.response = {
      statusCode: status,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        ...(appError?.retryAfter === undefined ? {} : { "retry-after": String(appError.retryAfter) }),
      },
      body: JSON.stringify(body),
    };
  },
});
