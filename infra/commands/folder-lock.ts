import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { CommandError } from "./command.ts";

const LOCK_FILE = ".build/deploying";

/** Whether a process runs on this machine. */
function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Without permission to send signals, the process belongs to another user, and runs.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The id of the process in a lock file; undefined if there is none. */
function readProcessId(file: string): number | undefined {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Lets only one command build and deploy in this folder until the process ends. A second command would replace the assembly
 * while the first one waits for an answer, and the first one would then deploy the second one's changes, even to another
 * stage. Throws if another process has the lock. A process that was killed leaves the file, which is then replaced.
 */
export function lockFolder(file = LOCK_FILE): void {
  mkdirSync(dirname(file), { recursive: true });
  const processId = readProcessId(file);
  if (processId !== undefined && processId > 0 && processId !== process.pid && isRunning(processId))
    throw new CommandError(
      `Another command deploys from this folder (process ${processId}). Nothing was changed. Wait until it has ended, or use ` +
        `another clone. If it is no deployment, delete ${file}.`,
    );
  if (processId !== undefined) rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new CommandError("Another command began to deploy from this folder just now. Nothing was changed.");
  }
  process.once("exit", () => rmSync(file, { force: true }));
}
