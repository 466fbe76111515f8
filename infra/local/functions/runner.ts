import { join } from "node:path";
import * as z from "zod/mini";
import type { Stack } from "../template/stack.ts";
import { REGION } from "../template/resource-types.ts";
import { requireAnswerSize } from "./answer-size.ts";
import { messageOf } from "./batch-result.ts";
import { openFunctionLog } from "./function-log.ts";
import { createPool, type Pool } from "./pool.ts";
import { writeWorkerCode } from "./worker-code.ts";

const FunctionProperties = z.object({
  FunctionName: z.optional(z.string()),
  Runtime: z.optional(z.string()),
  Handler: z.optional(z.string()),
  Timeout: z._default(z.coerce.number(), 3),
  MemorySize: z._default(z.coerce.number(), 128),
  ReservedConcurrentExecutions: z.optional(z.coerce.number()),
  Environment: z.optional(z.object({ Variables: z.optional(z.record(z.string(), z.coerce.string())) })),
  Code: z.object({ S3Key: z.optional(z.string()) }),
});

export type RunnerOptions = {
  stack: Stack;
  dataDir: string;
  /** The folder of an asset, by its key in the assets bucket. */
  assetFolder: (key: string) => string;
  /** Variables added to what the template gives, e.g. endpoints; read at each start of an instance. */
  extraEnvironment: (given: Record<string, string>) => Record<string, string>;
  /** A function threw, ended or hung; for whoever sits in front of the terminal. */
  onFailure?: (message: string, log: string) => void;
};

export type RunningFunction = { name: string; arn: string; timeoutMs: number; log: string };

/** Runs the template's functions. */
export type Runner = {
  functions: RunningFunction[];
  find(arnOrName: string): RunningFunction;
  /** Call a function by its ARN or name. Rejects with FunctionFailed or FunctionTimedOut. */
  invoke(arn: string, event: unknown): Promise<unknown>;
  /** Give every function new instances, with the environment of now. */
  restart(): void;
  /** Give one function, by its ARN or name, new instances with the code in `folder`. Running events end on the old code. */
  replaceCode(arnOrName: string, folder: string): void;
  end(): Promise<void>;
};

type Entry = RunningFunction & { pool: Pool; replaceCode(folder: string): void };

/** Prepare every Node function of the template; instances start with the first event. */
export function createRunner(options: RunnerOptions): Runner {
  const { stack, dataDir, assetFolder, extraEnvironment, onFailure } = options;
  const pools = new Map<string, Entry>();
  const closers: (() => void)[] = [];
  const layersFrom = import.meta.url;
  const cacheDir = join(dataDir, "code-cache");
  const workerFile = writeWorkerCode(cacheDir);
  let ending = false;
  // Other runtimes are CDK's helpers for a deployment, which the website part does in their place.
  const isOurs = (properties: z.infer<typeof FunctionProperties>): boolean =>
    properties.Runtime?.startsWith("nodejs") === true && properties.Code.S3Key !== undefined;

  for (const { logicalId, ref: name, properties } of stack.resources(
    "AWS::Lambda::Function",
    FunctionProperties,
  )) {
    if (!isOurs(properties)) continue;
    const arn = stack.attribute(logicalId, "Arn");
    let code = assetFolder(properties.Code.S3Key ?? "");
    const handler = properties.Handler ?? "index.handler";
    const log = openFunctionLog(dataDir, name);
    const timeoutMs = properties.Timeout * 1000;
    const memoryMb = properties.MemorySize;
    const environment = (): Record<string, string> => {
      const given = properties.Environment?.Variables ?? {};
      return { ...lambdaEnvironment(name, handler, code, memoryMb), ...given, ...extraEnvironment(given) };
    };
    const pool = createPool(
      () => ({
        name,
        arn,
        code,
        handler,
        memoryMb,
        timeoutMs,
        log,
        workerFile,
        layersFrom,
        cacheDir,
        env: environment(),
      }),
      properties.ReservedConcurrentExecutions,
    );
    closers.push(() => log.close());
    const replaceCode = (folder: string): void => {
      code = folder;
      pool.restart();
    };
    pools.set(arn, { name, arn, timeoutMs, log: log.path, pool, replaceCode });
  }

  const find = (arnOrName: string): Entry => {
    const found = pools.get(arnOrName) ?? [...pools.values()].find(({ name }) => name === arnOrName);
    if (!found) throw new Error(`The template has no function ${arnOrName}.`);
    return found;
  };
  return {
    functions: [...pools.values()].map(({ name, arn, timeoutMs, log }) => ({ name, arn, timeoutMs, log })),
    find,
    async invoke(arn, event) {
      const { name, pool, log } = find(arn);
      try {
        const answer = await pool.invoke(event);
        requireAnswerSize(name, answer);
        return answer;
      } catch (error) {
        if (!ending) onFailure?.(messageOf(error), log);
        throw error;
      }
    },
    restart: () => pools.forEach(({ pool }) => pool.restart()),
    replaceCode: (arnOrName, folder) => find(arnOrName).replaceCode(folder),
    async end() {
      ending = true;
      await Promise.all([...pools.values()].map(({ pool }) => pool.end()));
      closers.forEach((close) => close());
    },
  };
}

/** What Lambda itself gives every function; the credentials open nothing. */
const lambdaEnvironment = (
  name: string,
  handler: string,
  code: string,
  memoryMb: number,
): Record<string, string> => ({
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: "local",
  LAMBDA_TASK_ROOT: code,
  _HANDLER: handler,
});
