// Finds the browser that the tests drive. `node test/support/chromium.mjs` installs it if it is missing.
import { spawnSync } from "node:child_process";
import { accessSync, constants, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Chromium without a user interface. It needs a third less processor time for a page than the full Chromium. */
const HEADLESS_SHELL = "chromium-headless-shell";
const PROGRAMS = [HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
/** Possible paths of the program inside a folder that Playwright downloaded. https://playwright.dev/docs/browsers */
const PROGRAM_PATHS = [
  ["chrome-linux64", "chrome"],
  ["chrome-linux-arm64", "chrome"],
  ["chrome-linux", "chrome"],
  ["chrome-mac-arm64", "Google Chrome for Testing.app", "Contents", "MacOS", "Google Chrome for Testing"],
  ["chrome-mac-x64", "Google Chrome for Testing.app", "Contents", "MacOS", "Google Chrome for Testing"],
  ["chrome-mac", "Chromium.app", "Contents", "MacOS", "Chromium"],
];
const MAC_APPS = ["Google Chrome", "Chromium", "Google Chrome for Testing", "Microsoft Edge"];

/** @param {string} path */
function isExecutable(path) {
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

/** @param {Record<string, string | undefined>} env @param {string} home */
function playwrightDownloads(env, home) {
  const caches = [
    env.PLAYWRIGHT_BROWSERS_PATH,
    join(home, ".cache", "ms-playwright"),
    join(home, "Library", "Caches", "ms-playwright"),
  ];
  return caches
    .filter((cache) => cache !== undefined && cache !== "")
    .flatMap((cache) =>
      filesIn(cache)
        .filter((name) => /^chromium-\d+$/.test(name))
        .sort()
        .reverse()
        .flatMap((name) => PROGRAM_PATHS.map((program) => join(cache, name, ...program))),
    );
}

/**
 * Paths where a Chromium may be, the preferred path first: the variable CHROMIUM, the folders in PATH, the
 * platform's usual folders, and Playwright's downloads.
 * @param {{ platform: string, env: Record<string, string | undefined>, home: string }} machine
 */
export function chromiumPaths({ platform, env, home }) {
  const onPath = (env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => PROGRAMS.map((name) => join(folder, name)));
  const apps =
    platform === "darwin"
      ? ["/Applications", join(home, "Applications")].flatMap((folder) =>
          MAC_APPS.map((app) => join(folder, `${app}.app`, "Contents", "MacOS", app)),
        )
      : ["/snap/bin/chromium", "/opt/google/chrome/chrome", "/usr/lib/chromium/chromium"];
  const fromVariable = env.CHROMIUM ? [env.CHROMIUM] : [];
  return [...fromVariable, ...onPath, ...apps, ...playwrightDownloads(env, home)];
}

/** Path of a Chromium on this machine; undefined when there is none. */
export function findChromium() {
  return chromiumPaths({ platform: process.platform, env: process.env, home: homedir() }).find(isExecutable);
}

/**
 * Runs a command, and returns whether it succeeded.
 * @param {string} command @param {string[]} args @param {string} cwd
 */
function runCommand(command, args, cwd) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

/** A text that says how to install a browser on this platform. @param {string} platform */
export function chromiumAdvice(platform) {
  const command =
    platform === "darwin"
      ? "brew install --cask google-chrome"
      : "Debian and Ubuntu, on x64 and arm64: apt-get install chromium";
  return `The tests need a Chromium, and none could be installed. Install one (${command}) or name the program: CHROMIUM=/path/to/chrome npm test`;
}

/**
 * Installs Chromium: Debian's package if this process may install packages, or else Playwright's download.
 * Returns advice for the user if neither works.
 * @param {string} root folder of the repository
 */
export function installChromium(root) {
  console.log("Installing a browser for the tests (Chromium). This takes about a minute …");
  const canUseApt = process.getuid?.() === 0 && isExecutable("/usr/bin/apt-get");
  /** @param {string[]} packages */
  const install = (...packages) =>
    runCommand("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], root);
  // Older Debian releases do not have the package chromium-headless-shell.
  const installWithApt = () =>
    runCommand("apt-get", ["update", "-qq"], root) &&
    (install("chromium", HEADLESS_SHELL) || install("chromium"));
  if (canUseApt && installWithApt() && findChromium()) return undefined;
  if (runCommand("npx", ["--no", "playwright", "install", "chromium"], root) && findChromium())
    return undefined;
  return chromiumAdvice(process.platform);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !findChromium()) {
  const advice = installChromium(join(dirname(process.argv[1]), "..", ".."));
  if (advice) {
    console.error(`\n${advice}`);
    process.exit(1);
  }
}
