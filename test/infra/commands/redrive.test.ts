import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  MessageNotInflight,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type Message,
} from "@aws-sdk/client-sqs";
import { mockClient } from "../../support/mock-client.ts";
import { expect, test } from "vitest";
import { CommandError } from "../../../infra/commands/command.ts";
import { findDeadLettersUrl, redrive, regionOf, originLines } from "../../../infra/commands/redrive.ts";
import { moveMessages, receiveAll } from "../../../infra/commands/redrive/move-messages.ts";

const QUEUE = "arn:aws:sqs:us-east-1:111122223333:orders";
const BUS = "arn:aws:events:eu-west-1:444455556666:event-bus/shop-events";
const textAttribute = (StringValue: string) => ({ DataType: "String", StringValue });
const event = {
  ...{ source: "shop.orders", "detail-type": "OrderPaid", time: "2026-11-22T10:00:00Z" },
  detail: { id: "evt_1" },
};
const messages: Message[] = [
  { MessageId: "1", Body: "failed", Attributes: { DeadLetterQueueSourceArn: QUEUE } },
  {
    MessageId: "2",
    Body: "undelivered",
    MessageAttributes: { RULE_ARN: textAttribute("arn:rule"), TARGET_ARN: textAttribute(QUEUE) },
  },
  {
    MessageId: "3",
    Body: JSON.stringify(event),
    MessageAttributes: { RULE_ARN: textAttribute("arn:forward"), TARGET_ARN: textAttribute(BUS) },
  },
  { MessageId: "4", Body: '{"DDBStreamBatchInfo":{}}' },
  {
    MessageId: "5",
    Body: "{}",
    MessageAttributes: { SCHEDULE_ARN: textAttribute("arn:schedule"), TARGET_ARN: textAttribute("arn:fn") },
  },
  { MessageId: "6", Body: "?" },
].map((message) => ({ ...message, ReceiptHandle: `handle-${message.MessageId}` }));

test("dead letters of queues and of EventBridge go back to their origin, those of the stream and of schedules are deleted, others stay", async () => {
  const sqs = mockClient(SQSClient);
  const bus = mockClient(EventBridgeClient);
  bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: "1" }] });
  const client = new SQSClient({ region: "us-east-1" });
  expect(originLines(messages)).toEqual([
    "1 message back to orders",
    "1 message back to orders",
    "1 message back to event-bus/shop-events",
    "1 message of the table's stream deleted: their events are in the table, and are published from there",
    "1 message of a schedule deleted: the next run does their work",
    "1 message of unknown origin left in the queue",
  ]);
  expect(await moveMessages(client, "https://dead", messages, () => undefined)).toBe(5);
  expect(sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input)).toEqual([
    { QueueUrl: "https://sqs.us-east-1.amazonaws.com/111122223333/orders", MessageBody: "failed" },
    { QueueUrl: "https://sqs.us-east-1.amazonaws.com/111122223333/orders", MessageBody: "undelivered" },
  ]);
  expect(bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries).toMatchObject([
    { EventBusName: BUS, Source: "shop.orders", DetailType: "OrderPaid", Detail: '{"id":"evt_1"}' },
  ]);
  const handlesOf = (command: typeof DeleteMessageCommand | typeof ChangeMessageVisibilityCommand) =>
    sqs
      .calls()
      .filter(({ args }) => args[0] instanceof command)
      .map(({ args }) => (args[0].input as Message).ReceiptHandle);
  expect(handlesOf(DeleteMessageCommand)).toEqual([
    "handle-1",
    "handle-2",
    "handle-3",
    "handle-4",
    "handle-5",
  ]);
  expect(handlesOf(ChangeMessageVisibilityCommand)).toEqual(["handle-6"]);
});

test("a message that its target refuses stays, and the command prints the reason", async () => {
  const sqs = mockClient(SQSClient);
  sqs.on(SendMessageCommand).rejects(new Error("AccessDenied"));
  const lines: string[] = [];
  const client = new SQSClient({ region: "us-east-1" });
  expect(await moveMessages(client, "https://dead", messages.slice(0, 1), (line) => lines.push(line))).toBe(
    0,
  );
  expect(lines).toEqual(["1 stays: AccessDenied"]);
  expect(sqs.commandCalls(DeleteMessageCommand)).toHaveLength(0);
});

test("a message that cannot be deleted is not counted, and does not stop or hide the others", async () => {
  const sqs = mockClient(SQSClient);
  sqs.on(DeleteMessageCommand, { ReceiptHandle: "handle-1" }).rejects(new Error("ServiceUnavailable"));
  const lines: string[] = [];
  const client = new SQSClient({ region: "us-east-1" });
  expect(await moveMessages(client, "https://dead", messages.slice(0, 2), (line) => lines.push(line))).toBe(
    1,
  );
  expect(lines).toEqual(["1 stays: ServiceUnavailable"]);
  expect(sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args }) => args[0].input)).toEqual([
    { QueueUrl: "https://dead", ReceiptHandle: "handle-1", VisibilityTimeout: 0 },
  ]);
});

test("if the queue cannot be read to the end, the messages that were received become visible again", async () => {
  const sqs = mockClient(SQSClient);
  sqs
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: messages.slice(0, 2) })
    .rejects(new Error("ServiceUnavailable"));
  await expect(receiveAll(new SQSClient({ region: "us-east-1" }), "https://dead")).rejects.toThrow(
    "ServiceUnavailable",
  );
  expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toHaveLength(2);
});

test("a consumer's queue is in the region of its URL; any other text is refused with an example", () => {
  expect(regionOf("https://sqs.eu-west-1.amazonaws.com/444455556666/Consumer-DeadLetters_1")).toBe(
    "eu-west-1",
  );
  expect(() => regionOf("arn:aws:sqs:eu-west-1:444455556666:queue")).toThrow(
    "is not the URL of a queue, such as https://sqs.us-east-1.amazonaws.com/111122223333/dead-letters.",
  );
});

test("for the local shop, redrive refers to the console, because its dead letters are not in an AWS account", async () => {
  await expect(findDeadLettersUrl("local")).rejects.toThrow("/_local/dead-letters");
  await expect(findDeadLettersUrl()).rejects.toThrow("Give --stage <stage> or --queue <URL>.");
});

test("all messages are received once, until the queue is empty twice in a row", async () => {
  const sqs = mockClient(SQSClient);
  sqs
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: messages.slice(0, 2) })
    .resolvesOnce({})
    .resolvesOnce({ Messages: messages.slice(1, 3) })
    .resolves({});
  const received = await receiveAll(new SQSClient({ region: "us-east-1" }), "https://dead");
  expect(received.map(({ MessageId }) => MessageId)).toEqual(["1", "2", "3"]);
});

/** The lines that the command prints for a queue with these messages and `hidden` others, which somebody else has received. */
async function linesFor(received: readonly Message[], hidden: number): Promise<string[]> {
  const sqs = mockClient(SQSClient);
  sqs
    .on(GetQueueAttributesCommand, { AttributeNames: ["ApproximateNumberOfMessagesNotVisible"] })
    .resolvesOnce({ Attributes: { ApproximateNumberOfMessagesNotVisible: String(hidden) } })
    .rejects(new Error("Counted again, when the received messages are hidden too"));
  sqs
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: [...received] })
    .resolves({});
  const lines: string[] = [];
  await redrive(new SQSClient({ region: "us-east-1" }), "https://dead", {
    confirm: () => Promise.resolve(),
    print: (line) => lines.push(line),
  });
  return lines;
}

test("a queue whose messages are hidden is not called empty", async () => {
  expect((await linesFor([], 3)).join()).toMatch(
    /has 3, hidden, because somebody has received them just now/,
  );
  expect(await linesFor([], 0)).toEqual(["The dead-letter queue is empty."]);
});

test("the number of hidden messages is printed also when other messages were received", async () => {
  const moved = "2 of 2 messages have left the dead-letter queue.";
  expect(await linesFor(messages.slice(0, 2), 0)).toEqual([moved]);
  const [first, second] = await linesFor(messages.slice(0, 2), 2);
  expect(first).toBe(moved);
  expect(second).toMatch(
    /^About 2 more are hidden, because .* for up to 15 minutes. Repeat the command later.$/,
  );
});

test("an operator who answers no after the messages have become visible again reads that nothing was changed", async () => {
  const sqs = mockClient(SQSClient);
  sqs.on(GetQueueAttributesCommand).resolves({});
  sqs
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: messages.slice(0, 2) })
    .resolves({});
  sqs
    .on(ChangeMessageVisibilityCommand)
    .rejects(new MessageNotInflight({ message: "The message is not in flight", $metadata: {} }));
  const redriving = redrive(new SQSClient({ region: "us-east-1" }), "https://dead", {
    confirm: () => Promise.reject(new CommandError("Nothing was changed.")),
    print: () => undefined,
  });
  await expect(redriving).rejects.toThrow("Nothing was changed.");
  expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toHaveLength(2);
});
