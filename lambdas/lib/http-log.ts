import type { MiddlewareObj } from "@middy/core";
import { log } from "./log.ts";
import type { HttpEvent, HttpResult } from "./http.ts";

/** Logs one line for each request: route, status, ms. It logs no personal data, so neither body nor address. */
export function logRequests(): MiddlewareObj<HttpEvent, HttpResult> {
  const started = new WeakMap<HttpEvent, number>();
  const line = (event: HttpEvent, response: HttpResult | null | undefined) => {
    log.info("request", {
      requestId: event.requestContext.requestId,
      route: event.routeKey,
      status: response?.statusCode,
      ms: Date.now() - (started.get(event) ?? Date.now()),
    });
  };
  return {
    before: ({ event }) => {
      started.set(event, Date.now());
    },
    after: ({ event, response }) => line(event, response),
    onError: ({ event, response }) => line(event, response),
  };
}
