import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export type ShopProcess = {
  /** The address that the shop printed when it was ready. */
  url: string;
  /** Everything that it has printed. */
  output(): string;
  /** Sends a signal and waits for the exit; returns the exit status, or null if the signal ended the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

type Settings = {
  dataDir: string;
  port?: number;
  args?: string[];
  /** Arguments of Node. */
  nodeArgs?: string[];
  env?: Record<string, string>;
};

/**
 * Kills the shop when the test process ends for any reason: `cat` then reaches the end of the pipe that was the shell's
 * stdin. `exec` replaces the shell by the shop, so that signals reach the shop.
 */
const GUARD = 'exec 3<&0; { cat <&3; kill -9 $$; } >/dev/null 2>&1 & exec 3<&-; exec "$@" </dev/null';

/** Starts the shop in its own process, as `npm start` does. Rejects with its output if it exits before it is ready. */
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
    // Vitest sets NODE_ENV to "test", which would change the site that the shop builds.
    env: { ...process.env, NODE_ENV: undefined, SHOP_DATA: dataDir, PORT: String(port), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.once("exit", () => child.stdin.destroy());
  let output = "";
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, url] = /^Bourbon Vipers is ready: (\S+)$/m.exec(output) ?? [];
      if (url)
        resolve({
          url,
          output: () => output,
          end(signal) {
            child.kill(signal);
            return exit;
          },
        });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("close", (status) => reject(new Error(`status ${String(status)}\n${output}`)));
  });
}

/** The command lines of other processes that contain `text`; Linux only. */
export function processesWith(text: string): string[] {
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
