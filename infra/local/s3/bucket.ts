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
  /** The file that holds the bytes. */
  file: string;
}

/** A bucket on disk: an index of keys, and files with random names that hold the bytes. */
export interface Bucket {
  name: string;
  head(key: string): ObjectHead | undefined;
  /** Sorted by the keys' UTF-8 bytes. */
  list(): ObjectHead[];
  body(head: ObjectHead): Promise<Buffer>;
  put(key: string, body: Buffer, headers: Record<string, string>): Promise<ObjectHead>;
  remove(key: string): void;
}

/** Opens a bucket under `dataDir/s3/<name>` and removes files without a key, which a crash can leave. */
export function openBucket(dataDir: string, name: string): Bucket {
  const folder = join(dataDir, "s3", name);
  const bodies = join(folder, "bodies");
  mkdirSync(bodies, { recursive: true });
  const journal = openJournal(join(folder, "index.jsonl"));
  const index = journal.table<ObjectHead>("objects");
  const used = new Set(index.all().map(({ file }) => file));
  for (const file of readdirSync(bodies)) if (!used.has(file)) rmSync(join(bodies, file));

  return {
    name,
    head: (key) => index.get(key),
    list: () => index.all().sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))),
    body: ({ file }) => readFile(join(bodies, file)),
    async put(key, body, headers) {
      const etag = createHash("md5").update(body).digest("hex");
      const before = index.get(key);
      if (before?.etag === etag && sameHeaders(before.headers, headers)) return before;
      const file = randomBytes(16).toString("hex");
      await writeFile(join(bodies, `${file}.new`), body);
      await rename(join(bodies, `${file}.new`), join(bodies, file));
      const head = { key, size: body.length, etag, modifiedAt: Date.now(), headers, file };
      const replaced = index.get(key);
      journal.commit(index.putWrite(key, head));
      if (replaced) discard(join(bodies, replaced.file));
      return head;
    },
    remove(key) {
      const head = index.get(key);
      if (!head) return;
      journal.commit(index.dropWrite(key));
      discard(join(bodies, head.file));
    },
  };
}

function sameHeaders(a: Record<string, string>, b: Record<string, string>): boolean {
  const text = (headers: Record<string, string>) => JSON.stringify(Object.entries(headers).sort());
  return text(a) === text(b);
}

/** Removes the file of a deleted key after 5 s, so that a running download can finish. */
function discard(file: string): void {
  setTimeout(() => void rm(file, { force: true }), 5_000).unref();
}
