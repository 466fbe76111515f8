import type { MiddlewareObj } from "@middy/core";
import { log } from "./log.ts";
import type { HttpEvent, HttpResult } from "./http.ts";

/** Logs one line for each request: route, status, ms. The body and the IP address are personal data and left out. */
export function logRequests(): MiddlewareObj<HttpEvent, HttpResult> {
  const startTimes = new WeakMap<HttpEvent, number>();
  const logLine = (event: HttpEvent, response: HttpResult | null | undefined) => {
    log.info("request", {
      route: event.routeKey,
      status: response?.statusCode,
      ms: Date.now() - (startTimes.get(event) ?? Date.now()),
    });
  };
  return {
    before: ({ event }) => {
      startTimes.set(event, Date.now());
    },
    after: ({ event, response }) => logLine(event, response),
    onError: ({ event, response }) => logLine(event, response),
  };
}
