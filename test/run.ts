// `npm test`: runs the checks, the build and all tests, partly in parallel. `npm test -- <pattern> …` runs the test files whose path
// contains one of the patterns.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { relative, sep } from "node:path";
import { siteIsStale } from "../infra/local/website/build-site.ts";
import { attacks } from "./faults/attacks.ts";
import { faults } from "./faults/faults.ts";
import { faultSummary } from "./support/fault-summary.ts";
import { clearResults, readResults, slowest, tests } from "./support/results.ts";

const started = performance.now();
const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(0)} s`;
let failed = false;

/** Runs a command; prints one line when it passes, and its whole output when it fails. */
function run(name: string, command: string, args: readonly string[], env: Record<string, string> = {}) {
  const start = performance.now();
  return new Promise<boolean>((resolve) => {
    const child = spawn(command, args, {
      cwd: `${tests}/..`,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => void output.push(chunk.toString()));
    child.once("error", (error) => void output.push(error.message));
    child.once("close", (status) => {
      if (status !== 0) {
        failed = true;
        console.log(output.join(""));
      }
      console.log(`${status === 0 ? "passed" : "FAILED"}  ${name.padEnd(14)} ${seconds(start)}`);
      resolve(status === 0);
    });
  });
}

const vitest = (name: string, projects: readonly string[], patterns: readonly string[] = []) =>
  run(
    name,
    "vitest",
    [
      "run",
      "--config=test/vitest.config.ts",
      ...projects.map((project) => `--project=${project}`),
      ...patterns,
    ],
    { TEST_RUN: name },
  );
const playwright = (name: string, args: readonly string[], env: Record<string, string> = {}) =>
  run(name, "playwright", ["test", "--config=test/playwright.config.ts", ...args], env);

/** Runs the browser tests. What failed runs once more, for its trace only: the run has failed all the same. */
async function browser(patterns: readonly string[] = []): Promise<void> {
  if (await playwright("browser", patterns)) return;
  await playwright("traces", ["--last-failed", "--max-failures=5", "--reporter=line"], { TRACE: "1" });
  console.log("Traces of what failed: npx playwright show-trace .build/browser-tests/<test>/trace.zip");
}
const build = () => run("build", "npm", ["run", "--silent", "build"]);

async function runAll(): Promise<void> {
  const checks = async () => {
    await run("types", "tsc", ["--noEmit"]);
    for (const check of ["lint", "format:check", "unused"])
      await run(check, "npm", ["run", "--silent", check]);
  };
  if (!(await build())) return;
  // Beside what keeps a processor busy runs what often waits.
  await Promise.all([browser(), vitest("local stack", ["e2e"])]);
  await Promise.all([checks(), vitest("unit", ["rules", "unit"])]);
  await vitest("races", ["concurrency", "race"]);
}

/** The test files whose path below `test/` contains one of the patterns. */
const matching = (patterns: readonly string[]): string[] =>
  readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => relative(tests, `${tests}/${file}`).replaceAll(sep, "/"))
    .filter((file) => patterns.some((pattern) => `test/${file}`.includes(pattern)));

async function runMatching(patterns: readonly string[]): Promise<void> {
  const files = matching(patterns);
  if (files.length === 0) {
    console.log(`No test file has ${patterns.join(" or ")} in its path.`);
    failed = true;
    return;
  }
  const inBrowser = files.filter((file) => file.startsWith("browser/"));
  const others = files.filter((file) => !file.startsWith("browser/"));
  const needShop = files.some((file) => /^(browser|e2e)\//.test(file));
  if (needShop && siteIsStale() && !(await build())) return;
  if (others.length > 0) await vitest("vitest", ["rules", "unit", "concurrency", "e2e", "race"], others);
  if (inBrowser.length > 0) await browser(inBrowser);
}

function summarize(): void {
  const { tests: results, files } = readResults();
  const passed = results.filter((result) => result.passed).length;
  console.log("\nThe five slowest files:");
  for (const { file, ms } of slowest(files, 5))
    console.log(`  ${(ms / 1000).toFixed(1).padStart(5)} s  ${file}`);
  for (const line of [
    faultSummary("Faults", faults, results),
    faultSummary("Attacks", attacks, results),
    `Tests: ${passed} of ${results.length} passed, in ${files.length} files, in ${seconds(started)}`,
  ])
    if (line !== undefined) console.log(line);
}

clearResults();
const patterns = process.argv.slice(2);
await (patterns.length === 0 ? runAll() : runMatching(patterns));
summarize();
process.exitCode = failed ? 1 : 0;
