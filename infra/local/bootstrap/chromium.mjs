// The browser that the tests drive: one that is there, or one that can be had.
import { spawnSync } from "node:child_process";
import { accessSync, constants, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
/** Where a playwright download has its program, by platform. */
const DOWNLOADED = [
  "chrome-linux64/chrome",
  "chrome-linux/chrome",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-win/chrome.exe",
];

/** @param {string} path */
function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder */
function filesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function downloads() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), ".cache/ms-playwright"),
    join(homedir(), "Library/Caches/ms-playwright"),
  ];
  return caches.flatMap((cache) =>
    cache
      ? filesIn(cache)
          .filter((name) => /^chromium-\d+$/.test(name))
          .sort()
          .reverse()
          .flatMap((name) => DOWNLOADED.map((program) => join(cache, name, program)))
      : [],
  );
}

/** Path of a Chromium: the one CHROMIUM names, one on the PATH, or playwright's; undefined when there is none. */
export function findChromium() {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.CHROMIUM, ...onPath, ...downloads()].find(
    (path) => path !== undefined && path !== "" && runs(path),
  );
}

/** @param {string} command @param {string[]} args @param {string} cwd */
function done(command, args, cwd) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

/**
 * Get a Chromium: Debian's when we may install it, else playwright's. Gives what to do when neither works.
 * @param {string} root folder of the repository
 */
export function installChromium(root) {
  console.log("Getting a browser for the tests (Chromium); this takes a minute or so …");
  const mayInstall = process.getuid?.() === 0 && runs("/usr/bin/apt-get");
  const apt = () =>
    done("apt-get", ["update", "-qq"], root) &&
    done("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], root);
  if (mayInstall && apt() && findChromium()) return undefined;
  if (done("npx", ["--no", "playwright-core", "install", "chromium"], root) && findChromium())
    return undefined;
  return (
    "The tests need a Chromium, and none could be installed. Install one (Debian: apt-get install chromium) or name " +
    "the program: CHROMIUM=/path/to/chrome npm test"
  );
}
