import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseJson } from "./parse.ts";

/** A row's new value, or null to delete the row. A table's `putWrite` and `deleteWrite` create it. */
export type Write = readonly [table: string, id: string, value: unknown];

/** The rows of one kind, in memory, in the order of first insertion. */
export interface JournalTable<T> {
  get(id: string): T | undefined;
  all(): T[];
  entries(): [id: string, row: T][];
  size(): number;
  putWrite(id: string, value: T): Write;
  deleteWrite(id: string): Write;
}

/** An append-only file of JSON lines. After `commit` has returned, the writes survive `kill -9`. */
export interface Journal {
  table<T>(name: string): JournalTable<T>;
  /** Applies all writes or none, because all are in one line of the file. */
  commit(...writes: Write[]): void;
}

/**
 * Opens or creates a journal. Ignores a last line that a crash has cut off. Rewrites the file with only the
 * current rows: at each opening, and when a commit makes it longer than 1,000 lines plus four per row.
 */
export function openJournal(file: string): Journal {
  const tables = new Map<string, Map<string, unknown>>();
  let lineCount = 0;

  const rowsOf = (name: string) => {
    const existingRows = tables.get(name);
    if (existingRows) return existingRows;
    const rows = new Map<string, unknown>();
    tables.set(name, rows);
    return rows;
  };
  const apply = ([name, id, value]: Write) => {
    if (value === null) rowsOf(name).delete(id);
    else rowsOf(name).set(id, value);
  };
  const compact = () => {
    const rows = [...tables].flatMap(([name, byId]) => [...byId].map(([id, value]) => [[name, id, value]]));
    writeFileSync(`${file}.new`, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    renameSync(`${file}.new`, file);
    lineCount = rows.length;
  };

  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file))
    for (const line of readFileSync(file, "utf8").split("\n"))
      ((parseJson(line) ?? []) as Write[]).forEach(apply);
  compact();

  return {
    table<T>(name: string): JournalTable<T> {
      // Only this table's `putWrite` writes these rows, so they have the table's type.
      const rows = () => rowsOf(name) as Map<string, T>;
      return {
        get: (id) => rows().get(id),
        all: () => [...rows().values()],
        entries: () => [...rows()],
        size: () => rows().size,
        putWrite: (id, value) => [name, id, value],
        deleteWrite: (id) => [name, id, null],
      };
    },
    commit(...writes) {
      if (writes.length === 0) return;
      appendFileSync(file, `${JSON.stringify(writes)}\n`);
      writes.forEach(apply);
      lineCount += 1;
      const rows = [...tables.values()].reduce((sum, byId) => sum + byId.size, 0);
      if (lineCount > 1_000 + 4 * rows) compact();
    },
  };
}
