import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { Stack } from "../template/stack.ts";
import { REGION } from "../template/resource-types.ts";
import { messageOf } from "../util/errors.ts";
import { requireAnswerSize } from "./answer-size.ts";
import { openFunctionLog } from "./function-log.ts";
import { createInstancePool, type InstancePool } from "./instance-pool.ts";
import type { InstanceData } from "./protocol.ts";
import { writeWorkerCode } from "./worker-code.ts";

const FunctionProperties = z.object({
  FunctionName: z.optional(z.string()),
  Runtime: z.optional(z.string()),
  Handler: z.optional(z.string()),
  Timeout: z._default(z.coerce.number(), 3),
  MemorySize: z._default(z.coerce.number(), 128),
  ReservedConcurrentExecutions: z.optional(z.coerce.number()),
  LoggingConfig: z.optional(z.object({ LogGroup: z.optional(z.string()) })),
  Environment: z.optional(z.object({ Variables: z.optional(z.record(z.string(), z.coerce.string())) })),
  Code: z.object({ S3Key: z.optional(z.string()) }),
});

export type RunnerOptions = {
  stack: Stack;
  dataDir: string;
  /** The folder of an asset, by its key in the assets bucket. */
  assetFolder: (key: string) => string;
  /** Variables in addition to the template's, such as endpoints. Called whenever an instance starts. */
  extraEnvironment: (variables: Record<string, string>) => Record<string, string>;
  /** Called when a function logged an error, or an invocation failed. */
  onFailure?: (message: string, logPath: string) => void;
};

export type RunningFunction = { name: string; arn: string; timeoutMs: number; logPath: string };

export type Runner = ReturnType<typeof createRunner>;

type RunnerEntry = RunningFunction & { pool: InstancePool; replaceCode(folder: string): void; close(): void };

/** Prepare every Node function of the template. The first event of a function starts its first instance. */
export function createRunner(options: RunnerOptions) {
  const { stack, dataDir, assetFolder, extraEnvironment, onFailure } = options;
  const byArn = new Map<string, RunnerEntry>();
  // A function finds external packages such as sharp where this file finds them.
  const packagesUrl = import.meta.url;
  const workerFile = writeWorkerCode(dataDir);
  let isEnding = false;

  const resources = stack.resources("AWS::Lambda::Function", FunctionProperties);
  for (const { logicalId, ref: name, properties } of resources) {
    // Functions on other runtimes are CDK's deployment helpers; website/deployment.ts does their work here.
    if (!properties.Runtime?.startsWith("nodejs") || properties.Code.S3Key === undefined) continue;
    const arn = stack.attribute(logicalId, "Arn");
    let code = assetFolder(properties.Code.S3Key);
    // The cache is beside the code, so local stacks that run the same code share one cache.
    const cacheDir = join(dirname(code), "code-cache");
    const handler = properties.Handler ?? "index.handler";
    const log = openFunctionLog(dataDir, name, (place) => {
      if (!isEnding) onFailure?.(`${name}: error at ${place}`, log.path);
    });
    const timeoutMs = properties.Timeout * 1000;
    const memoryMb = properties.MemorySize;
    const buildEnvironment = (): Record<string, string> => {
      const env = properties.Environment?.Variables ?? {};
      const logGroup = properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`;
      return {
        ...lambdaEnvironment({ name, handler, code, memoryMb }, logGroup),
        ...env,
        ...extraEnvironment(env),
      };
    };
    const fixedOptions = { name, arn, handler, memoryMb, timeoutMs, log, workerFile, packagesUrl, cacheDir };
    const pool = createInstancePool(
      () => ({ ...fixedOptions, code, env: buildEnvironment() }),
      properties.ReservedConcurrentExecutions,
    );
    const replaceCode = (folder: string): void => {
      code = folder;
      pool.restart();
    };
    byArn.set(arn, { name, arn, timeoutMs, logPath: log.path, pool, replaceCode, close: () => log.close() });
  }

  const find = (arnOrName: string): RunnerEntry => {
    const fn = byArn.get(arnOrName) ?? [...byArn.values()].find(({ name }) => name === arnOrName);
    if (!fn) throw new Error(`The template has no function ${arnOrName}.`);
    return fn;
  };
  return {
    functions: [...byArn.values()] as RunningFunction[],
    find: (arnOrName: string): RunningFunction => find(arnOrName),
    /** Call a function by its ARN or name. Rejects with FunctionFailed or FunctionTimedOut. */
    async invoke(arnOrName: string, event: unknown): Promise<unknown> {
      const { name, pool, logPath } = find(arnOrName);
      try {
        const answer = await pool.invoke(event);
        requireAnswerSize(name, answer);
        return answer;
      } catch (error) {
        if (!isEnding) onFailure?.(messageOf(error), logPath);
        throw error;
      }
    },
    /** Use new instances of every function for later events, with the current environment. */
    restart: () => byArn.forEach(({ pool }) => pool.restart()),
    /** Handle a function's later events with the code in `folder`. Events in progress end on the old code. */
    replaceCode: (arnOrName: string, folder: string) => find(arnOrName).replaceCode(folder),
    async end(): Promise<void> {
      isEnding = true;
      await Promise.all([...byArn.values()].map(({ pool }) => pool.end()));
      for (const fn of byArn.values()) fn.close();
    },
  };
}

/** The variables that Lambda sets. The function's name is its session token, so that services can check its role. */
const lambdaEnvironment = (
  { name, handler, code, memoryMb }: Pick<InstanceData, "name" | "handler" | "code" | "memoryMb">,
  logGroup: string,
) => ({
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  AWS_SESSION_TOKEN: name,
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_LOG_GROUP_NAME: logGroup,
  AWS_LAMBDA_LOG_STREAM_NAME: "local",
  LAMBDA_TASK_ROOT: code,
  _HANDLER: handler,
});
