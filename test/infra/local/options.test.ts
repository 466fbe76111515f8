import { mkdirSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDataFolder } from "../../../infra/local/settings/data-folder.ts";
import { readOptions } from "../../../infra/local/settings/options.ts";
import { temporaryFolder } from "./serve.ts";

describe("the settings of npm start", () => {
  test("have defaults", () => {
    expect(readOptions({}, [])).toMatchObject({
      port: 8080,
      dataDir: ".shop",
      reset: false,
      admin: { email: "admin@bourbonvipers.example", password: "Rickhouse-9!" },
    });
  });
  test("are read from the environment; an empty variable counts as absent", () => {
    const env = {
      PORT: "0",
      SHOP_DATA: "",
      LOCAL_ADMIN_EMAIL: "me@example.org",
      STRIPE_SECRET_KEY: "sk_test_1",
    };
    expect(readOptions(env, ["--reset"])).toMatchObject({
      port: 0,
      dataDir: ".shop",
      reset: true,
      admin: { email: "me@example.org" },
      stripeKey: "sk_test_1",
    });
  });
  test("turn on hot reload with --dev, and the debugger's port with --inspect", () => {
    expect(readOptions({}, [])).toMatchObject({ dev: false, inspect: false });
    expect(readOptions({}, ["--dev", "--inspect"])).toMatchObject({ dev: true, inspect: true });
  });
  test.each<[Record<string, string>, string[], string]>([
    [{ PORT: "http" }, [], "PORT"],
    [{ PORT: "70000" }, [], "PORT"],
    [{ DYNAMODB_ENDPOINT: "localhost" }, [], "DYNAMODB_ENDPOINT"],
    [{ LOCAL_ADMIN_EMAIL: "admin" }, [], "LOCAL_ADMIN_EMAIL"],
    [{ STRIPE_SECRET_KEY: ["sk", "live", "1"].join("_") }, [], "test key"],
    [{}, ["--rest"], "--rest"],
  ])("are refused with a message that names the error: %j %j", (env, args, expectedText) => {
    expect(() => readOptions(env, args)).toThrow(expectedText);
  });
});

describe("the data folder", () => {
  test("belongs to one process at a time", async () => {
    const path = join(temporaryFolder(), "data");
    const first = await openDataFolder(path, false);
    await expect(openDataFolder(path, false)).rejects.toThrow("in use by another npm start");
    first.release();
    const second = await openDataFolder(path, false);
    onTestFinished(() => second.release());
    expect(second.path).toBe(path);
  });
  test("is emptied only on request, and only if it contains nothing but the shop's data", async () => {
    const path = temporaryFolder();
    (await openDataFolder(path, false)).release();
    writeFileSync(join(path, "table.db"), "x");
    (await openDataFolder(path, false)).release();
    expect(existsSync(join(path, "table.db"))).toBe(true);
    (await openDataFolder(path, true)).release();
    expect(existsSync(join(path, "table.db"))).toBe(false);

    const otherFolder = temporaryFolder();
    mkdirSync(join(otherFolder, "photos"));
    await expect(openDataFolder(otherFolder, true)).rejects.toThrow("something other than this shop's data");
    expect(existsSync(join(otherFolder, "photos"))).toBe(true);
  });
  test("causes a plain message if it cannot be created", async () => {
    const path = temporaryFolder();
    writeFileSync(join(path, "file"), "");
    await expect(openDataFolder(join(path, "file"), false)).rejects.toThrow("cannot be written to");
    await expect(openDataFolder(join(path, "file", "x"), false)).rejects.toThrow("cannot be written to");
  });
});
