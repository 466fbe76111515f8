import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import type { Queues } from "../queues/queues.ts";
import type { Stack } from "../template/stack.ts";
import { messageOf, retryDelayMs } from "./batch-result.ts";
import type { Runner } from "./runner.ts";

const InvokeConfig = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z._default(z.coerce.number(), 2),
  DestinationConfig: z.optional(z.object({ OnFailure: z.optional(z.object({ Destination: z.string() })) })),
});

/** Call a function and ignore the answer; true if a try succeeded. */
export type InvokeAsync = (arn: string, payload: unknown) => Promise<boolean>;

type Options = { stack: Stack; runner: Runner; queues: Queues; isStopping: () => boolean };

/** Asynchronous invocation with the retries and failure destination of the function's EventInvokeConfig. */
export function createAsyncInvoke({ stack, runner, queues, isStopping }: Options): InvokeAsync {
  const configs = new Map(
    stack
      .resources("AWS::Lambda::EventInvokeConfig", InvokeConfig)
      .map(({ properties }) => [properties.FunctionName, properties]),
  );
  return async (arn, payload) => {
    const { name } = runner.find(arn);
    const config = configs.get(name);
    const maxAttempts = 1 + (config?.MaximumRetryAttempts ?? 2);
    let error = "";
    for (let attempt = 1; attempt <= maxAttempts && !isStopping(); attempt += 1) {
      if (attempt > 1) await wait(retryDelayMs(attempt - 1));
      try {
        await runner.invoke(arn, payload);
        return true;
      } catch (thrown) {
        error = messageOf(thrown);
      }
    }
    const destination = config?.DestinationConfig?.OnFailure?.Destination;
    if (destination && !isStopping()) {
      const record = {
        version: "1.0",
        timestamp: new Date().toISOString(),
        requestContext: {
          requestId: randomUUID(),
          functionArn: `${arn}:$LATEST`,
          condition: "RetriesExhausted",
          approximateInvokeCount: maxAttempts,
        },
        requestPayload: payload,
        responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
        responsePayload: { errorMessage: error },
      };
      queues.find(destination).send([JSON.stringify(record)], { error });
    }
    return false;
  };
}
