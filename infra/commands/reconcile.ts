// `npm run reconcile -- --stage prod [--dry-run]`: compares orders with Stripe, stock and analytics now.
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod/mini";
import { BooksResult, DIFFERENCES, hasEndedEarly, type Difference } from "../../shared/books.ts";
import { functionNameOf, stackNameOf } from "../names.ts";
import { awsOptions, CommandError, confirm, readArguments, runCommand } from "./command.ts";
import { openStage } from "./open-stage.ts";

const HELP = `Runs the function reconcile-books now. It compares orders with Stripe, stock and analytics, as it does every hour. It
repairs differences that are safe to repair, and reports the others. With --dry-run it changes nothing. The exit status is 1 if
differences are open.`;

/** The function runs for at most ten minutes. The SDK must not retry, because a retry would start a second run. */
const CLIENT_OPTIONS = {
  ...awsOptions,
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 11 * 60_000, throwOnRequestTimeout: true },
};

/** Runs the stage's function and waits for its result. Throws a CommandError if the function fails. */
export async function runReconcileBooks(
  stage: string,
  isDryRun: boolean,
  client = new LambdaClient(CLIENT_OPTIONS),
): Promise<BooksResult> {
  const FunctionName = functionNameOf(stackNameOf(stage), "reconcile-books");
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify({ dryRun: isDryRun }) }),
  );
  const answer = Buffer.from(Payload ?? []).toString("utf8");
  if (FunctionError !== undefined)
    throw new CommandError(`${FunctionName} failed: ${answer.slice(0, 500)}\nIts log has the cause.`);
  return z.parse(BooksResult, JSON.parse(answer));
}

function describeDifference({ kind, shop, other, ...ids }: Difference, advice: string): string {
  const numbers = shop === undefined || other === undefined ? "" : ` (shop ${shop}, other ${other})`;
  return `- ${DIFFERENCES[kind].what} ${advice}${Object.values(ids).join(" ")}${numbers}`;
}

const describeOpen = (difference: Difference): string =>
  describeDifference(difference, `${DIFFERENCES[difference.kind].todo} `);

const unlistedLines = (count: number, listed: readonly Difference[]): string[] =>
  count > listed.length ? [`And ${count - listed.length} more, in the log of reconcile-books.`] : [];

/** The result in lines. After a dry run, `open` also lists what a real run would repair. */
export function reportLines(result: BooksResult, isDryRun: boolean): string[] {
  const { counted, since, until, soldSkipped = 0, open, openCount, repaired, repairedCount } = result;
  return [
    `Compared from ${since} to ${until}: ${Object.entries(counted)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", ")}.`,
    ...(hasEndedEarly(result) ? ["The comparison ended early. The next one continues."] : []),
    ...(soldSkipped > 0
      ? [
          `The sold pieces of ${soldSkipped} products or variants that were just ordered follow in the next run.`,
        ]
      : []),
    `Drift: ${openCount}`,
    ...open.map(describeOpen),
    ...unlistedLines(openCount, open),
    ...(isDryRun && openCount > 0 ? ["Without --dry-run, the shop repairs what of this is safe."] : []),
    ...(repairedCount > 0
      ? [`Repaired: ${repairedCount}`, ...repaired.map((difference) => describeDifference(difference, ""))]
      : []),
    ...unlistedLines(repairedCount, repaired),
  ];
}

if (import.meta.main)
  await runCommand(async () => {
    const options = readArguments(["stage"], process.argv.slice(2), { help: HELP, flags: ["dry-run"] });
    const { stage, yes, "dry-run": isDryRun } = options;
    await openStage(stage);
    if (!isDryRun) await confirm("What is safe to repair will be repaired.", yes);
    const result = await runReconcileBooks(stage, isDryRun);
    console.log(reportLines(result, isDryRun).join("\n"));
    if (result.openCount > 0) process.exitCode = 1;
  });
