// Before `npm start` and `npm test`: installs what is missing. Plain JavaScript without packages, since it runs on
// whatever Node the machine has, before there is anything in node_modules.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium, installChromium } from "./chromium.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const lockfile = join(root, "package-lock.json");
const modules = join(root, "node_modules");
/** Which lockfile node_modules was made of. */
const stamp = join(modules, ".installed");
/** The oldest Node that npm and this file run on; the package `node` brings the one for everything else. */
const OLDEST = [20, 19];

/** @param {string} message */
function stop(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  stop(
    `This needs Node ${OLDEST.join(".")} or newer; this is ${process.versions.node}. See https://nodejs.org/`,
  );
}

const lockHash = () => createHash("sha256").update(readFileSync(lockfile)).digest("hex");

function isInstalled() {
  // npm's own note of what it installed: somebody ran npm ci or npm install by hand.
  const note = join(modules, ".package-lock.json");
  if (!existsSync(note)) return false;
  if (existsSync(stamp)) return readFileSync(stamp, "utf8") === lockHash();
  return statSync(note).mtimeMs >= statSync(lockfile).mtimeMs;
}

function install() {
  const first = !existsSync(modules);
  console.log(
    `Installing packages (${first ? "the first time" : "package-lock.json has changed"}); this takes a minute or so …`,
  );
  const started = Date.now();
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  // Not the Node of node_modules, which npm ci is about to remove.
  const node = process.execPath.startsWith(modules) ? "node" : process.execPath;
  const env = { ...process.env, PATH: pathWithout(modules) };
  const done = npm?.endsWith(".js")
    ? spawnSync(node, [npm, ...args], { cwd: root, stdio: "inherit", env })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", env, shell: process.platform === "win32" });
  if (done.status !== 0)
    stop("The packages could not be installed. Is there a network? Then run it alone for more words: npm ci");
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** @param {string} folder */
const pathWithout = (folder) => {
  const separator = process.platform === "win32" ? ";" : ":";
  return (process.env.PATH ?? "")
    .split(separator)
    .filter((entry) => !entry.startsWith(folder))
    .join(separator);
};

/** The package `node` brings the Node that everything else runs on. */
function checkShippedNode() {
  const shipped = spawnSync(join(modules, ".bin/node"), ["--version"], { encoding: "utf8" });
  const major = Number(/^v(\d+)/.exec(shipped.stdout ?? "")?.[1] ?? process.versions.node.split(".")[0]);
  if (major >= 24) return;
  stop(
    "The package `node` brought no Node 24 for this machine (its install script may be blocked). " +
      "Run `npm rebuild node`, or install Node 24 yourself: https://nodejs.org/",
  );
}

checkNode();
if (!isInstalled()) install();
writeFileSync(stamp, lockHash());
checkShippedNode();
if (process.argv.includes("--browser") && !findChromium()) {
  const problem = installChromium(root);
  if (problem) stop(problem);
}
