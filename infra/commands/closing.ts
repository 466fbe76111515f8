// `npm run --silent closing -- --stage prod --month 2026-11`: a month's orders, refunds, fees, payouts and tax, for
// accounting.
import type Stripe from "stripe";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import { closeMonth } from "./closing/close-month.ts";
import { readLocalShop } from "./local-shop.ts";
import { booksAgree } from "./closing/compare.ts";
import { monthOf } from "./closing/month.ts";
import { withNewFile } from "./closing/new-file.ts";
import { simulatedStripe } from "./closing/simulated-stripe.ts";
import { readArguments, runCommand } from "./command.ts";
import { localDataFolder, openStage } from "./open-stage.ts";
import { readLines } from "./read-lines.ts";
import { stripeClient } from "./stripe-client.ts";
import { checkKey, CLOSING_PERMISSIONS, describeKeyPermissions, modeOf, requireMode } from "./stripe/keys.ts";

const HELP = `Writes every movement of Stripe's balance in a month as CSV, with the order and its parts, prints the sums by category as
in Stripe's balance report, and compares them with the shop's orders. It changes nothing. The exit status is 1 if something
differs, or if a transaction of an order is in another currency than US dollars, because it cannot be compared.

  --month <yyyy-mm>    the month in the time zone
  --time-zone <zone>   such as UTC; without it ${timeZone}, the shop's. Stripe's report must be for the same zone.
  --out <file>         writes the CSV to a new file that only you may read, and the sums to standard output; without it, the
                       CSV goes to standard output, and the sums to standard error
  --test-mode          a stage with retainData (such as prod) takes a test key

Reads a key of Stripe from standard input. Create a separate key that may only read, because the shop's own key does not
need these permissions. ${describeKeyPermissions(CLOSING_PERMISSIONS)}
The stage local needs a key only if it uses the real Stripe: npm run --silent closing -- --stage local --month 2026-11`;

const QUESTION = "A key of Stripe that may read the balance:";

async function readKey(): Promise<string> {
  const [key = ""] = await readLines([QUESTION]);
  // Throws if the text is not a key.
  modeOf(key);
  return key;
}

/** Sets the environment variables of the stage; returns Stripe's client. */
async function openStripe(stage: string, isTestMode: boolean): Promise<Stripe> {
  await openStage(stage);
  if (stage === "local") {
    const { stripeUrl } = await readLocalShop(localDataFolder());
    return stripeUrl === undefined ? stripeClient(await readKey()) : simulatedStripe(stripeUrl);
  }
  const key = await readKey();
  requireMode(key, stage, isTestMode);
  return stripeClient(key);
}

type ReadClosing = () => ReturnType<typeof closeMonth>;

async function writeClosingToOutput(readClosing: ReadClosing) {
  const closing = await readClosing();
  process.stdout.write(closing.csv);
  console.error(closing.summary.join("\n"));
  return closing;
}

const writeClosingToFile = (readClosing: ReadClosing, path: string) =>
  withNewFile(path, async (write) => {
    const closing = await readClosing();
    write(closing.csv);
    console.log([...closing.summary, `The CSV file is ${path}.`].join("\n"));
    return closing;
  });

/** Prints the sums and writes the CSV. `args`: the arguments in HELP. Sets the exit status to 1 if the books do not agree. */
export async function runClosing(args: readonly string[], now: Date): Promise<void> {
  const options = readArguments(["stage", "month"], args, {
    help: HELP,
    optional: ["time-zone", "out"],
    flags: ["test-mode"],
  });
  const month = monthOf(options.month, options["time-zone"] ?? timeZone, now);
  const readClosing = async () => {
    const stripe = await openStripe(options.stage, options["test-mode"]);
    await checkKey(stripe, CLOSING_PERMISSIONS);
    return closeMonth({ stripe, month, now, print: console.error });
  };
  const { out } = options;
  const { comparison } =
    out === undefined ? await writeClosingToOutput(readClosing) : await writeClosingToFile(readClosing, out);
  if (!booksAgree(comparison)) process.exitCode = 1;
}

if (import.meta.main) await runCommand(() => runClosing(process.argv.slice(2), new Date()));
