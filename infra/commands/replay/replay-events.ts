import { randomBytes } from "node:crypto";
import {
  DescribeReplayCommand,
  ListArchivesCommand,
  ListRulesCommand,
  ResourceAlreadyExistsException,
  StartReplayCommand,
  type Archive,
  type EventBridgeClient,
  type Rule,
} from "@aws-sdk/client-eventbridge";
import { consumerOf } from "../../consumers/rule-description.ts";
import { CommandError } from "../command.ts";

const POLL_MS = 5_000;
/**
 * The command waits no longer than this. EventBridge replays some hundred events a second, also after the command has
 * ended.
 */
const MAX_WAIT_MS = 6 * 60 * 60_000;

export type ReplayPeriod = { from: Date; to: Date };

/** A text that says what a replay to a consumer does. `consumersWithBus`: the stage's consumers that have their own bus. */
export function replayPlan(
  { from, to }: ReplayPeriod,
  consumer: string,
  consumersWithBus: readonly { name: string; busArn: string }[],
): string {
  const plan = `The events from ${from.toISOString()} to ${to.toISOString()} are sent to ${consumer} again.`;
  const ownBus = consumersWithBus.find(({ name }) => name === consumer);
  return ownBus
    ? `${plan} They go to the bus ${ownBus.busArn}, and EVERY rule on it gets them: also other consumers that its owner has there.`
    : plan;
}

export async function listRules(client: EventBridgeClient, busArn: string): Promise<Rule[]> {
  const rules: Rule[] = [];
  let NextToken: string | undefined;
  do {
    const page = await client.send(new ListRulesCommand({ EventBusName: busArn, NextToken }));
    rules.push(...(page.Rules ?? []));
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return rules;
}

/** The ARN of the rule on the bus that sends events to the consumer. Throws if there is none or more than one, or if it is disabled. */
export async function findRule(client: EventBridgeClient, busArn: string, consumer: string): Promise<string> {
  const rules = await listRules(client, busArn);
  const consumerNames = rules
    .map(({ Description }) => consumerOf(Description))
    .filter((name) => name !== undefined);
  const consumerRules = rules.filter(({ Description }) => consumerOf(Description) === consumer);
  if (consumerRules.length > 1)
    throw new CommandError(
      `The bus has ${consumerRules.length} consumers of the name ${consumer}. Rename one of them.`,
    );
  const [rule] = consumerRules;
  if (!rule?.Arn)
    throw new CommandError(
      `The bus has no consumer ${consumer}. Its consumers are: ${consumerNames.join(", ") || "none"}.`,
    );
  if (rule.State === "DISABLED") throw new CommandError(`The rule of ${consumer} is disabled.`);
  return rule.Arn;
}

/** The ARN of the bus's archive. Throws if the bus has none. */
export async function findArchive(client: EventBridgeClient, busArn: string): Promise<string> {
  const archives: Archive[] = [];
  let NextToken: string | undefined;
  do {
    const page = await client.send(new ListArchivesCommand({ EventSourceArn: busArn, NextToken }));
    archives.push(...(page.Archives ?? []));
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  const [archive] = archives.filter(({ State }) => State === "ENABLED" || State === "UPDATING");
  if (!archive?.ArchiveName) throw new CommandError(`${busArn} has no archive.`);
  return `${busArn.split(":").slice(0, 5).join(":")}:archive/${archive.ArchiveName}`;
}

/**
 * Starts a replay to one rule only, so no other rule of this bus gets the events. Returns the replay's name. Throws if the
 * replay fails at once.
 */
export async function startReplay(
  client: EventBridgeClient,
  { from, to }: ReplayPeriod,
  { busArn, ruleArn, archiveArn }: Record<"busArn" | "ruleArn" | "archiveArn", string>,
): Promise<string> {
  // Random too, so that an existing replay of this name is the one of this call.
  const ReplayName = `replay-${Date.now()}-${randomBytes(3).toString("hex")}`;
  const request = new StartReplayCommand({
    ReplayName,
    EventSourceArn: archiveArn,
    EventStartTime: from,
    EventEndTime: to,
    Destination: { Arn: busArn, FilterArns: [ruleArn] },
  });
  const { State, StateReason } = await client.send(request).catch((error: unknown) => {
    // The SDK repeats a call whose answer was lost.
    if (error instanceof ResourceAlreadyExistsException) return { State: undefined, StateReason: undefined };
    throw error;
  });
  if (State === "FAILED") throw new CommandError(`The replay has failed: ${StateReason ?? "no reason"}`);
  return ReplayName;
}

/** The progress of a replay, in percent of the period. */
const percentOf = ({ from, to }: ReplayPeriod, lastEventTime: Date | undefined): number =>
  lastEventTime === undefined ? 0 : Math.round((100 * (+lastEventTime - +from)) / (+to - +from));

/**
 * Prints the progress until the replay is complete. Throws if it fails, is cancelled, or takes longer than `maxWaitMs`.
 */
export async function followReplay(
  client: EventBridgeClient,
  ReplayName: string,
  period: ReplayPeriod,
  {
    print,
    pollMs = POLL_MS,
    maxWaitMs = MAX_WAIT_MS,
  }: {
    print: (line: string) => void;
    pollMs?: number;
    maxWaitMs?: number;
  },
): Promise<void> {
  const startedAt = Date.now();
  let printedLine = "";
  while (Date.now() - startedAt <= maxWaitMs) {
    const { State, StateReason, EventLastReplayedTime } = await client.send(
      new DescribeReplayCommand({ ReplayName }),
    );
    if (State === "COMPLETED") return print("The replay is complete.");
    if (State === "FAILED" || State === "CANCELLED" || State === "CANCELLING")
      throw new CommandError(`The replay is ${State.toLowerCase()}: ${StateReason ?? "no reason given"}`);
    const line = EventLastReplayedTime
      ? `${percentOf(period, EventLastReplayedTime)} %, up to ${EventLastReplayedTime.toISOString()}`
      : "Starting";
    if (line !== printedLine) print(line);
    printedLine = line;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new CommandError(`${ReplayName} still runs. See the replays in EventBridge's console.`);
}
