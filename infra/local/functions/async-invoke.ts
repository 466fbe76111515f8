import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import type { Stack } from "../template/stack.ts";
import { retryDelayMs } from "./batch-result.ts";
import type { Runner } from "./runner.ts";

const InvokeConfig = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z._default(z.coerce.number(), 2),
  DestinationConfig: z.optional(z.undefined("Failure destinations are not known to the local stack")),
});

/** Call a function by its ARN and ignore the answer; true if one of the tries succeeded. */
export type InvokeAsync = (arn: string, payload: unknown) => Promise<boolean>;

type Options = { stack: Stack; runner: Runner; isStopping: () => boolean };

/** Asynchronous invocation with the retries of the function's EventInvokeConfig. */
export function createAsyncInvoke({ stack, runner, isStopping }: Options): InvokeAsync {
  const configs = new Map(
    stack
      .resources("AWS::Lambda::EventInvokeConfig", InvokeConfig)
      .map(({ properties }) => [properties.FunctionName, properties]),
  );
  return async (arn, payload) => {
    const { name } = runner.find(arn);
    const config = configs.get(name);
    const maxTries = 1 + (config?.MaximumRetryAttempts ?? 2);
    for (let tryNumber = 1; tryNumber <= maxTries && !isStopping(); tryNumber += 1) {
      if (tryNumber > 1) await wait(retryDelayMs(tryNumber - 1));
      try {
        await runner.invoke(arn, payload);
        return true;
      } catch {
        // The runner has logged the error.
      }
    }
    return false;
  };
}
