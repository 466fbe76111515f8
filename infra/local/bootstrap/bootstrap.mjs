// Installs what is missing before `npm start`, `npm run dev` and `npm test`. Plain JavaScript, no packages:
// this file runs before node_modules exists, on the Node version that the machine has.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runNpm } from "./npm.mjs";
import { installTableServer } from "./table-server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const lockfile = join(root, "package-lock.json");
const modules = join(root, "node_modules");
/** A file with the hash of the lockfile from which node_modules was installed. */
const stampFile = join(modules, ".installed");
/** npm and this file need at least this version. All else runs on Node 24, from the package `node`. */
const MIN_NODE_VERSION = [20, 19];

/** @param {string} message */
function exitWithError(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])) return;
  exitWithError(
    `This needs Node ${MIN_NODE_VERSION.join(".")} or newer, but this is ${process.versions.node}: https://nodejs.org/`,
  );
}

const lockHash = () => createHash("sha256").update(readFileSync(lockfile)).digest("hex");

function arePackagesInstalled() {
  // npm writes this file. After `npm ci` by hand, or a first `npm install`, there is no stamp file.
  const npmRecord = join(modules, ".package-lock.json");
  if (!existsSync(npmRecord)) return false;
  if (existsSync(stampFile)) return readFileSync(stampFile, "utf8") === lockHash();
  return statSync(npmRecord).mtimeMs >= statSync(lockfile).mtimeMs;
}

function installPackages() {
  const reason = existsSync(modules) ? "package-lock.json has changed" : "the first time";
  console.log(`Installing packages (${reason}). This takes about a minute …`);
  const startedAt = Date.now();
  if (!runNpm(root, ["ci"]))
    exitWithError(
      "The packages could not be installed. Is there a network? `npm ci` alone prints more about the cause.",
    );
  console.log(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

/** The package `node` downloads Node 24 in its install script. npm's settings can block such scripts. */
function checkPackagedNode() {
  const packaged = spawnSync(join(modules, ".bin", "node"), ["--version"], { encoding: "utf8" });
  const major = Number(/^v(\d+)/.exec(packaged.stdout ?? "")?.[1] ?? process.versions.node.split(".")[0]);
  if (major >= 24) return;
  exitWithError(
    "The package `node` installed no Node 24 for this machine (its install script may be blocked). " +
      "Run `npm rebuild node`, or install Node 24 yourself: https://nodejs.org/",
  );
}

checkNode();
// Checked before the installation, which takes a minute. Windows has no `exec`, with which `npm start` runs Node.
if (process.platform === "win32")
  exitWithError(
    `The local stack does not run on Windows itself. Use WSL (https://learn.microsoft.com/windows/wsl/install): clone the repository inside it and run npm start there.`,
  );
if (!arePackagesInstalled()) installPackages();
writeFileSync(stampFile, lockHash());
checkPackagedNode();
const advice = installTableServer(root);
if (advice) exitWithError(advice);
