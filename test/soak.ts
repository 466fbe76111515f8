// `npm run test:soak`: runs the race test ten times, and 500 sequences of random actions in groups of fifty with one seed
// and table each. Exits with status 1 when one fails. SOAK_SEED sets the first seed.
import { spawn } from "node:child_process";
import { join } from "node:path";

const RACE_ROUNDS = 10;
const SEQUENCES = 500;
const RUNS = 50;

const root = join(import.meta.dirname, "..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");

/** Runs a test file; resolves to true when it passed. */
function passes(file: string, env: Record<string, string>): Promise<boolean> {
  const args = [vitest, "run", "--config", "test/vitest.config.ts", file];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status === 0));
  });
}

const started = performance.now();
const failed: string[] = [];
if (!(await passes("test/e2e/race.test.ts", { RACE_ROUNDS: String(RACE_ROUNDS) }))) failed.push("the race");
const first = Number(process.env["SOAK_SEED"] ?? 1);
for (let seed = first; seed < first + SEQUENCES / RUNS; seed++) {
  const env = { CHAOS_SEED: String(seed), CHAOS_RUNS: String(RUNS) };
  if (!(await passes("test/lambdas/random-actions.test.ts", env))) failed.push(`seed ${seed}`);
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
console.log(
  `\nSoak: ${RACE_ROUNDS} races and ${SEQUENCES} sequences in ${minutes} minutes; ` +
    (failed.length === 0 ? "all passed." : `failed: ${failed.join(", ")}.`),
);
process.exitCode = failed.length === 0 ? 0 : 1;
