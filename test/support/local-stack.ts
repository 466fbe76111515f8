import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { afterAll, inject } from "vitest";
import { FaultState } from "../../infra/local/faults.ts";
import { createClient } from "./client.ts";
import { startShopProcess, type ShopProcess } from "./shop-process.ts";

/** Moves every clock of the process and of its workers on; timers keep running. */
const later = (ms: number): string =>
  `data:text/javascript,${encodeURIComponent(
    `const real = Date; const ahead = () => real.now() + ${ms};
     globalThis.Date = class Date extends real {
       constructor(...given) { if (given.length > 0) super(...given); else super(ahead()); }
       static now() { return ahead(); }
     };`,
  )}`;

const start = (dataDir: string, port: number, aheadMs: number): Promise<ShopProcess> =>
  startShopProcess({ dataDir, port, nodeArgs: aheadMs > 0 ? ["--import", later(aheadMs)] : [] });

/** A running shop and what it keeps in its data folder. */
export type RunningStack = {
  /** Where it answers, without a slash at the end; the same after a restart. */
  readonly url: string;
  /** The secret that Stripe signs its webhooks with. */
  webhookSecret(): string;
  /** A function's own log, by the function's name. */
  log(name: string): string;
};

/** The whole shop on this machine, in a process of its own that can be killed, as `npm start` runs it. */
export type LocalStack = RunningStack & {
  /** kill -9: the shop ends without any clean-up. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port; `laterMs` is how much time has passed for it since it was first started. */
  restart(laterMs?: number): Promise<void>;
  /** Ends it as Ctrl-C does; answers its exit status. */
  stop(): Promise<number | null>;
};

const readingFrom = (dataDir: string): Omit<RunningStack, "url"> => ({
  webhookSecret() {
    const known = z.parse(
      z.record(z.string(), z.string()),
      JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")),
    );
    const secret = Object.values(known).find((value) => value.startsWith("whsec_"));
    if (secret === undefined) throw new Error("The stack has no webhook secret.");
    return secret;
  },
  log: (name) => readFileSync(join(dataDir, `logs/bourbon-vipers-local-${name}.log`), "utf8"),
});

/**
 * One of the shops that the files of a run share, one for each worker of Vitest. Its faults are off and its queues
 * run by the real clock when the file's tests have ended.
 */
export function sharedStack(): RunningStack {
  const stacks = inject("sharedStacks");
  const stack = stacks[Number(process.env["VITEST_POOL_ID"]) % stacks.length];
  if (!stack) throw new Error("The shared shops are not running.");
  afterAll(async () => {
    const client = createClient(stack);
    await client.faults(FaultState.parse({}));
    await client.queueClock({ mode: "real" });
  });
  return { url: stack.url, ...readingFrom(stack.dataDir) };
}

const started: { end: () => Promise<unknown>; dataDir: string }[] = [];
// Said while the test file is read: inside its hooks, Vitest takes no more of them.
afterAll(async () => {
  for (const { end, dataDir } of started.splice(0)) {
    await end();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Starts the shop with empty shelves, but for the seed; ends it and removes its data after the file's tests. */
export async function startLocalStack(): Promise<LocalStack> {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-stack-"));
  let running = await start(dataDir, 0, 0);
  started.push({ dataDir, end: () => running.end("SIGKILL") });
  return {
    get url() {
      return running.url;
    },
    kill: async () => void (await running.end("SIGKILL")),
    async restart(laterMs = 0) {
      running = await start(dataDir, Number(new URL(running.url).port), laterMs);
    },
    stop: () => running.end("SIGINT"),
    ...readingFrom(dataDir),
  };
}
