import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { afterAll, inject } from "vitest";
import { FaultState } from "../../infra/local/faults.ts";
import { createClient } from "./client.ts";
import { startShopProcess, type ShopProcess } from "./shop-process.ts";

/** A module that sets `Date` ahead in the process and its workers. Timers are not affected. */
const clockAhead = (ms: number): string =>
  `data:text/javascript,${encodeURIComponent(
    `const real = Date; const ahead = () => real.now() + ${ms};
     globalThis.Date = class Date extends real {
       constructor(...args) { if (args.length > 0) super(...args); else super(ahead()); }
       static now() { return ahead(); }
     };`,
  )}`;

const start = (dataDir: string, port: number, aheadMs: number): Promise<ShopProcess> =>
  startShopProcess({ dataDir, port, nodeArgs: aheadMs > 0 ? ["--import", clockAhead(aheadMs)] : [] });

/** A running shop, with access to its data folder. */
export type RunningStack = {
  /** Its address, without a slash at the end; the same after a restart. */
  readonly url: string;
  /** The secret that Stripe signs its webhooks with. */
  webhookSecret(): string;
  /** The log of a function. */
  log(name: string): string;
};

/** The local stack in its own process, as `npm start` runs it. */
export type LocalStack = RunningStack & {
  /** kill -9: ends the process without any clean-up. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port, with its clock `aheadMs` ahead of the real one. */
  restart(aheadMs?: number): Promise<void>;
  /** Ends it as Ctrl-C does; returns its exit status. */
  stop(): Promise<number | null>;
};

const dataReaders = (dataDir: string): Omit<RunningStack, "url"> => ({
  webhookSecret() {
    const secrets = z.parse(
      z.record(z.string(), z.string()),
      JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")),
    );
    const secret = Object.values(secrets).find((value) => value.startsWith("whsec_"));
    if (secret === undefined) throw new Error("The stack has no webhook secret.");
    return secret;
  },
  log: (name) => readFileSync(join(dataDir, `logs/bourbon-vipers-local-${name}.log`), "utf8"),
});

/** The shop that this Vitest worker's files share. After the file's tests, its faults and its queue clock are reset. */
export function sharedStack(): RunningStack {
  const stacks = inject("sharedStacks");
  const stack = stacks[Number(process.env["VITEST_POOL_ID"]) % stacks.length];
  if (!stack) throw new Error("The shared shops are not running.");
  afterAll(async () => {
    const client = createClient(stack);
    await client.setFaults(FaultState.parse({}));
    await client.updateQueueClock({ mode: "real" });
  });
  return { url: stack.url, ...dataReaders(stack.dataDir) };
}

const started: { end: () => Promise<unknown>; dataDir: string }[] = [];
// Registered at import, because Vitest registers no hooks inside a hook.
afterAll(async () => {
  for (const { end, dataDir } of started.splice(0)) {
    await end();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Starts a shop that contains only the seed; ends it and removes its data after the file's tests. */
export async function startLocalStack(): Promise<LocalStack> {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-stack-"));
  let running = await start(dataDir, 0, 0);
  started.push({ dataDir, end: () => running.end("SIGKILL") });
  return {
    get url() {
      return running.url;
    },
    kill: async () => void (await running.end("SIGKILL")),
    async restart(aheadMs = 0) {
      running = await start(dataDir, Number(new URL(running.url).port), aheadMs);
    },
    stop: () => running.end("SIGINT"),
    ...dataReaders(dataDir),
  };
}
