import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { afterAll, inject } from "vitest";
import { FaultState } from "../../infra/local/faults.ts";
import { functionNameOf, stackNameOf } from "../../infra/names.ts";
import { type Client, createClient } from "./client.ts";
import { startShopProcess, type ShopProcess } from "./shop-process.ts";

const execute = promisify(execFile);

/** URL of a module that sets `Date` ahead by `ms` in the process and its workers. Timers are not affected. */
const aheadClockModule = (ms: number): string =>
  `data:text/javascript,${encodeURIComponent(
    `const real = Date; const ahead = () => real.now() + ${ms};
     globalThis.Date = class Date extends real {
       constructor(...args) { if (args.length > 0) super(...args); else super(ahead()); }
       static now() { return ahead(); }
     };`,
  )}`;

const startShop = (dataDir: string, port: number, aheadMs: number): Promise<ShopProcess> =>
  startShopProcess({ dataDir, port, nodeArgs: aheadMs > 0 ? ["--import", aheadClockModule(aheadMs)] : [] });

/** A running shop, with access to its data folder. */
export type RunningStack = {
  /** The address of the shop, without a slash at the end. It stays the same after a restart. */
  readonly url: string;
  /** The secret with which Stripe signs webhooks. */
  webhookSecret(): string;
  /** The log of a function so far. */
  readLog(name: string): string;
  /** The file that the fulfilment example has written for an order; undefined if there is none. */
  readFulfilmentFile(orderId: string): unknown;
  /** Runs an operator's command, such as `reconcile`, on this shop; returns its standard output. Rejects if it fails. */
  runCommand(name: string, ...args: string[]): Promise<string>;
};

/** The local stack in its own process, as `npm start` runs it. */
export type LocalStack = RunningStack & {
  /** Ends the process without any clean-up, as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts the shop again on the same data and port, with its clock `aheadMs` ahead of the real clock. */
  restart(aheadMs?: number): Promise<void>;
  /** Ends the shop as Ctrl-C does; returns the exit status. */
  stop(): Promise<number | null>;
};

const dataFolderFunctions = (dataDir: string): Omit<RunningStack, "url"> => ({
  webhookSecret() {
    const secrets = z.parse(
      z.record(z.string(), z.string()),
      JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")),
    );
    const secret = Object.values(secrets).find((value) => value.startsWith("whsec_"));
    if (secret === undefined) throw new Error("The stack has no webhook secret.");
    return secret;
  },
  readLog: (name) =>
    readFileSync(join(dataDir, "logs", `${functionNameOf(stackNameOf("local"), name)}.log`), "utf8"),
  readFulfilmentFile(orderId) {
    const buckets = join(dataDir, "s3");
    const bucket = readdirSync(buckets).find((name) => name.startsWith("local-fulfilment")) ?? "";
    const index = readFileSync(join(buckets, bucket, "index.jsonl"), "utf8");
    const files = [...index.matchAll(/"key":"orders\/(\w+)\.json".*?"file":"(\w+)"/g)];
    const latestFile = files.findLast(([, id]) => id === orderId)?.[2];
    if (latestFile === undefined) return undefined;
    return JSON.parse(readFileSync(join(buckets, bucket, "bodies", latestFile), "utf8")) as unknown;
  },
  async runCommand(name, ...args) {
    const file = join(import.meta.dirname, `../../infra/commands/${name}.ts`);
    const env = { ...process.env, SHOP_DATA: dataDir };
    return (await execute("node", [file, ...args, "--stage=local"], { env })).stdout;
  },
});

/** Finishes all work of a test file, also its dead letters: otherwise the next file would count them. */
async function finishWork(client: Client): Promise<void> {
  const MAX_REDRIVES = 5;
  for (let redrives = 0; redrives < MAX_REDRIVES; redrives++) {
    await client.waitUntilIdle();
    if ((await client.redrive()).redriven === 0) return;
  }
  throw new Error(`After ${MAX_REDRIVES} redrives there are still dead letters.`);
}

let usedStackUrl: string | undefined;
const startedShops: { end: () => Promise<unknown>; dataDir: string }[] = [];
// Registered at import, because `afterAll` does nothing in a hook such as `beforeAll`.
afterAll(async () => {
  if (usedStackUrl !== undefined) {
    const client = createClient({ url: usedStackUrl });
    await client.setFaults(FaultState.parse({}));
    await client.updateQueueClock({ mode: "scaled" });
    await finishWork(client);
  }
  for (const { end, dataDir } of startedShops.splice(0)) {
    await end();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** The shop that all files of a Vitest worker share. After each file, all faults are turned off and all work is finished. */
export function sharedStack(stacks = inject("sharedStacks")): RunningStack {
  const stack = stacks[Number(process.env["VITEST_POOL_ID"]) % stacks.length];
  if (!stack) throw new Error("The shared shops are not running.");
  usedStackUrl = stack.url;
  return { url: stack.url, ...dataFolderFunctions(stack.dataDir) };
}

/** Starts a shop that contains only the seed. Ends the shop and removes its data after the file. */
export async function startLocalStack(): Promise<LocalStack> {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-stack-"));
  let shop = await startShop(dataDir, 0, 0);
  startedShops.push({ dataDir, end: () => shop.end("SIGKILL") });
  return {
    get url() {
      return shop.url;
    },
    kill: async () => void (await shop.end("SIGKILL")),
    async restart(aheadMs = 0) {
      shop = await startShop(dataDir, Number(new URL(shop.url).port), aheadMs);
    },
    stop: () => shop.end("SIGINT"),
    ...dataFolderFunctions(dataDir),
  };
}
