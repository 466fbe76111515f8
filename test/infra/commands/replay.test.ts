import {
  DescribeReplayCommand,
  EventBridgeClient,
  ListArchivesCommand,
  ListRulesCommand,
  ResourceAlreadyExistsException,
  StartReplayCommand,
} from "@aws-sdk/client-eventbridge";
import { mockClient } from "../../support/mock-client.ts";
import { beforeEach, expect, test } from "vitest";
import {
  findArchive,
  findRule,
  followReplay,
  replayPlan,
  startReplay,
} from "../../../infra/commands/replay/replay-events.ts";
import { ruleDescription } from "../../../infra/consumers/rule-description.ts";

const BUS = "arn:aws:events:us-east-1:111122223333:event-bus/shop";
const ARCHIVE = "arn:aws:events:us-east-1:111122223333:archive/shop-archive";
const period = { from: new Date("2026-11-01T00:00:00Z"), to: new Date("2026-11-02T00:00:00Z") };

const mock = mockClient(EventBridgeClient);
const client = new EventBridgeClient({ region: "us-east-1" });
beforeEach(() => mock.reset());

test("a replay sends the archived events only to the rule of the consumer; a name that no consumer has is refused", async () => {
  mock
    .on(ListRulesCommand, { EventBusName: BUS, NextToken: undefined })
    .resolves({
      Rules: [{ Arn: "arn:mails" }, { Arn: "arn:files", Description: ruleDescription("files") }],
      NextToken: "2",
    })
    .on(ListRulesCommand, { EventBusName: BUS, NextToken: "2" })
    .resolves({ Rules: [{ Arn: "arn:accounting", Description: ruleDescription("accounting") }] })
    .on(ListArchivesCommand)
    .resolvesOnce({ Archives: [], NextToken: "2" })
    .resolves({ Archives: [{ ArchiveName: "shop-archive", State: "ENABLED" }] })
    .on(StartReplayCommand)
    .resolves({ State: "STARTING" });
  const ruleArn = await findRule(client, BUS, "accounting");
  const archiveArn = await findArchive(client, BUS);
  await startReplay(client, period, { busArn: BUS, ruleArn, archiveArn });
  expect(mock.commandCalls(StartReplayCommand)[0]?.args[0].input).toMatchObject({
    EventSourceArn: ARCHIVE,
    EventStartTime: period.from,
    EventEndTime: period.to,
    Destination: { Arn: BUS, FilterArns: ["arn:accounting"] },
  });
  await expect(findRule(client, BUS, "acounting")).rejects.toThrow(
    "The bus has no consumer acounting. Its consumers are: files, accounting.",
  );
});

test("if a replay runs already because the answer to its start was lost, the command follows it and starts no second one", async () => {
  mock
    .on(StartReplayCommand)
    .rejects(new ResourceAlreadyExistsException({ message: "Replay already exists.", $metadata: {} }));
  const arns = { busArn: BUS, ruleArn: "arn:accounting", archiveArn: ARCHIVE };
  const name = await startReplay(client, period, arns);
  expect(mock.commandCalls(StartReplayCommand).map(({ args }) => args[0].input.ReplayName)).toEqual([name]);
});

test("the plan says that a replay to another bus reaches every rule there", () => {
  const busArn = "arn:aws:events:eu-west-1:111122223333:event-bus/shop-events-prod";
  const consumers = [{ name: "fulfilment", busArn }];
  expect(replayPlan(period, "fulfilment", consumers)).toContain(`${busArn}, and EVERY rule on it gets them`);
  expect(replayPlan(period, "count-sales", consumers)).not.toContain("EVERY");
});

test("a consumer whose name is not unique or whose rule is disabled is refused", async () => {
  const Description = ruleDescription("files");
  mock
    .on(ListRulesCommand)
    .resolvesOnce({ Rules: [{ Description }, { Description }] })
    .resolvesOnce({ Rules: [{ Arn: "arn:files", Description, State: "DISABLED" }] });
  await expect(findRule(client, BUS, "files")).rejects.toThrow("The bus has 2 consumers of the name files.");
  await expect(findRule(client, BUS, "files")).rejects.toThrow("The rule of files is disabled.");
});

test("the progress is printed, and a failed replay is an error", async () => {
  const lines: string[] = [];
  const options = { print: (line: string) => void lines.push(line), pollMs: 0 };
  const running = { State: "RUNNING", EventLastReplayedTime: new Date("2026-11-01T18:00:00Z") } as const;
  mock
    .on(DescribeReplayCommand)
    .resolvesOnce({ State: "STARTING" })
    .resolvesOnce(running)
    .resolvesOnce(running)
    .resolvesOnce({ State: "COMPLETED" })
    .resolvesOnce({ State: "FAILED", StateReason: "no permission" });
  await followReplay(client, "replay-1", period, options);
  expect(lines).toEqual(["Starting", "75 %, up to 2026-11-01T18:00:00.000Z", "The replay is complete."]);
  await expect(followReplay(client, "replay-1", period, options)).rejects.toThrow(
    "The replay is failed: no permission",
  );
});
