import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brand } from "../../shared/site/brand.ts";
import { escapeRegExp } from "../../infra/local/util/escape-reg-exp.ts";

const root = join(import.meta.dirname, "../..");
/** The line with the shop's address, which `npm start` prints when the shop is ready. */
export const READY_LINE = new RegExp(`^${escapeRegExp(brand.name)} is ready: (\\S+)$`, "m");

export type ShopProcess = {
  /** The address that the shop printed when it was ready. */
  url: string;
  /** Everything that the shop has printed so far. */
  output(): string;
  /** Sends a signal and waits for the exit. Returns the status, or null if the signal killed the shop. */
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
 * A shell script that kills the shop when the test process ends for any reason. The end closes the pipe to the shell's stdin,
 * so `cat` ends and `kill` runs. `exec` replaces the shell by the shop, so that the shop receives signals.
 */
const KILL_WITH_PARENT =
  'exec 3<&0; { cat <&3; kill -9 $$; } >/dev/null 2>&1 & exec 3<&-; exec "$@" </dev/null';

/** Starts the shop as `npm start` does. Rejects with the output if the shop exits before it is ready. */
export function startShopProcess({
  dataDir,
  port = 0,
  args = [],
  nodeArgs = [],
  env = {},
}: Settings): Promise<ShopProcess> {
  const command = ["node", ...nodeArgs, join(root, "infra/local/main.ts"), ...args];
  const child = spawn("/bin/sh", ["-c", KILL_WITH_PARENT, "sh", ...command], {
    cwd: root,
    // Vitest sets NODE_ENV to "test", which would change the site that the shop builds.
    env: { ...process.env, NODE_ENV: undefined, SHOP_DATA: dataDir, PORT: String(port), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.once("exit", () => child.stdin.destroy());
  let output = "";
  const exitStatus = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return new Promise((resolve, reject) => {
    const readOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, url] = READY_LINE.exec(output) ?? [];
      if (url)
        resolve({
          url,
          output: () => output,
          end(signal) {
            child.kill(signal);
            return exitStatus;
          },
        });
    };
    child.stdout.on("data", readOutput);
    child.stderr.on("data", readOutput);
    child.once("error", reject);
    child.once("close", (status) => reject(new Error(`status ${String(status)}\n${output}`)));
  });
}

/** The command lines of other processes that contain `text`. Works only on Linux. */
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
