// `npm run events:redrive -- --stage prod`: sends dead letters back to where they came from.
import { SQSClient, type Message } from "@aws-sdk/client-sqs";
import { awsOptions, confirm, readArguments, runCommand } from "./command.ts";
import { readOutputs } from "./deployed-stack.ts";
import { moveMessages, receiveAll, showAgain } from "./redrive/move-messages.ts";
import { describeOrigin, originOf } from "./redrive/origin.ts";

const HELP = `Reads the dead-letter queue and sends each message back to the queue or bus that it came from, also those that
EventBridge put there. Remove the cause of the failures first. Every function is idempotent.`;

/** A line for each origin of the messages. */
export const summarize = (messages: readonly Message[]): string[] =>
  [...Map.groupBy(messages, (message) => JSON.stringify(originOf(message))).values()].map((group) =>
    describeOrigin(originOf(group[0] ?? {}), group.length),
  );

if (import.meta.main)
  await runCommand(async () => {
    const { stage, yes } = readArguments(["stage"], process.argv.slice(2), { help: HELP });
    const { DeadLettersUrl = "" } = await readOutputs(stage);
    const client = new SQSClient(awsOptions);
    const messages = await receiveAll(client, DeadLettersUrl);
    if (messages.length === 0) return console.log("The dead-letter queue is empty.");
    try {
      await confirm(summarize(messages).join("\n"), yes);
    } catch (error) {
      await showAgain(client, DeadLettersUrl, messages);
      throw error;
    }
    const moved = await moveMessages(client, DeadLettersUrl, messages, console.log);
    console.log(`${moved} of ${messages.length} messages have left the dead-letter queue.`);
  });
