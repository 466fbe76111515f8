import middy, { type MiddlewareObj } from "@middy/core";
import { log } from "./log.ts";

/** Logs a failed run with the request id that Lambda also logs. Lambda still gets the error, and retries. */
const logFailedRun = (): MiddlewareObj => ({
  onError: ({ context, error }) =>
    log.error("A run failed", { requestId: context.awsRequestId, error: error ?? "unknown" }),
});

/** The middleware stack of functions that a schedule or the table's stream invokes. */
export const eventFunction = <Event, Result>(handle: (event: Event, now: Date) => Promise<Result>) =>
  middy<Event, Result>()
    .use(logFailedRun())
    .handler((event: Event) => handle(event, new Date()));
