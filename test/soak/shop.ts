import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import Stripe from "stripe";
import * as z from "zod/mini";
import { createFaults } from "../../infra/local/faults.ts";
import { runStack } from "../../infra/local/run-stack.ts";
import { startDynoxide } from "../../infra/local/table/dynoxide.ts";
import { openAssembly, type Assembly } from "../../infra/local/template/assembly.ts";
import { listenLocally } from "../../infra/local/util/local-server.ts";
import { createCleanup } from "../../infra/local/util/steps.ts";
import { buildSite, isSiteOutdated } from "../../infra/local/website/build-site.ts";
import { BooksResult } from "../../shared/books.ts";
import { ADMIN_ACCOUNT } from "../support/admin-session.ts";
import { createClient } from "../support/client.ts";
import type { Item } from "../support/table.ts";
import { replaceDate, writeControl } from "./clock.ts";
import { withLedger } from "./ledger-stack.ts";
import { createWebhookFaults } from "./webhook-faults.ts";
import type { Random } from "./random.ts";

/** Linux keeps files in this folder in memory. */
const MEMORY_FOLDER = "/dev/shm";
/** The maximum number of runs of one comparison of the books, if it fails. */
const MAX_COMPARISON_RUNS = 5;
const MINUTE_MS = 60_000;
/** Limit for handling all messages of several hundred orders, in ms. */
const DRAIN_TIMEOUT_MS = 180_000;
/** The longest time in which a message goes from one queue to the next, in ms. */
const QUIET_MS = 100;
/** The longest time between two reads of the stream, also after a failure, in ms. */
const STREAM_INTERVAL_MS = 5_000;
/**
 * `drain` fails after this many steps. Most steps set the clock ahead by four minutes, so all together are longer than the
 * retries of a message.
 */
const MAX_DRAIN_STEPS = 80;

/** Wraps the code of each function, so that it can be killed and its clock can be set. */
function withFunctionFaults(assembly: Assembly, folder: string, controlFile: string): Assembly {
  const faultsUrl = pathToFileURL(join(import.meta.dirname, "function-faults.ts")).href;
  return {
    ...assembly,
    assetFolder(key) {
      const code = assembly.assetFolder(key);
      const entry = join(code, "index.js");
      if (!existsSync(entry)) return code;
      const wrappedFolder = join(folder, key.replace(/\W/g, "-"));
      mkdirSync(wrappedFolder, { recursive: true });
      const lines = [
        `import { createRequire } from "node:module";`,
        `import { withFaults } from ${JSON.stringify(faultsUrl)};`,
        `const { handler: original } = createRequire(import.meta.url)(${JSON.stringify(entry)});`,
        `export const handler = withFaults(original, ${JSON.stringify(controlFile)});`,
      ];
      writeFileSync(join(wrappedFolder, "index.mjs"), `${lines.join("\n")}\n`);
      return wrappedFolder;
    },
  };
}

/**
 * The local stack in this process, with the ledger as a consumer, and with more than `npm start` has: random webhooks are
 * lost or late, functions are killed, and the clock can be set ahead.
 */
export async function startSoakShop(random: Random) {
  const cleanup = createCleanup();
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), "shop-soak-"));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const controlFile = join(folder, "control.json");
  const clock = replaceDate();
  const control = { aheadMs: 0, killRate: 0 };
  const setControl = (change: Partial<typeof control>): void => {
    Object.assign(control, change);
    writeControl(controlFile, control);
    clock.setAhead(control.aheadMs);
  };
  setControl({});

  const publicServer = await listenLocally(0);
  cleanup.add(() => publicServer.close());
  const url = `http://localhost:${publicServer.port}`;
  const dynoxide = await startDynoxide(folder, (reason) => {
    throw new Error(reason);
  });
  cleanup.add(() => dynoxide.stop());
  if (isSiteOutdated()) await buildSite();
  const { assembly, tableName, ledgerTable } = await withLedger(
    await openAssembly(url),
    join(folder, "ledger"),
  );
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const faults = createFaults();
  const webhooks = createWebhookFaults(random);
  let failedRunCount = 0;
  const { runner, services } = await runStack({
    assembly: withFunctionFaults(assembly, join(folder, "functions"), controlFile),
    publicServer: { ...publicServer, serve: (handle) => publicServer.serve(webhooks.wrap(handle)) },
    url,
    faults,
    cleanup,
    dataDir,
    dev: false,
    admin: ADMIN_ACCOUNT,
    table: { endpoint: dynoxide.endpoint, reset: false },
    step: async (_, work) => work(),
    log: () => undefined,
    warn: () => void failedRunCount++,
  });
  const payments = services.payments;
  if (!payments) throw new Error("The local stack simulates Stripe.");
  const stripeUrl = new URL(services.environment["STRIPE_API_URL"] ?? "");
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: dynoxide.endpoint,
      region: "us-east-1",
      credentials: { accessKeyId: "soak", secretAccessKey: "soak" },
    }),
  );
  const itemsOf = async (TableName: string): Promise<Item[]> => {
    const items: Item[] = [];
    for await (const page of paginateScan({ client: documents }, { TableName }))
      items.push(...(page.Items ?? []));
    return items;
  };
  /** A client that signs in at its first call as an admin. The token is valid for an hour of the shop's clock. */
  const newClient = () => createClient({ url });
  const client = newClient();
  await client.updateQueueClock({ mode: "real" });
  const functionNameOf = (name: string): string => `${assembly.stackName}-${name}`;

  /**
   * The numbers of messages and webhooks that are being handled or ready (`busy`), of hidden messages, and of
   * unpublished events.
   */
  async function countPending() {
    const messages = await client.updateQueueClock({});
    const { webhooks: waitingWebhooks, events } = await client.waiting();
    const hidden = messages.filter(({ handled, seconds }) => !handled && seconds > 0).length;
    return { busy: messages.length - hidden + waitingWebhooks, hidden, events };
  }
  /** Waits until nothing is being handled or could be handled now. Returns what waits for a retry. */
  async function waitUntilQuiet(): Promise<{ hidden: number; events: number }> {
    const startedAt = performance.now();
    let quietSince = startedAt;
    for (;;) {
      const { busy, hidden, events } = await countPending();
      const now = performance.now();
      if (busy > 0) quietSince = now;
      if (now - quietSince > (events > 0 ? STREAM_INTERVAL_MS : QUIET_MS)) return { hidden, events };
      if (now - startedAt > DRAIN_TIMEOUT_MS) throw new Error(`${busy} messages are not handled.`);
      await pause(25);
    }
  }
  const setClockAhead = async (minutes: number): Promise<void> => {
    setControl({ aheadMs: control.aheadMs + minutes * MINUTE_MS });
    // An advance of the queues' own clock makes the queues look for messages that are due now.
    await client.updateQueueClock({ advanceSeconds: 1 });
  };
  let redrivenCount = 0;
  const run = (name: "reconcile-checkouts"): Promise<boolean> =>
    runner.invoke(functionNameOf(name), {}).then(
      () => true,
      () => false,
    );

  return {
    url,
    faults,
    webhooks,
    newClient,
    failedRunCount: () => failedRunCount,
    redrivenCount: () => redrivenCount,
    payments,
    stripe: new Stripe("sk_test_soak", {
      host: stripeUrl.hostname,
      port: stripeUrl.port,
      protocol: "http",
    }),
    items: () => itemsOf(tableName),
    ledger: () => itemsOf(ledgerTable),
    setKillRate: (killRate: number) => setControl({ killRate }),
    /** Hours by which the clock is ahead. */
    hoursAhead: () => control.aheadMs / MINUTE_MS / 60,
    /** Sets the clock ahead while nothing runs. */
    async advance(minutes: number): Promise<void> {
      await waitUntilQuiet();
      await setClockAhead(minutes);
    },
    /** Runs a scheduled function once; returns whether it succeeded. */
    run,
    /**
     * Runs the comparison of the books, and again if it fails: on a busy machine a run may fail, and the
     * schedule would repeat it.
     */
    async compareBooks(dryRun = false): Promise<BooksResult> {
      for (let i = 1; ; i++)
        try {
          return z.parse(BooksResult, await runner.invoke(functionNameOf("reconcile-books"), { dryRun }));
        } catch (error) {
          if (i === MAX_COMPARISON_RUNS) throw error;
        }
    },
    /**
     * Handles all messages: sets the clock ahead to the retries, and redrives dead letters as an operator does. Webhooks
     * that were lost stay lost.
     */
    async drain(): Promise<void> {
      for (let i = 0; i < MAX_DRAIN_STEPS; i++) {
        const { hidden, events } = await waitUntilQuiet();
        if (hidden + events === 0) {
          const { redriven: count } = await client.redrive();
          if (count === 0) return;
          redrivenCount += count;
        } else {
          await setClockAhead(4);
          // reconcile-checkouts publishes the events that the stream failed to publish.
          if (events > 0) await run("reconcile-checkouts");
        }
      }
      throw new Error(`Messages are still waiting after ${MAX_DRAIN_STEPS} steps.`);
    },
    stop: () => cleanup.run(),
  };
}
export type SoakShop = Awaited<ReturnType<typeof startSoakShop>>;
