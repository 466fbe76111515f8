import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { chromiumAdvice, chromiumPaths } from "../../support/chromium.mjs";
import { planTableServer } from "../../../infra/local/bootstrap/table-server.mjs";

describe("the DynamoDB server's package", () => {
  const planFor = (
    platform: string,
    arch: string,
    settings: { endpoint?: string; installed?: string } = {},
  ) => planTableServer({ platform, arch, version: "1.2.1", installed: undefined, ...settings });

  test.each([
    ["linux", "x64"],
    ["linux", "arm64"],
    ["darwin", "x64"],
    ["darwin", "arm64"],
  ])("is installed on %s %s, in the version that package.json names", (platform, arch) => {
    expect(planFor(platform, arch)).toEqual({
      action: "install",
      specifier: `@dynoxide/${platform}-${arch}@1.2.1`,
    });
  });
  test("is not installed again when this version is already installed", () => {
    expect(planFor("darwin", "arm64", { installed: "1.2.1" })).toEqual({ action: "none" });
  });
  test("is replaced when another version is installed", () => {
    expect(planFor("darwin", "arm64", { installed: "1.2.0" })).toMatchObject({ action: "install" });
  });
  test("is not needed when DYNAMODB_ENDPOINT names a server", () => {
    expect(planFor("freebsd", "x64", { endpoint: "http://localhost:8000" })).toEqual({ action: "none" });
  });
  test.each([
    ["freebsd", "x64"],
    ["linux", "riscv64"],
  ])("does not exist for %s %s, so the advice names DYNAMODB_ENDPOINT", (platform, arch) => {
    const plan = planFor(platform, arch);
    expect(plan.action === "stop" && plan.advice).toContain("DYNAMODB_ENDPOINT");
  });
});

test.each(["", "http://localhost:8000"])(
  "the bootstrap refuses Windows before it installs packages, and names WSL, with DYNAMODB_ENDPOINT '%s'",
  (endpoint) => {
    // A folder without package-lock.json: an installation would fail.
    const root = mkdtempSync(join(tmpdir(), "bootstrap-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const folder = join("infra", "local", "bootstrap");
    cpSync(join(import.meta.dirname, "../../..", folder), join(root, folder), { recursive: true });
    const asWindows = 'Object.defineProperty(process, "platform", { value: "win32" })';
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", `data:text/javascript,${asWindows}`, join(root, folder, "bootstrap.mjs")],
      { encoding: "utf8", env: { ...process.env, DYNAMODB_ENDPOINT: endpoint } },
    );
    expect(stderr).toContain("Use WSL");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  },
);

describe("the tests' browser", () => {
  const pathsOn = (platform: string, env: Record<string, string> = {}) =>
    chromiumPaths({ platform, env: { PATH: "/usr/bin", ...env }, home: "/home/ada" });

  test("is first searched at the path that CHROMIUM names", () => {
    expect(pathsOn("linux", { CHROMIUM: "/opt/my/chrome" })[0]).toBe("/opt/my/chrome");
  });
  test("is searched among the applications on macOS", () => {
    expect(pathsOn("darwin")).toEqual(
      expect.arrayContaining([
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/home/ada/Applications/Chromium.app/Contents/MacOS/Chromium",
      ]),
    );
  });
  test("is searched on the PATH and among the snaps on Linux", () => {
    expect(pathsOn("linux")).toEqual(expect.arrayContaining(["/usr/bin/chromium", "/snap/bin/chromium"]));
  });
  test.each([
    ["darwin", "brew install"],
    ["linux", "apt-get install chromium"],
  ])("can be installed by hand on %s: %s", (platform, words) => {
    expect(chromiumAdvice(platform)).toContain(words);
    expect(chromiumAdvice(platform)).toContain("CHROMIUM=");
  });
});
