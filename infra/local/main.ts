// `npm start` and `npm run dev`: the whole shop on this machine.
import { open as openInspector } from "node:inspector";
import { readOptions } from "./settings/options.ts";
import { startShop, type Shop } from "./shop.ts";
import { UserError } from "./util/user-error.ts";

// Lambda's time zone: what a function writes about a time must not depend on the machine's.
process.env["TZ"] = "UTC";

const started = performance.now();
let shop: Promise<Shop> | undefined;
let ending: Promise<void> | undefined;

/** Longest time for an orderly end, in ms. */
const END_MS = 10_000;
/** Shortest time between two equal warnings, in ms. */
const WARN_MS = 10_000;
/** The port that debuggers try first. https://nodejs.org/en/learn/getting-started/debugging */
const INSPECTOR_PORT = 9229;

function end(status: number): void {
  setTimeout(() => process.exit(status), END_MS).unref();
  ending ??= (shop ?? Promise.resolve(undefined))
    .then((running) => running?.stop())
    .catch(() => undefined)
    .then(() => process.exit(status));
}

/** Drops a line that was written less than WARN_MS ago. */
function withoutRepeats(write: (line: string) => void): (line: string) => void {
  const writtenAt = new Map<string, number>();
  return (line) => {
    if (Date.now() - (writtenAt.get(line) ?? 0) < WARN_MS) return;
    writtenAt.set(line, Date.now());
    write(line);
  };
}

function fail(error: unknown): void {
  console.error(error instanceof UserError ? `\n${error.message}` : error);
  end(1);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
// An error during the start ends the process. Later one broken request must not stop the shop.
let ready = false;
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (error: unknown) => (ready ? console.error(error) : fail(error)));

try {
  const options = readOptions(process.env, process.argv.slice(2));
  if (options.inspect) openInspector(INSPECTOR_PORT, "127.0.0.1");
  console.log("Starting the shop on this machine:");
  shop = startShop({
    ...options,
    log: (line) => console.log(line),
    warn: withoutRepeats((line) => console.error(line)),
    onDeath: (reason) => fail(new UserError(`${reason}\nStart the shop again: npm start`)),
  });
  const { url, admin } = await shop;
  ready = true;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    [
      "",
      `Bourbon Vipers is ready: ${url}`,
      `  admin     ${url}/admin/login`,
      `  e-mail    ${admin.email}`,
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
  fail(error);
}
