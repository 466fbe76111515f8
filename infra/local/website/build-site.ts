import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../util/errors.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const SOURCES = ["web", "shared", "package-lock.json"];
/** The last file that the build writes. The build sets the file's time of change to the start of the build. */
const LAST_FILE = join(".build", "web", "asyncapi.json");

function newestMtimeMs(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  // A folder's own time changes when a file in it is deleted or renamed.
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMtimeMs(join(path, name))));
}

export const isSiteBuilt = (): boolean => existsSync(join(root, LAST_FILE));

/** True if there is no built site, or a source has changed since the last build. */
export function isSiteOutdated(): boolean {
  const builtAt = statSync(join(root, LAST_FILE), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return SOURCES.some((source) => newestMtimeMs(join(root, source)) > builtAt);
}

/** Builds the site. If the build fails, throws a UserError with the build's output. */
export function buildSite(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", "build"], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: string[] = [];
    child.stdout.on("data", (chunk: Buffer) => void output.push(chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => void output.push(chunk.toString()));
    child.on("error", reject);
    child.on("close", (status) => {
      if (status === 0) resolve();
      else reject(new UserError(`The site does not build:\n${output.join("").slice(-4_000)}`));
    });
  });
}
