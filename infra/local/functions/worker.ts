// Runs in a function instance's thread: loads the bundled handler and calls it for one event after another.
// This file may import Node's own modules only, because worker-code.ts copies it to another folder.
import { existsSync } from "node:fs";
import { createRequire, enableCompileCache, flushCompileCache, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { InstanceData, InstanceMessage, Invocation } from "./protocol.ts";

type Handler = (event: unknown, context: object) => unknown;
const port = parentPort;
if (!port) throw new Error("worker.ts is started by the function runner.");
const { code, handler, name, arn, memoryMb, packagesUrl, cacheDir } = workerData as InstanceData;
enableCompileCache(cacheDir);
// Stack traces name the line of the TypeScript source, as with --enable-source-maps.
process.setSourceMapsEnabled(true);

// A layer's packages, such as sharp, are built for Lambda's machines, so local packages replace them.
registerHooks({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      if (specifier.startsWith(".") || specifier.startsWith("/")) throw error;
      const path = createRequire(packagesUrl).resolve(specifier);
      return { url: pathToFileURL(path).href, shortCircuit: true };
    }
  },
});
const send = (message: InstanceMessage): void => port.postMessage(message);

// Output goes over the same port as results, so that the log shows output and results in order.
function write(chunk: string | Uint8Array, encoding?: string | (() => void), callback?: () => void): boolean {
  send({ type: "log", text: typeof chunk === "string" ? chunk : Buffer.from(chunk).toString() });
  if (typeof encoding === "function") encoding();
  else callback?.();
  return true;
}
process.stdout.write = write;
process.stderr.write = write;

const [file = "index", exportName = "handler"] = handler.split(".");
const path = ["js", "mjs", "cjs"].map((extension) => join(code, `${file}.${extension}`)).find(existsSync);
if (!path) throw new Error(`${name}: no ${file}.js in ${code}; run the build again.`);
const loadedModule = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
const exports = { ...(loadedModule["default"] as Record<string, unknown> | undefined), ...loadedModule };
const handlerFunction = exports[exportName] as Handler | undefined;
if (typeof handlerFunction !== "function") throw new Error(`${name}: ${path} does not export ${exportName}.`);

const contextOf = ({ requestId, deadline }: Invocation): object => ({
  functionName: name,
  functionVersion: "$LATEST",
  invokedFunctionArn: arn,
  memoryLimitInMB: String(memoryMb),
  awsRequestId: requestId,
  logGroupName: process.env["AWS_LAMBDA_LOG_GROUP_NAME"],
  logStreamName: "local",
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

port.on("message", (invocation: Invocation) => {
  const { requestId, event } = invocation;
  const sendError = (thrown: unknown): void => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const { name, message, stack = message } = error;
    send({ type: "error", requestId, name, message, stack });
  };
  // Lambda serializes results as JSON, so a value that JSON cannot represent must fail here too.
  Promise.resolve()
    .then(() => handlerFunction(event, contextOf(invocation)))
    .then((result) =>
      send({ type: "result", requestId, result: JSON.parse(JSON.stringify(result ?? null)) as unknown }),
    )
    .catch(sendError);
});
send({ type: "ready" });
flushCompileCache();
