import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lockOf, type Packages } from "../../infra/layer-lock.ts";

const root = new URL("../../", import.meta.url);
const { packages } = JSON.parse(readFileSync(new URL("package-lock.json", root), "utf8")) as {
  packages: Packages;
};

test("the layer's lock has sharp for Lambda and what it needs, each with the version and hash of the project's lock", () => {
  const { packages: locked } = lockOf(packages, "sharp") as { packages: Packages };
  const { "": rootEntry, ...installed } = locked;
  expect(rootEntry).toEqual({ dependencies: { sharp: packages["node_modules/sharp"]?.["version"] } });
  expect(Object.keys(installed)).toEqual(
    expect.arrayContaining([
      "node_modules/sharp",
      "node_modules/@img/sharp-linux-arm64",
      "node_modules/@img/sharp-libvips-linux-arm64",
      "node_modules/detect-libc",
    ]),
  );
  for (const [folder, entry] of Object.entries(installed)) {
    expect(entry).toEqual(packages[folder]);
    expect(entry["integrity"]).toMatch(/^sha512-/);
    // Without URLs of packages, npm uses the registry that is configured where it runs.
    expect(entry["resolved"]).toBeUndefined();
    expect(entry["dev"]).toBeUndefined();
  }
  // The project's lock has hundreds of packages.
  expect(Object.keys(installed).length).toBeLessThan(60);
});

test("every package that npm downloads has a hash, and only those in allowScripts have install scripts", () => {
  const entries = Object.entries(packages).filter(([folder, { inBundle }]) => folder !== "" && !inBundle);
  expect(entries.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  const { allowScripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
    allowScripts: Record<string, boolean>;
  };
  const withScripts = entries.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(withScripts.map(([folder]) => folder.replace("node_modules/", "")).sort()).toEqual(
    Object.keys(allowScripts).sort(),
  );
});

test("a package is taken from where Node finds it: in node_modules of the package that needs it, or of a folder above", () => {
  const a = { version: "1.0.0", dependencies: { b: "^1", c: "^1" } };
  const b = { version: "1.0.0", optionalDependencies: { c: "^2" } };
  const allPackages: Packages = {
    "": { dependencies: { a: "1.0.0", unrelated: "1.0.0" } },
    "node_modules/a": a,
    "node_modules/a/node_modules/b": b,
    "node_modules/b": { version: "2.0.0" },
    "node_modules/a/node_modules/b/node_modules/c": { version: "2.0.0" },
    "node_modules/c": { version: "1.0.0" },
    "node_modules/unrelated": { version: "1.0.0" },
  };
  const { packages: locked } = lockOf(allPackages, "a") as { packages: Packages };
  expect(Object.keys(locked).sort()).toEqual([
    "",
    "node_modules/a",
    "node_modules/a/node_modules/b",
    "node_modules/a/node_modules/b/node_modules/c",
    "node_modules/c",
  ]);
  expect(() => lockOf({ "node_modules/a": a }, "a")).toThrow("package-lock.json has no b");
});
