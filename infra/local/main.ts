// `npm start`: the whole shop on this machine.
import { UserError } from "./util/user-error.ts";
import { readOptions } from "./settings/options.ts";
import { startShop, type Shop } from "./shop.ts";

// As on Lambda: what a function says of a time must not depend on where the machine stands.
process.env["TZ"] = "UTC";

const started = performance.now();
let shop: Promise<Shop> | undefined;
let ending: Promise<void> | undefined;

/** Longest time for an orderly end, in ms. */
const END_MS = 10_000;

function end(status: number): void {
  setTimeout(() => process.exit(status), END_MS).unref();
  ending ??= (shop ?? Promise.resolve(undefined))
    .then((running) => running?.stop())
    .catch(() => undefined)
    .then(() => process.exit(status));
}

/** The same words at most every ten seconds. */
function rarely(write: (line: string) => void): (line: string) => void {
  const said = new Map<string, number>();
  return (line) => {
    if (Date.now() - (said.get(line) ?? 0) < 10_000) return;
    said.set(line, Date.now());
    write(line);
  };
}

function fail(error: unknown): void {
  console.error(error instanceof UserError ? `\n${error.message}` : error);
  end(1);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
// Before the shop is up an error is its end. Afterwards one broken request must not take the others along.
let ready = false;
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (error: unknown) => (ready ? console.error(error) : fail(error)));

try {
  const options = readOptions(process.env, process.argv.slice(2));
  console.log("Starting the shop on this machine:");
  shop = startShop({
    ...options,
    tell: (line) => console.log(line),
    warn: rarely((line) => console.error(line)),
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
    ].join("\n"),
  );
  if (options.stripeKey !== undefined)
    console.log(
      `Stripe itself is used; let its webhooks in: stripe listen --forward-to ${url}/api/webhooks/stripe`,
    );
} catch (error) {
  fail(error);
}
