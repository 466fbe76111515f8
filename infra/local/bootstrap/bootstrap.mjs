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
/** This file holds the hash of the lockfile from which node_modules was installed. */
const stampFile = join(modules, ".installed");
/** npm and this file need this Node version. Everything else runs on Node 24, from the package `node`. */
const OLDEST_NODE = [20, 19];

/** @param {string} message */
function stop(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  stop(
    `This needs Node ${OLDEST_NODE.join(".")} or newer, but this is ${process.versions.node}: https://nodejs.org/`,
  );
}

const lockHash = () => createHash("sha256").update(readFileSync(lockfile)).digest("hex");

function isInstalled() {
  // npm writes this file. After `npm ci` or `npm install` by hand it exists, but the stamp file does not.
  const npmRecord = join(modules, ".package-lock.json");
  if (!existsSync(npmRecord)) return false;
  if (existsSync(stampFile)) return readFileSync(stampFile, "utf8") === lockHash();
  return statSync(npmRecord).mtimeMs >= statSync(lockfile).mtimeMs;
}

function installPackages() {
  const reason = existsSync(modules) ? "package-lock.json has changed" : "the first time";
  console.log(`Installing packages (${reason}). This takes about a minute …`);
  const started = Date.now();
  if (!runNpm(root, ["ci"]))
    stop(
      "The packages could not be installed. Is there a network? `npm ci` alone prints more about the cause.",
    );
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** The install script of the package `node` downloads Node 24. npm's settings can block install scripts. */
function checkPackagedNode() {
  const packaged = spawnSync(join(modules, ".bin", "node"), ["--version"], { encoding: "utf8" });
  const major = Number(/^v(\d+)/.exec(packaged.stdout ?? "")?.[1] ?? process.versions.node.split(".")[0]);
  if (major >= 24) return;
  stop(
    "The package `node` installed no Node 24 for this machine (its install script may be blocked). " +
      "Run `npm rebuild node`, or install Node 24 yourself: https://nodejs.org/",
  );
}

checkNode();
if (!isInstalled()) installPackages();
writeFileSync(stampFile, lockHash());
checkPackagedNode();
const advice = installTableServer(root);
if (advice) stop(advice);
