import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openJournal } from "../util/journal.ts";

/** An object without its bytes. Header names are in lower case, e.g. `cache-control`, `x-amz-meta-by`. */
export interface ObjectHead {
  key: string;
  size: number;
  /** MD5 in hexadecimal, without quotes. */
  etag: string;
  /** ms since 1970 */
  modifiedAt: number;
  headers: Record<string, string>;
  /** The file with the bytes. */
  file: string;
}

/** Smaller objects stay in memory after the first read. */
const MAX_CACHED_BYTES = 1_000_000;

/** A bucket on disk: an index of keys, and files with random names that contain the bytes. */
export type Bucket = ReturnType<typeof openBucket>;

/** Opens a bucket under `dataDir/s3/<name>`. Removes files without a key, which a crash can leave behind. */
export function openBucket(dataDir: string, name: string) {
  const folder = join(dataDir, "s3", name);
  const bodyFolder = join(folder, "bodies");
  mkdirSync(bodyFolder, { recursive: true });
  const journal = openJournal(join(folder, "index.jsonl"));
  const index = journal.table<ObjectHead>("objects");
  const usedFiles = new Set(index.all().map(({ file }) => file));
  for (const file of readdirSync(bodyFolder)) if (!usedFiles.has(file)) rmSync(join(bodyFolder, file));
  const bodies = new Map<string, Buffer>();
  const removeBody = (file: string): void => {
    bodies.delete(file);
    deleteLater(join(bodyFolder, file));
  };

  return {
    name,
    head: (key: string) => index.get(key),
    /** Returns the same Buffer while a small object is unchanged. */
    async readBody({ file, size }: ObjectHead): Promise<Buffer> {
      const body = bodies.get(file) ?? (await readFile(join(bodyFolder, file)));
      if (size < MAX_CACHED_BYTES) bodies.set(file, body);
      return body;
    },
    async put(key: string, body: Buffer, headers: Record<string, string>): Promise<ObjectHead> {
      const etag = createHash("md5").update(body).digest("hex");
      const existingHead = index.get(key);
      if (existingHead?.etag === etag && haveSameHeaders(existingHead.headers, headers)) return existingHead;
      const file = randomBytes(16).toString("hex");
      await writeFile(join(bodyFolder, `${file}.new`), body);
      await rename(join(bodyFolder, `${file}.new`), join(bodyFolder, file));
      const head = { key, size: body.length, etag, modifiedAt: Date.now(), headers, file };
      const replacedHead = index.get(key);
      journal.commit(index.putWrite(key, head));
      if (replacedHead) removeBody(replacedHead.file);
      return head;
    },
    remove(key: string): void {
      const head = index.get(key);
      if (!head) return;
      journal.commit(index.deleteWrite(key));
      removeBody(head.file);
    },
  };
}

function haveSameHeaders(a: Record<string, string>, b: Record<string, string>): boolean {
  const textOf = (headers: Record<string, string>) => JSON.stringify(Object.entries(headers).sort());
  return textOf(a) === textOf(b);
}

/** Deletes a file after 5 s, so that a running download can finish. */
function deleteLater(file: string): void {
  setTimeout(() => void rm(file, { force: true }), 5_000).unref();
}
