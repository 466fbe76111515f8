import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { tableServerPackage } from "../bootstrap/table-server.mjs";
import { UserError } from "../util/user-error.ts";

export type TableServer = { endpoint: string; stop(): Promise<void> };

/** Longest wait for the server's first answer, in ms. */
const START_MS = 10_000;

/**
 * Runs the server as a child of a shell that kills it when file 3, a pipe from this process, closes: so the server ends
 * with this process even after kill -9. `detached` keeps Ctrl-C away from the server, because this process stops it.
 */
const GUARD =
  'exec 3<&0; "$@" </dev/null & child=$!; { cat <&3 >/dev/null; kill -9 "$child"; } 2>/dev/null & wait "$child"';

/** Path of the server's program. The bootstrap installed its package. */
function program(): string {
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Start Dynoxide on a free port, with its data in `table.db` in the data folder. */
export async function startDynoxide(
  dataDir: string,
  onDeath: (reason: string) => void,
): Promise<TableServer> {
  const path = program();
  const port = await freePort();
  const command = [
    path,
    "serve",
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--db-path",
    join(dataDir, "table.db"),
  ];
  const child = spawn("/bin/sh", ["-c", GUARD, "sh", ...command], {
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => void errors.push(chunk.toString()));
  let ended: string | undefined;
  let stopping = false;
  const exit = new Promise<void>((resolve) => {
    child.on("error", (error) => (ended = error.message));
    child.on("close", (code) => {
      ended ??= `The DynamoDB server ended (status ${code ?? "none"}). ${errors.join("").slice(-500)}`;
      child.stdin.destroy();
      if (!stopping) onDeath(ended);
      resolve();
    });
  });
  child.stdin.on("error", () => undefined);

  const endpoint = `http://127.0.0.1:${port}`;
  const answers = async (): Promise<boolean> => {
    const reply = await fetch(endpoint, { signal: AbortSignal.timeout(500) }).catch(() => undefined);
    await reply?.body?.cancel();
    return reply !== undefined;
  };
  const deadline = Date.now() + START_MS;
  while (!(await answers())) {
    if (ended !== undefined) throw new UserError(ended);
    if (Date.now() > deadline) {
      child.stdin.destroy();
      throw new UserError(`The DynamoDB server did not start within ${START_MS / 1000} s.`);
    }
    await wait(20);
  }
  return {
    endpoint,
    async stop() {
      stopping = true;
      child.stdin.destroy();
      await exit;
    },
  };
}
