// `npm test`: runs the build, the checks and all tests, partly in parallel.
// `npm test -- <pattern> …`: runs the test files whose path contains one of the patterns.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join, sep } from "node:path";
import { isSiteOutdated } from "../infra/local/website/build-site.ts";
import { attacks } from "./faults/attacks.ts";
import { faults } from "./faults/faults.ts";
import { faultSummary } from "./support/fault-summary.ts";
import { clearResults, readResults, slowestFiles, testFolder } from "./support/results.ts";

const runStartedAt = performance.now();
const secondsSince = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
let hasFailed = false;

const root = join(testFolder, "..");
/** Node.js keeps compiled modules here; each test file loads the same AWS clients. */
const COMPILE_CACHE = join(root, ".build", "compile-cache");

type RunOptions = { env?: Record<string, string>; isLowPriority?: boolean };

/**
 * Runs a command, and prints a line with the result; also prints the output if the command fails. Resolves to whether the
 * command succeeded.
 */
function run(name: string, command: string, args: readonly string[], options: RunOptions = {}) {
  const { env = {}, isLowPriority = false } = options;
  const startedAt = performance.now();
  return new Promise<boolean>((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    if (child.pid !== undefined && isLowPriority) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => void output.push(chunk.toString()));
    child.once("error", (error) => void output.push(error.message));
    child.once("close", (status) => {
      if (status !== 0) {
        hasFailed = true;
        console.log(output.join(""));
      }
      console.log(`${status === 0 ? "passed" : "FAILED"}  ${name.padEnd(14)} ${secondsSince(startedAt)}`);
      resolve(status === 0);
    });
  });
}

const runVitest = (name: string, projects: readonly string[], patterns: readonly string[] = []) =>
  run(
    name,
    "vitest",
    [
      "run",
      "--config=test/vitest.config.ts",
      ...projects.map((project) => `--project=${project}`),
      ...patterns,
    ],
    { env: { TEST_RUN: name } },
  );
const runPlaywright = (name: string, args: readonly string[], env: Record<string, string> = {}) =>
  run(name, "playwright", ["test", "--config=test/playwright.config.ts", ...args], { env });

/** Runs the browser tests. Repeats failed tests to record traces; the repetition cannot make the run pass. */
async function runBrowserTests(patterns: readonly string[] = []): Promise<void> {
  if (await runPlaywright("browser", patterns)) return;
  await runPlaywright("traces", ["--last-failed", "--max-failures=5", "--reporter=line"], { TRACE: "1" });
  console.log("Traces of the failed tests: npx playwright show-trace .build/browser-tests/<test>/trace.zip");
}
const runBuild = () => run("build", "npm", ["run", "--silent", "build"]);

async function runAll(): Promise<void> {
  const runChecks = async () => {
    for (const check of ["lint", "format:check", "unused"])
      await run(check, "npm", ["run", "--silent", check], { isLowPriority: true });
  };
  if (!(await runBuild())) return;
  const runOtherTests = async () => {
    await runVitest("local stack", ["e2e"]);
    await runVitest("unit", ["rules", "unit"]);
  };
  // The browser tests run beside the others, which come in two steps: with more at a time, tests get so slow that they fail at
  // their time limits.
  await Promise.all([runBrowserTests(), runOtherTests()]);
  // The races use two thirds of two processors. The checks use the rest, and do not delay the races.
  await Promise.all([runVitest("races", ["concurrency", "race"]), runChecks()]);
}

/** The test files whose path below `test/` contains one of the patterns. */
const matchingFiles = (patterns: readonly string[]): string[] =>
  readdirSync(testFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => file.replaceAll(sep, "/"))
    .filter((file) => patterns.some((pattern) => `test/${file}`.includes(pattern)));

async function runMatching(patterns: readonly string[]): Promise<void> {
  const files = matchingFiles(patterns);
  if (files.length === 0) {
    console.log(`No test file has ${patterns.join(" or ")} in its path.`);
    hasFailed = true;
    return;
  }
  const browserFiles = files.filter((file) => file.startsWith("browser/"));
  const vitestFiles = files.filter((file) => !file.startsWith("browser/"));
  const needsSite = files.some((file) => /^(browser|e2e|infra|lambdas)\//.test(file));
  if (needsSite && isSiteOutdated() && !(await runBuild())) return;
  if (vitestFiles.length > 0)
    await runVitest("vitest", ["rules", "unit", "concurrency", "e2e", "race"], vitestFiles);
  if (browserFiles.length > 0) await runBrowserTests(browserFiles);
}

function summarize(): void {
  const { tests: results, files } = readResults();
  const passedCount = results.filter((result) => result.passed).length;
  console.log("\nThe five slowest files:");
  for (const { file, ms } of slowestFiles(files, 5))
    console.log(`  ${(ms / 1000).toFixed(1).padStart(5)} s  ${file}`);
  for (const line of [
    faultSummary("Faults", faults, results),
    faultSummary("Attacks", attacks, results),
    `Tests: ${passedCount} of ${results.length} passed, in ${files.length} files, in ${secondsSince(runStartedAt)}`,
  ])
    if (line !== undefined) console.log(line);
}

clearResults();
const patterns = process.argv.slice(2);
await (patterns.length === 0 ? runAll() : runMatching(patterns));
summarize();
process.exitCode = hasFailed ? 1 : 0;
