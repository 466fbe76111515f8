// `npm run test:soak`: runs the race test ten times, then 500 sequences of random actions: fifty for each of
// ten seeds, on a new table for each seed. Exits with status 1 on a failure. SOAK_SEED sets the first seed.
import { spawn } from "node:child_process";
import { join } from "node:path";

const RACE_ROUNDS = 10;
const SEQUENCES = 500;
const SEQUENCES_PER_SEED = 50;

const root = join(import.meta.dirname, "..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");

/** Runs a test file; resolves to whether all its tests passed. */
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

const startedAt = performance.now();
const failures: string[] = [];
if (!(await passes("test/e2e/race.test.ts", { RACE_ROUNDS: String(RACE_ROUNDS) }))) failures.push("the race");
const firstSeed = Number(process.env["SOAK_SEED"] ?? 1);
for (let seed = firstSeed; seed < firstSeed + SEQUENCES / SEQUENCES_PER_SEED; seed++) {
  const env = { CHAOS_SEED: String(seed), CHAOS_RUNS: String(SEQUENCES_PER_SEED) };
  if (!(await passes("test/lambdas/random-actions.test.ts", env))) failures.push(`seed ${seed}`);
}
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(
  `\nSoak: ${RACE_ROUNDS} races and ${SEQUENCES} sequences in ${minutes} minutes; ` +
    (failures.length === 0 ? "all passed." : `failed: ${failures.join(", ")}.`),
);
process.exitCode = failures.length === 0 ? 0 : 1;
