// `npm run build:layer`: install sharp for Lambda's arm64, on any machine.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { sharpLayerFolder } from "./sharp-layer.ts";

const Package = z.object({ dependencies: z.object({ sharp: z.string() }) });
const packageJson = readFileSync(join(import.meta.dirname, "../package.json"), "utf8");
const { sharp } = z.parse(Package, JSON.parse(packageJson)).dependencies;
const folder = join(sharpLayerFolder, "nodejs");
const layerPackageFile = join(folder, "package.json");
const isInstalled =
  existsSync(layerPackageFile) &&
  existsSync(join(folder, "node_modules/sharp")) &&
  readFileSync(layerPackageFile, "utf8").includes(`"sharp":"${sharp}"`);

if (!isInstalled) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(layerPackageFile, JSON.stringify({ private: true, dependencies: { sharp } }));
  const platform = ["--cpu=arm64", "--os=linux", "--libc=glibc"];
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", ...platform], {
    cwd: folder,
    stdio: "inherit",
    timeout: 300_000,
  });
}
