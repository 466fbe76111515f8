import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { codeOf, UserError } from "../util/errors.ts";
import { sha256Hex } from "../util/sha256.ts";

/** This file marks a folder as this shop's data, so that --reset never empties another folder. */
const MARKER_FILE = "bourbon-vipers-data";

/** A file in the data folder, with the environment variables by which the commands reach the stack. */
export const SERVICES_FILE = "services.json";

export type DataFolder = { path: string; release(): void };

/**
 * Open the data folder for this process only. Creates a missing folder; with `reset`, empties the folder.
 * Throws a UserError if the folder is not writable, has other files, or is in use.
 */
export async function openDataFolder(folder: string, reset: boolean): Promise<DataFolder> {
  const path = resolve(folder);
  let files: string[];
  try {
    makeFolder(path);
    files = readdirSync(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new UserError(
      `The data folder ${path} cannot be written to (${String(codeOf(error) ?? error)}). Make it writable, or name another: ` +
        "SHOP_DATA=/some/folder npm start",
    );
  }
  if (!existsSync(join(path, MARKER_FILE)) && files.length > 0)
    throw new UserError(
      `The folder ${path} holds something other than this shop's data. Name an empty one: SHOP_DATA=/some/folder npm start`,
    );
  const release = await lockFolder(path);
  if (reset) for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
  writeFileSync(join(path, MARKER_FILE), "The data of a local shop; npm start -- --reset empties it.\n");
  return { path, release };
}

/** Creates one level at a time: Node's recursive mkdir hangs where no folder can be created, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Locks the folder by a socket: only one process can listen, and the socket closes when the process ends. */
function lockFolder(path: string): Promise<() => void> {
  const name = `bourbon-vipers-${sha256Hex(path).slice(0, 16)}`;
  const address = process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const listen = (mayRetry: boolean): Promise<() => void> =>
    new Promise((resolveLock, fail) => {
      const server = createServer((socket) => socket.destroy());
      server.once("error", (error) => {
        if (codeOf(error) !== "EADDRINUSE" || !mayRetry) return fail(error);
        const probe = connect(address);
        probe.once("connect", () => {
          probe.destroy();
          fail(
            new UserError(
              `The data folder ${path} is in use by another npm start. End that one, or name another folder with SHOP_DATA.`,
            ),
          );
        });
        // Nobody listens: the socket's file is from a process that crashed.
        probe.once("error", () => {
          rmSync(address, { force: true });
          listen(false).then(resolveLock, fail);
        });
      });
      server.listen(address, () => resolveLock(() => server.close()));
      server.unref();
    });
  return listen(true);
}
