import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withNewFile } from "../../../infra/commands/closing/new-file.ts";
import { temporaryFolder } from "../local/serve.ts";

test("only the owner may read a new file, and a file that exists stays as it is", async () => {
  const path = join(temporaryFolder(), "november.csv");
  await withNewFile(path, (write) => Promise.resolve(write("text")));
  expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["text", 0o600]);
  await expect(withNewFile(path, () => expect.unreachable())).rejects.toThrow(`${path} exists.`);
  expect(readFileSync(path, "utf8")).toBe("text");
});

test("a path that cannot be written is refused before the action runs, and a failed action leaves no file", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "missing", "november.csv");
  await expect(withNewFile(path, () => expect.unreachable())).rejects.toThrow(`${path} cannot be written`);
  const failed = join(folder, "november.csv");
  await expect(withNewFile(failed, () => Promise.reject(new Error("Refused")))).rejects.toThrow("Refused");
  expect(existsSync(failed)).toBe(false);
});
