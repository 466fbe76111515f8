// `npm run bench:functions`: measures each function by itself, in this process, and a bare handler that makes the
// same calls. `-- --once` runs each function once and measures nothing. Other arguments select functions by parts of
// their names.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generousLimits } from "../../infra/client-limits.ts";
import { startDynoxide } from "../../infra/local/table/dynoxide.ts";
import { buildSite, isSiteBuilt } from "../../infra/local/website/build-site.ts";
import { CONTEXT } from "../support/invoke.ts";
import { createTable } from "../support/table.ts";
import { TEST_TICKET_KEYS } from "../support/ticket-keys.ts";
import { bareHandler } from "./functions/bare-handler.ts";
import { invocations, type Invocation } from "./functions/invocations.ts";
import { measureInTurns } from "./functions/measure.ts";
import { namesOf, recordCalls, installCallRecorder } from "./functions/record-calls.ts";

const RUN_COUNT = 300;
const WARM_UP_RUNS = 100;
const NAME_WIDTH = 37;
const TABLE = "bench";
const BARE_TABLE = "bench-bare";

const isOnce = process.argv.includes("--once");
const patterns = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));

// render-page renders the built pages.
if (!isSiteBuilt()) await buildSite();
const folder = mkdtempSync(join(tmpdir(), "shop-bench-"));
const tableServer = await startDynoxide(folder, (reason) => console.error(reason));
const stubServer = spawn(process.execPath, [join(import.meta.dirname, "functions/stub-server.ts")], {
  stdio: ["ignore", "pipe", "inherit"],
});
const print = process.stdout.write.bind(process.stdout);
const printError = process.stderr.write.bind(process.stderr);

try {
  const stubUrl = String((await once(stubServer.stdout, "data"))[0]).trim();
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    AWS_ENDPOINT_URL: stubUrl,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: stubUrl,
    AWS_ENDPOINT_URL_DYNAMODB: tableServer.endpoint,
    AWS_ENDPOINT_URL_SESV2: stubUrl,
    AWS_ENDPOINT_URL_S3: stubUrl,
    TABLE_NAME: TABLE,
    // The stub returns a secret's ARN as its value, so each of these ARNs is the secret itself.
    ORIGIN_SECRET_ARN: "the-edge-knows-this",
    STRIPE_SECRET_ARN: "sk_test_bench",
    STRIPE_WEBHOOK_SECRET_ARN: "webhook",
    TICKET_KEYS_ARN: TEST_TICKET_KEYS,
    STRIPE_API_URL: stubUrl,
    SITE_ORIGIN: "https://shop.example",
    BUS_NAME: "shop",
    MEDIA_BUCKET_NAME: "media",
    USER_POOL_ID: "us-east-1_bench",
    REFUND_SIGN_IN_HOURS: "12",
    WEBHOOKS: "on",
    BACK_IN_STOCK: "on",
    MAILS_PER_SECOND: "9999",
    PODCAST: "on",
    FEED_URL: `${stubUrl}/feed`,
    MEDIA_ORIGINS: "[]",
    // Webhooks and the feed are at the stub.
    CALLS_TO_LOCALHOST: "on",
    CONFIRM_NEWS: "off",
    DISCOUNTS: "off",
    TAX: "off",
    CANCELLATION: "ask",
    TICKETS: "on",
    MAIL_SENDER: "shop@shop.example",
    TEAM_EMAIL: "team@shop.example",
    CONFIGURATION_SET: "customers",
    TEAM_CONFIGURATION_SET: "team",
    OWN_MAILBOXES: "[]",
    LIMITS: JSON.stringify(generousLimits),
  });
  // Functions write their log as usual, but the lines do not reach the terminal, so that printing is not measured.
  const errors: string[] = [];
  process.stdout.write = process.stderr.write = (line: string | Uint8Array) => {
    if (String(line).includes('"level":"ERROR"')) errors.push(String(line));
    return true;
  };
  const table = await createTable(TABLE, tableServer.endpoint);
  await createTable(BARE_TABLE, tableServer.endpoint);
  const { getStripeClient } = await import("../../lambdas/lib/stripe.ts");
  installCallRecorder(await getStripeClient("sk_test_bench", stubUrl));

  const bench = async ({ name, handler, makeEvent }: Invocation) => {
    const nextRun = async () => {
      const event = await makeEvent();
      return async () => {
        const answer = await handler(event as never, CONTEXT);
        const { statusCode = 200, batchItemFailures = [] } = Object(answer) as {
          statusCode?: number;
          batchItemFailures?: unknown[];
        };
        if (statusCode >= 300 || batchItemFailures.length > 0)
          throw new Error(`${name}: ${JSON.stringify(answer)}`);
        // Some functions log a failure and end as usual, such as read-feed.
        if (errors.length > 0) throw new Error(`${name}: ${errors.join("")}`);
      };
    };
    const prepare = async (count: number) => {
      const runs: (() => Promise<void>)[] = [];
      while (runs.length < count) runs.push(await nextRun());
      return runs;
    };
    if (isOnce) {
      const run = await nextRun();
      await run();
      print(`${name}: ran\n`);
      return;
    }
    for (const run of await prepare(WARM_UP_RUNS)) await run();
    const calls = await recordCalls(await nextRun());
    const bare = bareHandler(calls, BARE_TABLE, stubUrl);
    for (let n = 0; n < WARM_UP_RUNS; n++) await bare();
    const { own, bare: bareMedian } = await measureInTurns(await prepare(RUN_COUNT), bare);
    const figures = [
      own.ms,
      bareMedian.ms,
      bareMedian.ms / own.ms,
      own.cpuMs,
      bareMedian.cpuMs,
      bareMedian.cpuMs / own.cpuMs,
    ];
    const columns = figures.map((figure) => figure.toFixed(2).padStart(7)).join("");
    print(`${name.padEnd(NAME_WIDTH)}${columns}   ${namesOf(calls)}\n`);
  };

  if (!isOnce)
    print(
      "Medians in ms; each ratio is the bare handler's time divided by the function's, so 1 is the best.\n" +
        `${"".padEnd(NAME_WIDTH)}   time   bare  ratio    CPU   bare  ratio   calls; + and × join calls at the same time\n`,
    );
  for (const invocation of await invocations(table, stubUrl))
    if (patterns.length === 0 || patterns.some((pattern) => invocation.name.includes(pattern)))
      await bench(invocation);
} finally {
  process.stdout.write = print;
  process.stderr.write = printError;
  stubServer.kill();
  await tableServer.stop();
  rmSync(folder, { recursive: true, force: true });
}
