import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { tableServerPackage } from "../bootstrap/table-server.mjs";
import { UserError } from "../util/errors.ts";
import { listenLocally } from "../util/local-server.ts";

export type TableServer = { endpoint: string; stop(): Promise<void> };

/** Longest time until the server's first answer, in ms. */
const START_TIMEOUT_MS = 10_000;

/**
 * Runs the server as a child of a shell. File descriptor 3 is a pipe from this process. When the pipe closes,
 * even by kill -9, the shell kills the server. With `detached`, Ctrl-C only reaches this process.
 */
const GUARD_SCRIPT =
  'exec 3<&0; "$@" </dev/null & child=$!; { cat <&3 >/dev/null; kill -9 "$child"; } 2>/dev/null & wait "$child"';

/** The path of the server's program in the package that the bootstrap has installed. Throws a UserError if there is none. */
function findServerProgram(): string {
  const name = tableServerPackage(process);
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "dynoxide");
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    throw new UserError(
      `There is no DynamoDB server for this machine (${name} is not installed). npm start installs it on Linux and ` +
        "macOS, x64 and arm64. Elsewhere start Amazon's DynamoDB Local and set DYNAMODB_ENDPOINT=http://localhost:8000",
    );
  }
}

/** Starts Dynoxide on a free port, with its data in `table.db` in `dataDir`. `onServerExit`: called if it ends before `stop`. */
export async function startDynoxide(
  dataDir: string,
  onServerExit: (reason: string) => void,
): Promise<TableServer> {
  const path = findServerProgram();
  const { port, close } = await listenLocally(0);
  await close();
  const options = ["--host", "127.0.0.1", "--port", String(port), "--db-path", join(dataDir, "table.db")];
  const child = spawn("/bin/sh", ["-c", GUARD_SCRIPT, "sh", path, "serve", ...options], {
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const errorOutput: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => void errorOutput.push(chunk.toString()));
  let exitReason: string | undefined;
  let isStopping = false;
  const exited = new Promise<void>((resolve) => {
    child.on("error", (error) => (exitReason = error.message));
    child.on("close", (code) => {
      exitReason ??= `The DynamoDB server ended (status ${code ?? "none"}). ${errorOutput.join("").slice(-500)}`;
      child.stdin.destroy();
      if (!isStopping) onServerExit(exitReason);
      resolve();
    });
  });
  child.stdin.on("error", () => undefined);

  const endpoint = `http://127.0.0.1:${port}`;
  const isAnswering = async (): Promise<boolean> => {
    const reply = await fetch(endpoint, { signal: AbortSignal.timeout(500) }).catch(() => undefined);
    await reply?.body?.cancel();
    return reply !== undefined;
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isAnswering())) {
    if (exitReason !== undefined) throw new UserError(exitReason);
    if (Date.now() > deadline) {
      child.stdin.destroy();
      throw new UserError(`The DynamoDB server did not start within ${START_TIMEOUT_MS / 1000} s.`);
    }
    await wait(20);
  }
  return {
    endpoint,
    async stop() {
      isStopping = true;
      child.stdin.destroy();
      await exited;
    },
  };
}
