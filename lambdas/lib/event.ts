import middy, { type MiddlewareObj } from "@middy/core";
import type { Context } from "aws-lambda";
import { log, withLogContext } from "./log.ts";
import { middyOptions } from "./middy-options.ts";

/**
 * Logs a failed run. Lambda still gets the error, and repeats a run for the table's stream. A scheduled run is not repeated,
 * because the next run does the same work (infra/schedule.ts).
 */
const logFailedRun = (): MiddlewareObj => ({
  onError: ({ error }) => log.error("A run failed", { error: error ?? "unknown" }),
});

/** The middleware stack of functions that a schedule or the table's stream invokes. */
export const eventFunction = <Event, Result>(handle: (event: Event, now: Date) => Promise<Result>) => {
  const run = middy<Event, Result>(middyOptions)
    .use(logFailedRun())
    .handler((event: Event) => handle(event, new Date()));
  return (event: Event, context: Context): Promise<Result> =>
    // Lambda's own log lines have the same request id.
    withLogContext({ requestId: context.awsRequestId }, async () => run(event, context));
};
