import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { FunctionLog } from "./function-log.ts";
import type { InstanceData, InstanceMessage, Invocation } from "./protocol.ts";

/** A function threw, ended, ran out of memory, could not be loaded, or returned too large an answer. */
export class FunctionFailed extends Error {
  override readonly name = "FunctionFailed";
}
/** A function did not answer within its time-out, or its code did not load in time. */
export class FunctionTimedOut extends Error {
  override readonly name = "FunctionTimedOut";
}

/** Longest time for loading code, in ms. Lambda allows 10 s, but here several functions share one machine. */
const LOAD_TIMEOUT_MS = 20_000;

type Options = InstanceData & {
  env: Record<string, string>;
  timeoutMs: number;
  log: FunctionLog;
  workerFile: string;
};
type PendingCall = { requestId: string; settle(error: Error | undefined, result?: unknown): void };

/** One execution environment of a function: a worker thread with its own modules and environment. */
export type Instance = ReturnType<typeof startInstance>;

/** Start an instance. Call `invoke` only while `isFree` is true. */
export function startInstance({ env, timeoutMs, log, workerFile, ...data }: Options) {
  const thread = new Worker(workerFile, {
    env,
    workerData: data satisfies InstanceData,
    // With V8's default young generation, 16 instances would reserve most of a small machine's memory.
    resourceLimits: { maxOldGenerationSizeMb: data.memoryMb, maxYoungGenerationSizeMb: 8 },
  });
  const loading = Promise.withResolvers<Error | undefined>();
  const loadTimer = setTimeout(
    () => fail(new FunctionTimedOut(`${data.name} did not load in time.`)),
    LOAD_TIMEOUT_MS,
  );
  let state: "loading" | "ready" | "ended" = "loading";
  let currentCall: PendingCall | undefined;
  let idleSince = Date.now();

  function settleLoading(error?: Error): void {
    clearTimeout(loadTimer);
    loading.resolve(error);
  }
  function fail(error: Error): void {
    state = "ended";
    settleLoading(error);
    currentCall?.settle(error);
    void thread.terminate();
  }
  function onMessage(message: InstanceMessage): void {
    if (message.type === "log") return log.write(message.text);
    if (message.type === "ready") {
      state = "ready";
      return settleLoading();
    }
    if (currentCall?.requestId !== message.requestId) return;
    if (message.type === "result") return currentCall.settle(undefined, message.result);
    log.write(`ERROR ${message.stack}`);
    currentCall.settle(new FunctionFailed(`${data.name}: ${message.name}: ${message.message}`));
  }
  thread.on("message", onMessage);
  thread.on("error", (thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    log.write(`ERROR ${error.stack ?? error.message}`);
    fail(new FunctionFailed(`${data.name}: ${error.message}`));
  });
  thread.on("exit", (code) => fail(new FunctionFailed(`${data.name} ended by itself (status ${code}).`)));

  return {
    /** Resolves with undefined when the code is loaded, or with the error if loading failed. */
    loaded: loading.promise,
    /** True if the code is loaded, and the instance is alive and not handling an event. */
    isFree: () => state === "ready" && currentCall === undefined,
    /** False after the thread ended, an event or the loading timed out, or `end` was called. */
    isAlive: () => state !== "ended",
    /** When the last event was finished, or the instance was started, in ms since 1970. */
    idleSince: () => idleSince,
    async end(): Promise<void> {
      state = "ended";
      clearTimeout(loadTimer);
      await thread.terminate();
    },
    /** Handle one event. Rejects with FunctionFailed or FunctionTimedOut. */
    invoke(event: unknown): Promise<unknown> {
      const requestId = randomUUID();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const startedAt = performance.now();
      const timer = setTimeout(() => {
        log.write(`ERROR Task timed out after ${timeoutMs / 1000} seconds`);
        fail(new FunctionTimedOut(`${data.name} did not answer within ${timeoutMs / 1000} s.`));
      }, timeoutMs);
      const settle: PendingCall["settle"] = (error, result) => {
        clearTimeout(timer);
        currentCall = undefined;
        idleSince = Date.now();
        log.write(
          `${new Date().toISOString()} END   ${requestId} ${Math.round(performance.now() - startedAt)} ms\n`,
        );
        if (error) reject(error);
        else resolve(result);
      };
      currentCall = { requestId, settle };
      log.write(`${new Date().toISOString()} START ${requestId}`);
      thread.postMessage({ requestId, event, deadline: Date.now() + timeoutMs } satisfies Invocation);
      return promise;
    },
  };
}
