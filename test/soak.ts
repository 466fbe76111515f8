// `npm run test:soak`: runs the race test ten times, 500 sequences of random actions, and 500 orders with random faults
// (soak/). Each of ten seeds has fifty sequences and a new table. `-- --orders 10000` runs only orders, and this many.
// `--seed` sets the first seed. Exits with status 1 on a failure.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { soakOrders } from "./soak/orders.ts";

// Lambda runs in UTC, as do the functions of the local stack.
process.env["TZ"] = "UTC";

const RACE_ROUNDS = 10;
const SEQUENCE_COUNT = 500;
const SEQUENCES_PER_SEED = 50;
const DEFAULT_ORDER_COUNT = 500;

const root = join(import.meta.dirname, "..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");

const { values } = parseArgs({ options: { orders: { type: "string" }, seed: { type: "string" } } });
const firstSeed = Number(values.seed ?? 1 + Math.floor(Math.random() * 1_000_000));
const orderCount = Number(values.orders ?? DEFAULT_ORDER_COUNT);
if (!(Number.isInteger(firstSeed) && Number.isInteger(orderCount) && orderCount > 0))
  throw new Error("npm run test:soak -- --orders 10000 --seed 1");

/** Runs a test file; resolves to whether all its tests passed. */
function runTestFile(file: string, env: Record<string, string>): Promise<boolean> {
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
const finishedParts: string[] = [];
if (values.orders === undefined) {
  if (!(await runTestFile("test/e2e/race.test.ts", { RACE_ROUNDS: String(RACE_ROUNDS) })))
    failures.push("the race");
  for (let seed = firstSeed; seed < firstSeed + SEQUENCE_COUNT / SEQUENCES_PER_SEED; seed++) {
    const env = { CHAOS_SEED: String(seed), CHAOS_RUNS: String(SEQUENCES_PER_SEED) };
    if (!(await runTestFile("test/lambdas/random-actions.test.ts", env))) failures.push(`seed ${seed}`);
  }
  finishedParts.push(`${RACE_ROUNDS} races`, `${SEQUENCE_COUNT} sequences`);
}
if (!(await soakOrders(orderCount, firstSeed))) failures.push(`the orders of seed ${firstSeed}`);
finishedParts.push(`${orderCount} orders`);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(
  `\nSoak: ${finishedParts.join(", ")} in ${minutes} minutes, first seed ${firstSeed}; ` +
    (failures.length === 0 ? "all passed." : `failed: ${failures.join(", ")}.`),
);
// Ends the process at once: a function's thread that is still loading its code would delay the end.
process.exit(failures.length === 0 ? 0 : 1);
