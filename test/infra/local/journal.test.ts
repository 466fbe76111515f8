import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "../../../infra/local/util/journal.ts";
import { temporaryFolder } from "./serve.ts";

test("a reopened journal returns rows in the order of first insertion, and ignores a last line that a crash has cut off", () => {
  const file = join(temporaryFolder(), "deep", "rows.jsonl");
  const journal = openJournal(file);
  const rows = journal.table<number>("rows");
  journal.commit(rows.putWrite("b", 1), rows.putWrite("a", 2), rows.putWrite("__proto__", 3));
  journal.commit(rows.putWrite("b", 4), rows.deleteWrite("a"));
  appendFileSync(file, '[["rows","b",5],["rows","c"');
  expect(openJournal(file).table<number>("rows").entries()).toEqual([
    ["b", 4],
    ["__proto__", 3],
  ]);
});

test("a journal's file does not grow with the number of writes", () => {
  const file = join(temporaryFolder(), "rows.jsonl");
  const journal = openJournal(file);
  const rows = journal.table<number>("rows");
  for (let n = 0; n < 5_000; n += 1) journal.commit(rows.putWrite("a", n));
  // The journal is compacted when it has 1,000 lines more than four for each row.
  expect(readFileSync(file, "utf8").split("\n").length).toBeLessThan(1_100);
  expect(openJournal(file).table<number>("rows").get("a")).toBe(4_999);
});

test("committed rows survive kill -9", () => {
  const file = join(temporaryFolder(), "rows.jsonl");
  const journalModule = join(import.meta.dirname, "../../../infra/local/util/journal.ts");
  const program = `
    const { openJournal } = await import(${JSON.stringify(journalModule)});
    const journal = openJournal(${JSON.stringify(file)});
    journal.commit(journal.table("rows").putWrite("a", 1));
    process.kill(process.pid, "SIGKILL");
  `;
  const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", program]);
  expect(signal).toBe("SIGKILL");
  expect(openJournal(file).table<number>("rows").all()).toEqual([1]);
});
