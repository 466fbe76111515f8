// `npm run events:redrive -- --stage prod`: sends dead letters back to the queue or bus that they came from. `--queue <URL>`
// instead of `--stage` names the dead-letter queue of a consumer.
import { SQSClient, type Message } from "@aws-sdk/client-sqs";
import { awsOptions, CommandError, confirm, readArguments, runCommand } from "./command.ts";
import { requireOutputs } from "./deployed-stack.ts";
import { countHidden, moveMessages, receiveAll, makeVisible } from "./redrive/move-messages.ts";
import { describeOrigin, originOf } from "./redrive/origin.ts";

const HELP = `Reads the dead-letter queue and sends each message back to the queue or bus that it came from, including events that
EventBridge could not deliver. Remove the cause of the failures first. Every function is idempotent.

  --stage <stage>  the dead letters of the shop's functions
  --queue <URL>    the dead letters of a consumer of the shop's events; its alarm names the URL`;

/** The region in the URL of a queue. Throws for any other text. */
export function regionOf(url: string): string {
  const [, region] = /^https:\/\/sqs\.([a-z0-9-]+)\.amazonaws\.com\/\d{12}\/[\w-]+$/.exec(url) ?? [];
  if (region !== undefined) return region;
  throw new CommandError(
    `${url} is not the URL of a queue, such as https://sqs.us-east-1.amazonaws.com/111122223333/dead-letters.`,
  );
}

/** The URL of a stage's or a consumer's dead-letter queue. Throws unless exactly one argument is given, and for stage `local`. */
export async function findDeadLettersUrl(stage?: string, queue?: string): Promise<string> {
  if (queue !== undefined && stage === undefined) return queue;
  if (queue !== undefined || stage === undefined)
    throw new CommandError("Give --stage <stage> or --queue <URL>.");
  if (stage === "local")
    throw new CommandError(
      "The dead letters of the shop that npm start runs are on the page /_local/dead-letters, with a button to redrive them.",
    );
  return (await requireOutputs(stage, ["DeadLettersUrl"])).DeadLettersUrl;
}

/** A line for each origin of the messages. */
export const originLines = (messages: readonly Message[]): string[] =>
  [...Map.groupBy(messages, (message) => JSON.stringify(originOf(message))).values()].map((group) =>
    describeOrigin(originOf(group[0] ?? {}), group.length),
  );

const WHY_HIDDEN =
  "hidden, because somebody has received them just now: in a console, with aws sqs receive-message, or with this command, which hides them for up to " +
  "15 minutes. Repeat the command later.";

/**
 * The text about a queue from which no message was received. `hiddenCount`: the number of messages that
 * another process has received.
 */
const describeEmptyQueue = (hiddenCount: number): string =>
  hiddenCount === 0
    ? "The dead-letter queue is empty."
    : `No message can be read, but the dead-letter queue has ${hiddenCount}, ${WHY_HIDDEN}`;

type Dependencies = { confirm: (plan: string) => Promise<void>; print: (line: string) => void };

/**
 * Receives the messages of a dead-letter queue, asks, and sends them back. Says how many other messages are
 * hidden.
 */
export async function redrive(
  client: SQSClient,
  url: string,
  { confirm: ask, print }: Dependencies,
): Promise<void> {
  // Counted before messages are received, because this command hides the messages that it receives.
  const hiddenCount = await countHidden(client, url);
  const messages = await receiveAll(client, url);
  if (messages.length === 0) return print(describeEmptyQueue(hiddenCount));
  try {
    await ask(originLines(messages).join("\n"));
  } catch (error) {
    await makeVisible(client, url, messages);
    throw error;
  }
  const movedCount = await moveMessages(client, url, messages, print);
  print(`${movedCount} of ${messages.length} messages have left the dead-letter queue.`);
  if (hiddenCount > 0) print(`About ${hiddenCount} more are ${WHY_HIDDEN}`);
}

if (import.meta.main)
  await runCommand(async () => {
    const { stage, queue, yes } = readArguments([], process.argv.slice(2), {
      help: HELP,
      optional: ["stage", "queue"],
    });
    const url = await findDeadLettersUrl(stage, queue);
    const client = new SQSClient({ ...awsOptions, region: regionOf(url) });
    await redrive(client, url, { confirm: (plan) => confirm(plan, yes), print: console.log });
  });
