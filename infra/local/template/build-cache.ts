import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "../util/errors.ts";

/** The number of folders that are kept. A folder has about 40 MB. */
const MAX_FOLDERS = 24;
/** A folder that was used in this time is not deleted, in ms. Each process that uses a folder marks it twice in this time. */
const MIN_UNUSED_MS = 60 * 60_000;
/** In ms; longer than a build takes on a busy machine. */
const MAX_LOCK_MS = 600_000;

/** A hash of the names and contents of these files and folders. A missing path counts as empty. */
export function hashOf(root: string, paths: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) add(join(path, name));
    else if (stat) hash.update(`${path}\0${stat.size}\0`).update(readFileSync(join(root, path)));
  };
  paths.forEach(add);
  return hash.digest("hex").slice(0, 32);
}

/**
 * The folder `root/key`, filled by `build` if it does not exist. If several processes need the folder at the
 * same time, one process builds it and the others wait.
 */
export async function buildIfMissing(
  root: string,
  key: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(root, key);
  mkdirSync(root, { recursive: true });
  if (!existsSync(folder)) {
    const unlock = await lock(`${folder}.lock`);
    try {
      if (!existsSync(folder)) {
        deleteUnused(root);
        const temporaryFolder = mkdtempSync(`${folder}.unfinished-`);
        await build(temporaryFolder);
        // A slow build loses its lock, so another process may have built the folder in this time.
        if (existsSync(folder)) rmSync(temporaryFolder, { recursive: true, force: true });
        else renameSync(temporaryFolder, folder);
      }
    } finally {
      unlock();
    }
  }
  await utimes(folder, new Date(), new Date());
  setInterval(() => void utimes(folder, new Date(), new Date()).catch(() => {}), MIN_UNUSED_MS / 2).unref();
  return folder;
}

/** Deletes all folders but the MAX_FOLDERS that were used last, and those that were used within MIN_UNUSED_MS. */
function deleteUnused(root: string): void {
  const usedAtMs = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(root, name));
  for (const path of folders.sort((a, b) => usedAtMs(b) - usedAtMs(a)).slice(MAX_FOLDERS))
    if (usedAtMs(path) < Date.now() - MIN_UNUSED_MS) rmSync(path, { recursive: true, force: true });
}

/**
 * Locks between processes by a symbolic link to the process's id, created atomically. A lock is stale if the
 * process has ended, or after {@link MAX_LOCK_MS}, because another process may have got the same id.
 */
async function lock(path: string): Promise<() => void> {
  for (;;) {
    try {
      symlinkSync(String(process.pid), path);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      if (isLockHeld(path)) await wait(100);
      else rmSync(path, { force: true });
    }
  }
}

function isLockHeld(path: string): boolean {
  try {
    if (lstatSync(path).mtimeMs < Date.now() - MAX_LOCK_MS) return false;
    process.kill(Number(readlinkSync(path)), 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
