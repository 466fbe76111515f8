import { EventBridgeClient, ListRulesCommand, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { beforeEach, describe, expect, test } from "vitest";
import { findArchive, followReplay, startReplay } from "../../../infra/commands/replay/replay-events.ts";
import { createEventBuses, type EventBuses, type Envelope } from "../../../infra/local/bus/bus.ts";
import { createEventsApi } from "../../../infra/local/bus/put-events.ts";
import { rateMs, startSchedules } from "../../../infra/local/bus/schedules.ts";
import { createFaults, type Faults } from "../../../infra/local/faults.ts";
import { openQueues, type Queues } from "../../../infra/local/queues/queues.ts";
import { clientOptions, serve, temporaryFolder } from "./serve.ts";
import { stackOf } from "./stack-support.ts";

const rule = (bus: object | undefined, pattern: object, queue: string): [string, Record<string, unknown>] => [
  "AWS::Events::Rule",
  {
    ...(bus && { EventBusName: bus }),
    EventPattern: pattern,
    Description: `For ${queue}`,
    Targets: [{ Id: "0", Arn: { "Fn::GetAtt": [queue, "Arn"] } }],
  },
];
const stack = stackOf({
  Shop: ["AWS::Events::EventBus", { Name: "shop" }],
  Mail: ["AWS::SQS::Queue"],
  Pictures: ["AWS::SQS::Queue"],
  Paid: rule({ Ref: "Shop" }, { source: ["shop.orders"], "detail-type": ["OrderPaid"] }, "Mail"),
  Accounts: ["AWS::SQS::Queue"],
  Booked: rule({ Ref: "Shop" }, { source: ["shop.orders"] }, "Accounts"),
  Uploaded: rule(undefined, { source: ["aws.s3"] }, "Pictures"),
  Archive: [
    "AWS::Events::Archive",
    { SourceArn: { "Fn::GetAtt": ["Shop", "Arn"] }, EventPattern: { source: ["shop.orders"] } },
  ],
});

let folder: string;
let faults: Faults;
let queues: Queues;
let buses: EventBuses;
const openBuses = () => {
  queues = openQueues(stack, folder);
  buses = createEventBuses({ stack, dataDir: folder, queues, faults });
};
beforeEach(() => {
  folder = temporaryFolder();
  faults = createFaults();
  openBuses();
});
const eventsOn = (queue: string) =>
  queues
    .find(`arn:aws:sqs:us-east-1:000000000000:${queue}`)
    .messages()
    .map(({ body }) => JSON.parse(body) as Envelope);
const paidEvent = {
  bus: "shop",
  source: "shop.orders",
  detailType: "OrderPaid",
  detail: { orderId: "ord_1" },
};

test("a bus delivers an event to the queue of each matching rule, in AWS's envelope", () => {
  const id = buses.put(paidEvent);
  buses.put({ ...paidEvent, detailType: "OrderPlaced" });
  buses.put({ ...paidEvent, source: "other" });
  expect(eventsOn("Mail")).toEqual([
    {
      version: "0",
      id,
      "detail-type": "OrderPaid",
      source: "shop.orders",
      account: "000000000000",
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      region: "us-east-1",
      resources: [],
      detail: { orderId: "ord_1" },
    },
  ]);
  expect(eventsOn("Pictures")).toEqual([]);
});

test("rules of one bus receive no events from another bus", () => {
  buses.put({ ...paidEvent, bus: "default" });
  buses.put({ bus: "shop", source: "aws.s3", detailType: "Object Created", detail: {} });
  expect([eventsOn("Mail"), eventsOn("Pictures")]).toEqual([[], []]);
  buses.put({
    bus: "default",
    source: "aws.s3",
    detailType: "Object Created",
    detail: { object: { key: "uploads/a" } },
  });
  expect(eventsOn("Pictures")).toMatchObject([{ detail: { object: { key: "uploads/a" } } }]);
});

test("events and undelivered messages survive a restart", () => {
  buses.put(paidEvent);
  openBuses();
  expect(buses.events()).toMatchObject([{ source: "shop.orders", detailType: "OrderPaid" }]);
  expect(eventsOn("Mail")).toHaveLength(1);
});

test("a replay delivers the archived events of a period again, with the replay's name", () => {
  const from = new Date(Date.now() - 1_000);
  buses.put(paidEvent);
  buses.put({ ...paidEvent, source: "stripe", detailType: "charge.refunded" });
  expect(buses.replay(from, new Date(Date.now() + 1_000))).toBe(1);
  expect(eventsOn("Mail")).toMatchObject([
    {},
    { "replay-name": expect.stringContaining("replay-") as string },
  ]);
  expect(buses.replay(new Date(0), from)).toBe(0);
});

test("the fault 'twice' delivers an event twice, and 'late' delays an event", () => {
  faults.set({ bus: "twice" });
  buses.put(paidEvent);
  expect(eventsOn("Mail")).toHaveLength(2);
  faults.set({ bus: "late" });
  buses.put(paidEvent);
  const delayedMessage = queues.find("arn:aws:sqs:us-east-1:000000000000:Mail").messages().at(-1);
  expect(delayedMessage?.visibleAt).toBeGreaterThan(Date.now() + 1_000);
});

const openClient = async () => new EventBridgeClient(clientOptions(await serve(createEventsApi(buses))));

test("a replay delivers the minutes in order, but the events of one minute in reverse order", () => {
  const times = ["08:00:10", "08:00:20", "08:01:00"].map((time) => `2026-11-21T${time}.000Z`);
  for (const time of times) buses.put({ ...paidEvent, time });
  buses.replay(new Date(times[0] ?? 0), new Date(times[2] ?? 0));
  const replayed = eventsOn("Mail").filter((envelope) => envelope["replay-name"] !== undefined);
  expect(replayed.map(({ time }) => time)).toEqual([times[1], times[0], times[2]]);
});

describe("a replay, as the SDK starts it", () => {
  const BUS = "arn:aws:events:us-east-1:000000000000:event-bus/shop";
  const period = () => ({ from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) });

  test("delivers archived events to one rule only", async () => {
    const client = await openClient();
    buses.put(paidEvent);
    const { Rules = [] } = await client.send(new ListRulesCommand({ EventBusName: BUS }));
    expect(Rules.map(({ Description }) => Description)).toEqual(["For Mail", "For Accounts"]);
    const archiveArn = await findArchive(client, BUS);
    const busAndArchive = { busArn: BUS, archiveArn };
    const name = await startReplay(client, period(), { ...busAndArchive, ruleArn: Rules[1]?.Arn ?? "" });
    const lines: string[] = [];
    await followReplay(client, name, period(), { print: (line) => lines.push(line) });
    expect(lines).toEqual(["The replay is complete."]);
    expect([eventsOn("Mail").length, eventsOn("Accounts").length]).toEqual([1, 2]);
  });

  test("of an unknown archive is refused", async () => {
    const unknownArchive = {
      busArn: BUS,
      archiveArn: "arn:aws:events:us-east-1:000000000000:archive/x",
      ruleArn: "r",
    };
    await expect(startReplay(await openClient(), period(), unknownArchive)).rejects.toThrow(
      "not of the destination",
    );
  });
});

describe("PutEvents, as the SDK calls it", () => {
  const put = async (...Entries: NonNullable<PutEventsCommand["input"]["Entries"]>) =>
    (await openClient()).send(new PutEventsCommand({ Entries }));
  const entry = {
    EventBusName: "shop",
    Source: "shop.orders",
    DetailType: "OrderPaid",
    Detail: '{"orderId":"o"}',
  };

  test("accepts valid entries and reports why each other entry failed", async () => {
    const { FailedEntryCount, Entries } = await put(
      entry,
      { ...entry, Detail: "{" },
      { ...entry, Detail: "[1]" },
      { ...entry, EventBusName: "nobody" },
      { ...entry, Source: "aws.s3" },
      { ...entry, DetailType: "" },
    );
    expect(FailedEntryCount).toBe(5);
    expect(Entries?.map(({ EventId, ErrorCode }) => (EventId ? "accepted" : ErrorCode))).toEqual([
      "accepted",
      "MalformedDetail",
      "MalformedDetail",
      "ResourceNotFoundException",
      "NotAuthorizedForSourceException",
      "InvalidArgument",
    ]);
    expect(eventsOn("Mail")).toHaveLength(1);
  });

  test("refuses more than ten entries, and more than 256 KB", async () => {
    await expect(put(...Array.from({ length: 11 }, () => entry))).rejects.toThrow("1 to 10");
    await expect(put({ ...entry, Detail: JSON.stringify({ a: "x".repeat(270_000) }) })).rejects.toThrow(
      "256 KB",
    );
  });
});

test.each([
  ["rate(1 minute)", 60_000],
  ["rate(5 minutes)", 300_000],
  ["rate(2 hours)", 7_200_000],
  ["rate(1 day)", 86_400_000],
])("the schedule %s runs every %i ms", (expression, ms) => expect(rateMs(expression)).toBe(ms));

test.each(["cron(0 12 * * ? *)", "rate(0 minutes)", "at(2026-01-01T00:00:00)"])(
  "the unsupported schedule %s stops the stack",
  (expression) => {
    expect(() => rateMs(expression)).toThrow(expression);
  },
);

test("a schedule stops the stack if its function is not found", () => {
  const Arn = "arn:aws:lambda:us-east-1:000000000000:function:nobody";
  const properties = { ScheduleExpression: "rate(1 minute)", Target: { Arn, Input: "{}" } };
  const scheduleStack = stackOf({ Tidy: ["AWS::Scheduler::Schedule", properties] });
  const runner = {
    find: (arn: string) => {
      throw new Error(`There is no ${arn}`);
    },
  };
  const invokeAsync = () => Promise.resolve(true);
  expect(() => startSchedules(scheduleStack, runner, invokeAsync).stop()).toThrow(Arn);
});

test("a target that is not a queue stops the stack, and the error names it", () => {
  const stackWithTopic = stackOf({
    ToTopic: [
      "AWS::Events::Rule",
      { EventPattern: { source: ["x"] }, Targets: [{ Id: "0", Arn: "arn:aws:sns:us-east-1:0:t" }] },
    ],
  });
  expect(() => createEventBuses({ stack: stackWithTopic, dataDir: folder, queues, faults })).toThrow(
    "arn:aws:sns",
  );
});
