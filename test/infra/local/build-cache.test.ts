import {
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { buildIfMissing, hashOf } from "../../../infra/local/template/build-cache.ts";
import { temporaryFolder } from "./serve.ts";

describe("a cached build", () => {
  test("runs once for several concurrent callers and for later callers", async () => {
    const root = temporaryFolder();
    let builds = 0;
    const getFolder = () =>
      buildIfMissing(root, "key", async (folder) => {
        builds += 1;
        await wait(50);
        writeFileSync(join(folder, "result"), "done");
      });
    const folders = await Promise.all([getFolder(), getFolder(), getFolder()]);
    expect(new Set([...folders, await getFolder()])).toEqual(new Set([join(root, "key")]));
    expect(readFileSync(join(root, "key", "result"), "utf8")).toBe("done");
    expect(builds).toBe(1);
  });

  test("runs again after a failure", async () => {
    const root = temporaryFolder();
    await expect(buildIfMissing(root, "key", () => Promise.reject(new Error("no disk")))).rejects.toThrow(
      "no disk",
    );
    expect(await buildIfMissing(root, "key", () => Promise.resolve())).toBe(join(root, "key"));
  });

  test("takes over the lock of a process that has ended", async () => {
    const root = temporaryFolder();
    // The lock names the id of a process that does not exist.
    symlinkSync("999999999", join(root, "key.lock"));
    expect(await buildIfMissing(root, "key", () => Promise.resolve())).toBe(join(root, "key"));
  });

  test("gives each caller the folder, even if it takes so long that its lock ends and a second build begins", async () => {
    const root = temporaryFolder();
    const build = async (folder: string) => {
      // The lock looks as old as after a build of three hours.
      const threeHoursAgo = new Date(Date.now() - 3 * 60 * 60_000);
      lutimesSync(join(root, "key.lock"), threeHoursAgo, threeHoursAgo);
      await wait(300);
      writeFileSync(join(folder, "result"), "done");
    };
    const folders = await Promise.all([
      buildIfMissing(root, "key", build),
      buildIfMissing(root, "key", build),
    ]);
    expect(folders).toEqual([join(root, "key"), join(root, "key")]);
    expect(readFileSync(join(root, "key", "result"), "utf8")).toBe("done");
  });

  test("deletes the results beyond the 24 that were used last, unless they were used in the last hour", async () => {
    const root = temporaryFolder();
    const useFolder = (name: string, minutesAgo: number): void => {
      mkdirSync(join(root, name));
      const lastUsed = new Date(Date.now() - minutesAgo * 60_000);
      utimesSync(join(root, name), lastUsed, lastUsed);
    };
    for (let n = 0; n < 23; n++) useFolder(`recent-${n}`, 5);
    useFolder("in-use", 30);
    useFolder("in-use-too", 50);
    useFolder("old", 70);
    await buildIfMissing(root, "key", () => Promise.resolve());
    expect(readdirSync(root)).toHaveLength(26);
    expect(existsSync(join(root, "old"))).toBe(false);
  });

  test("counts a result as used as long as the process runs that asked for it", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const folder = await buildIfMissing(temporaryFolder(), "key", () => Promise.resolve());
    utimesSync(folder, 0, 0);
    vi.advanceTimersByTime(60 * 60_000 - 1);
    vi.useRealTimers();
    await expect.poll(() => statSync(folder).mtimeMs).toBeGreaterThan(0);
  });
});

test("the hash of sources changes with the name and the content of each file", () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "src"));
  const hash = () => hashOf(root, ["src", "lock.json"]);
  const hashes = [hash()];
  const write = (file: string, text: string): void => {
    writeFileSync(join(root, file), text);
    hashes.push(hash());
  };
  write("src/a.ts", "1");
  write("src/a.ts", "2");
  write("src/b.ts", "");
  write("lock.json", "{}");
  expect(new Set(hashes).size).toBe(5);
  expect(hash()).toBe(hash());
});
