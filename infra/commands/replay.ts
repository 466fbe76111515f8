// `npm run events:replay -- --stage prod --from … --to … --consumer …`: sends old events again, to one consumer.
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { awsOptions, CommandError, confirm, readArguments, runCommand } from "./command.ts";
import { openStage, settingsOfStage } from "./open-stage.ts";
import { parseTime } from "./parse-time.ts";
import { findArchive, findRule, followReplay, replayPlan, startReplay } from "./replay/replay-events.ts";

const HELP = `Sends the shop's events of a period again, from the bus's archive, to one consumer. No other consumer and no other
function of the shop gets them, so the only mails are those with tickets that the consumer "tickets" issues. A consumer made with
OrderEventsConsumer ignores events that it has applied before. If the consumer is one of the stage's consumers, it has its own
bus, and every rule on that bus gets the events.

  --from <time>      the first event's time, such as 2026-11-22T10:00:00Z
  --to <time>        the last event's time; the archive has an event up to ten minutes after it happened
  --consumer <name>  of the stage's consumers in infra/stages.ts, the name of an OrderEventsConsumer on the shop's bus,
                     or one of the shop's own: count-sales computes the figures in Analytics; record-tax records missing
                     sales tax at Stripe; tickets issues and mails missing tickets; webhooks sends events of the last 30
                     days that an endpoint has not got, and all older events

The archive keeps events for a year, without OrderContact, which has names and addresses.`;

if (import.meta.main)
  await runCommand(async () => {
    const { stage, from, to, consumer, yes } = readArguments(
      ["stage", "from", "to", "consumer"],
      process.argv.slice(2),
      { help: HELP },
    );
    const now = new Date();
    const period = { from: parseTime(from, now), to: parseTime(to, now) };
    if (+period.from >= +period.to) throw new CommandError("--from is not before --to.");
    const { BusArn: busArn } = await openStage(stage);
    const client = new EventBridgeClient(awsOptions);
    const ruleArn = await findRule(client, busArn, consumer);
    const archiveArn = await findArchive(client, busArn);
    await confirm(replayPlan(period, consumer, settingsOfStage(stage).consumers), yes);
    const replayName = await startReplay(client, period, { busArn, ruleArn, archiveArn });
    console.log(`${replayName} has started. It goes on if this command ends.`);
    await followReplay(client, replayName, period, { print: console.log });
  });
