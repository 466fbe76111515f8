import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { UserError } from "../util/user-error.ts";

/** Says that a folder holds this shop's data, so that --reset never empties another. */
const MARK = "bourbon-vipers-data";

export type DataFolder = { path: string; release(): void };

/**
 * Make the data folder, or take it over, for this process alone; with `reset`, empty it. Throws a UserError when it
 * cannot be written to, holds something else, or is in use.
 */
export async function openDataFolder(folder: string, reset: boolean): Promise<DataFolder> {
  const path = resolve(folder);
  let there: string[];
  try {
    makeFolder(path);
    there = readdirSync(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new UserError(
      `The data folder ${path} cannot be written to (${codeOf(error)}). Make it writable, or name another: ` +
        "SHOP_DATA=/some/folder npm start",
    );
  }
  if (!existsSync(join(path, MARK)) && there.length > 0)
    throw new UserError(
      `The folder ${path} holds something other than this shop's data. Name an empty one: SHOP_DATA=/some/folder npm start`,
    );
  const release = await lock(path);
  if (reset) for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
  writeFileSync(
    join(path, MARK),
    "The data of a local Bourbon Vipers shop; npm start -- --reset empties it.\n",
  );
  return { path, release };
}

/** Level by level: Node's recursive mkdir never returns on a file system that refuses, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** A socket that only one process can listen on, and that the system frees however that process ends. */
function lock(path: string): Promise<() => void> {
  const name = `bourbon-vipers-${createHash("sha256").update(path).digest("hex").slice(0, 16)}`;
  const address = process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const listen = (again: boolean): Promise<() => void> =>
    new Promise((done, fail) => {
      const server = createServer((socket) => socket.destroy());
      server.once("error", (error) => {
        if (codeOf(error) !== "EADDRINUSE" || !again) return fail(error);
        const probe = connect(address);
        probe.once("connect", () => {
          probe.destroy();
          fail(
            new UserError(
              `The data folder ${path} is in use by another npm start. End that one, or name another folder with SHOP_DATA.`,
            ),
          );
        });
        probe.once("error", () => {
          rmSync(address, { force: true });
          listen(false).then(done, fail);
        });
      });
      server.listen(address, () => done(() => server.close()));
      server.unref();
    });
  return listen(true);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);
