import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockFolder } from "../../../infra/commands/folder-lock.ts";

const MODULE = join(import.meta.dirname, "../../../infra/commands/folder-lock.ts");

test("a second deployment in the same folder is refused until the first one has ended, also if it was killed", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "lock-")), "build", "deploying");
  const script = `import { lockFolder } from ${JSON.stringify(MODULE)}; lockFolder(${JSON.stringify(file)}); console.log("locked"); process.stdin.once("data", () => process.exit(0));`;
  const start = async () => {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
    await once(child.stdout, "data");
    return child;
  };
  const first = await start();
  expect(() => lockFolder(file)).toThrow(`deploys from this folder (process ${first.pid})`);
  first.stdin.write("end");
  await once(first, "exit");
  expect(existsSync(file)).toBe(false);
  const killed = await start();
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(existsSync(file)).toBe(true);
  lockFolder(file);
  expect(readFileSync(file, "utf8")).toBe(String(process.pid));
  // A process that was killed before it wrote its id leaves an empty file.
  writeFileSync(file, "");
  lockFolder(file);
  expect(readFileSync(file, "utf8")).toBe(String(process.pid));
});
