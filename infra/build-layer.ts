// `npm run build:layer`: install sharp for Lambda's arm64, on any machine.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { layerFolder } from "./sharp-layer.ts";

const Package = z.object({ dependencies: z.object({ sharp: z.string() }) });
const project = readFileSync(join(import.meta.dirname, "../package.json"), "utf8");
const { sharp } = z.parse(Package, JSON.parse(project)).dependencies;
const folder = join(layerFolder, "nodejs");
const stamp = join(folder, "package.json");
const wanted = JSON.stringify({ private: true, dependencies: { sharp } });

if (
  !existsSync(stamp) ||
  !existsSync(join(folder, "node_modules/sharp")) ||
  !readFileSync(stamp, "utf8").includes(`"sharp":"${sharp}"`)
) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(stamp, wanted);
  const platform = ["--cpu=arm64", "--os=linux", "--libc=glibc"];
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", ...platform], {
    cwd: folder,
    stdio: "inherit",
    timeout: 300_000,
  });
}
