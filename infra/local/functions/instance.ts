import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { FunctionLog } from "./function-log.ts";
import type { InstanceData, InstanceMessage, Invocation } from "./protocol.ts";

/** A function threw, ended, ran out of memory or could not be loaded. */
export class FunctionFailed extends Error {
  override readonly name = "FunctionFailed";
}
/** A function did not answer within its time-out. */
export class FunctionTimedOut extends Error {
  override readonly name = "FunctionTimedOut";
}

/** Code that has not loaded in this time is given up, in ms. Lambda's own limit is 10 s, on a machine of its own. */
const LOAD_MS = 20_000;

type Options = InstanceData & { env: Record<string, string>; timeoutMs: number; log: FunctionLog };
type Call = { invocation: Invocation; settle(error: Error | undefined, result?: unknown): void };

/** One execution environment of a function: a worker thread with its own modules and environment. */
export type Instance = {
  busy(): boolean;
  /** False once it failed, timed out or was ended: it never takes another event. */
  alive(): boolean;
  /** Settles, never rejects, when the code is loaded or could not be. */
  loaded: Promise<void>;
  /** When it finished its last event, in ms since 1970. */
  idleSince(): number;
  /** Handle one event. Rejects with FunctionFailed or FunctionTimedOut. */
  invoke(event: unknown): Promise<unknown>;
  end(): Promise<void>;
};

/** Start an instance. Its code is loaded before the first event; the time that takes is not the event's. */
export function startInstance({ env, timeoutMs, log, ...data }: Options): Instance {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    env,
    workerData: data satisfies InstanceData,
    resourceLimits: { maxOldGenerationSizeMb: data.memoryMb },
  });
  let call: Call | undefined;
  let alive = true;
  let idleSince = Date.now();
  const ready = Promise.withResolvers<undefined>();
  const loadTimer = setTimeout(
    () => fail(new FunctionTimedOut(`${data.name} did not load in time.`)),
    LOAD_MS,
  );
  const loaded = ready.promise.then(
    () => clearTimeout(loadTimer),
    () => clearTimeout(loadTimer),
  );

  const fail = (error: Error): void => {
    alive = false;
    ready.reject(error);
    call?.settle(error);
  };
  worker.on("message", (message: InstanceMessage) => {
    if (message.type === "ready") return ready.resolve(undefined);
    if (message.type === "log") return log.write(message.text);
    if (call?.invocation.requestId !== message.requestId) return;
    if (message.type === "result") return call.settle(undefined, message.result);
    log.write(`ERROR ${message.stack}`);
    call.settle(new FunctionFailed(`${data.name}: ${message.name}: ${message.message}`));
  });
  worker.on("error", (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.write(`ERROR ${text}`);
    fail(new FunctionFailed(`${data.name}: ${error instanceof Error ? error.message : text}`));
  });
  worker.on("exit", (code) => fail(new FunctionFailed(`${data.name} ended by itself (status ${code}).`)));

  const end = async (): Promise<void> => {
    alive = false;
    await worker.terminate();
  };

  return {
    busy: () => call !== undefined,
    alive: () => alive,
    loaded,
    idleSince: () => idleSince,
    end,
    async invoke(event) {
      const requestId = randomUUID();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      let timer: NodeJS.Timeout | undefined;
      const started = performance.now();
      const invocation: Invocation = { requestId, event, deadline: Date.now() + timeoutMs };
      call = {
        invocation,
        settle(error, result) {
          clearTimeout(timer);
          call = undefined;
          idleSince = Date.now();
          log.write(
            `${new Date().toISOString()} END   ${requestId} ${Math.round(performance.now() - started)} ms\n`,
          );
          if (error) reject(error);
          else resolve(result);
        },
      };
      log.write(`${new Date().toISOString()} START ${requestId}`);
      ready.promise.then(
        () => {
          if (call?.invocation !== invocation) return;
          invocation.deadline = Date.now() + timeoutMs;
          timer = setTimeout(() => {
            log.write(`ERROR Task timed out after ${timeoutMs / 1000} seconds`);
            void end();
            call?.settle(new FunctionTimedOut(`${data.name} did not answer within ${timeoutMs / 1000} s.`));
          }, timeoutMs);
          worker.postMessage(invocation);
        },
        (error: unknown) => call?.settle(error instanceof Error ? error : new FunctionFailed(String(error))),
      );
      return promise;
    },
  };
}
