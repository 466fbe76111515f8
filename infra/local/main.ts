// `npm start` and `npm run dev`: the whole shop on this machine.
import { open as openInspector } from "node:inspector";
import { brand } from "../../shared/site/brand.ts";
import { readOptions } from "./settings/options.ts";
import { startShop, type Shop } from "./shop.ts";
import { UserError } from "./util/errors.ts";

// Lambda runs in UTC, so functions must write the same times here, whatever the machine's time zone.
process.env["TZ"] = "UTC";

const startedAt = performance.now();
let shop: Promise<Shop> | undefined;
let runningShutdown: Promise<void> | undefined;

/** After this time (ms) the process exits, even if a part of the stack has not stopped. */
const SHUTDOWN_TIMEOUT_MS = 10_000;
/** Shortest time between two identical warnings, in ms. */
const WARNING_INTERVAL_MS = 10_000;
/** The port that debuggers try first. https://nodejs.org/en/learn/getting-started/debugging */
const INSPECTOR_PORT = 9229;

function shutDown(status: number): void {
  setTimeout(() => process.exit(status), SHUTDOWN_TIMEOUT_MS).unref();
  runningShutdown ??= (shop ?? Promise.resolve(undefined))
    .then((running) => running?.stop())
    .catch(() => undefined)
    .then(() => process.exit(status));
}

/** Wraps `write`: a line that was written less than {@link WARNING_INTERVAL_MS} ago is not written again. */
function withoutRepeats(write: (line: string) => void): (line: string) => void {
  const writtenAt = new Map<string, number>();
  return (line) => {
    if (Date.now() - (writtenAt.get(line) ?? 0) < WARNING_INTERVAL_MS) return;
    writtenAt.set(line, Date.now());
    write(line);
  };
}

function exitWithError(error: unknown): void {
  console.error(error instanceof UserError ? `\n${error.message}` : error);
  shutDown(1);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => shutDown(0));
// During the start, an uncaught error ends the process. After the start, it is only logged.
let isReady = false;
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (error: unknown) => (isReady ? console.error(error) : exitWithError(error)));

try {
  const options = readOptions(process.env, process.argv.slice(2));
  if (options.inspect) openInspector(INSPECTOR_PORT, "127.0.0.1");
  console.log("Starting the shop on this machine:");
  shop = startShop({
    ...options,
    log: (line) => console.log(line),
    warn: withoutRepeats((line) => console.error(line)),
    onServerExit: (reason) => exitWithError(new UserError(`${reason}\nStart the shop again: npm start`)),
  });
  const { url, admin } = await shop;
  isReady = true;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    [
      "",
      `${brand.name} is ready: ${url}`,
      `  admin     ${url}/admin/login`,
      `  email     ${admin.email}`,
      `  password  ${admin.password}`,
      `  console   ${url}/_local/`,
      `Started in ${seconds} s; Ctrl-C ends it, npm start -- --reset begins with an empty shop.`,
      ...(options.dev ? ["A change in web/, shared/ or lambdas/ is live when you save it."] : []),
    ].join("\n"),
  );
  if (options.stripeKey !== undefined)
    console.log(
      `Stripe itself is used; let its webhooks in: stripe listen --forward-to ${url}/api/webhooks/stripe`,
    );
} catch (error) {
  exitWithError(error);
}
