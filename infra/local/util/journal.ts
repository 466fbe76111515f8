import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** One change: a row gets a value, or null deletes it. A table's `putWrite` and `dropWrite` create it. */
export type Write = readonly [table: string, id: string, value: unknown];

/** The rows of one kind, in memory, in the order of first insertion. */
export interface Table<T> {
  get(id: string): T | undefined;
  all(): T[];
  entries(): [id: string, row: T][];
  size(): number;
  putWrite(id: string, value: T): Write;
  dropWrite(id: string): Write;
}

/** An append-only file of JSON lines. When `commit` has returned, its writes survive `kill -9`. */
export interface Journal {
  table<T>(name: string): Table<T>;
  /** Applies all writes or none, because they are one line of the file. */
  commit(...writes: Write[]): void;
}

/**
 * Opens a journal, or creates it. A last line that a crash cut off is ignored. The file is rewritten without its history
 * when it is opened, and when it has more than 1,000 lines and four times as many lines as rows.
 */
export function openJournal(file: string): Journal {
  const tables = new Map<string, Map<string, unknown>>();
  let lines = 0;

  const rowsOf = (name: string) => {
    const existing = tables.get(name);
    if (existing) return existing;
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
    lines = rows.length;
  };

  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file))
    for (const line of readFileSync(file, "utf8").split("\n")) parseLine(line).forEach(apply);
  compact();

  return {
    table<T>(name: string): Table<T> {
      // Only this table's `putWrite` writes these rows, so they have the table's type.
      const rows = () => rowsOf(name) as Map<string, T>;
      return {
        get: (id) => rows().get(id),
        all: () => [...rows().values()],
        entries: () => [...rows()],
        size: () => rows().size,
        putWrite: (id, value) => [name, id, value],
        dropWrite: (id) => [name, id, null],
      };
    },
    commit(...writes) {
      if (writes.length === 0) return;
      appendFileSync(file, `${JSON.stringify(writes)}\n`);
      writes.forEach(apply);
      lines += 1;
      const rows = [...tables.values()].reduce((sum, byId) => sum + byId.size, 0);
      if (lines > 1_000 + 4 * rows) compact();
    },
  };
}

function parseLine(line: string): Write[] {
  try {
    return line === "" ? [] : (JSON.parse(line) as Write[]);
  } catch {
    return [];
  }
}
