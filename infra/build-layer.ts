// `npm run build:layer`: installs sharp for Lambda's arm64, on any machine, in the version of
// package-lock.json.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { lockOf } from "./layer-lock.ts";
import { sharpLayerFolder } from "./sharp-layer.ts";

const VersionsByName = z.optional(z.record(z.string(), z.string()));
const LockEntry = z.looseObject({ dependencies: VersionsByName, optionalDependencies: VersionsByName });
const Lock = z.object({ packages: z.record(z.string(), LockEntry) });
const projectLock = readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8");
const { packages } = z.parse(Lock, JSON.parse(projectLock));
const lock = JSON.stringify(lockOf(packages, "sharp"));
const folder = join(sharpLayerFolder, "nodejs");
const lockFile = join(folder, "package-lock.json");
const isInstalled =
  existsSync(lockFile) &&
  readFileSync(lockFile, "utf8") === lock &&
  // npm writes this file at the end.
  existsSync(join(folder, "node_modules/.package-lock.json"));

if (!isInstalled) {
  mkdirSync(folder, { recursive: true });
  const version = packages["node_modules/sharp"]?.["version"];
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: { sharp: version } }),
  );
  writeFileSync(lockFile, lock);
  const platform = ["--cpu=arm64", "--os=linux", "--libc=glibc"];
  // `ci` refuses a package whose hash is not that of the lock.
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", ...platform], {
    cwd: folder,
    stdio: "inherit",
    timeout: 300_000,
  });
}
