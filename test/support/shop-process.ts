import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export type ShopProcess = {
  /** Where the shop said it is ready. */
  url: string;
  /** Everything it wrote so far. */
  output(): string;
  /** Send a signal and wait for the end; gives the exit status, null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

type Settings = {
  dataDir: string;
  port?: number;
  args?: string[];
  /** For Node itself. */
  nodeArgs?: string[];
  env?: Record<string, string>;
};

/**
 * Ends the shop when whoever tests it is gone in whatever way: the shell's third file is a pipe from us, and it closes
 * with us. The shell becomes the shop, so that signals reach it.
 */
const GUARD = 'exec 3<&0; { cat <&3; kill -9 $$; } >/dev/null 2>&1 & exec 3<&-; exec "$@" </dev/null';

/** Start the shop as `npm start` does, in a process of its own that a test can kill. Rejects with what it wrote if it ends before it is ready. */
export function startShopProcess({
  dataDir,
  port = 0,
  args = [],
  nodeArgs = [],
  env = {},
}: Settings): Promise<ShopProcess> {
  const command = ["node", ...nodeArgs, join(root, "infra/local/main.ts"), ...args];
  const child = spawn("/bin/sh", ["-c", GUARD, "sh", ...command], {
    cwd: root,
    // A site that it has to build is the one that visitors get, not one for tests.
    env: { ...process.env, NODE_ENV: undefined, SHOP_DATA: dataDir, PORT: String(port), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.once("exit", () => child.stdin.destroy());
  let written = "";
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      written += chunk.toString();
      const [, url] = /^Bourbon Vipers is ready: (\S+)$/m.exec(written) ?? [];
      if (url)
        resolve({
          url,
          output: () => written,
          end(signal) {
            child.kill(signal);
            return exit;
          },
        });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("close", (status) => reject(new Error(`status ${String(status)}\n${written}`)));
  });
}

/** Command lines of the processes that name `text`, this one aside; Linux only. */
export function processesNaming(text: string): string[] {
  const commandOf = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map(commandOf)
    .filter((command) => command.includes(text));
}
