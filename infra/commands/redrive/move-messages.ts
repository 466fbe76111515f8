import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type Message,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { awsOptions } from "../command.ts";
import { originOf, type Origin } from "./origin.ts";

/** How long the messages are hidden while the operator decides and the command works. */
const HIDDEN_SECONDS = 900;

/**
 * Receives messages until two polls in a row are empty, and hides them for HIDDEN_SECONDS seconds. If a poll fails, makes the
 * messages visible again.
 */
export async function receiveAll(client: SQSClient, QueueUrl: string): Promise<Message[]> {
  const messages = new Map<string, Message>();
  try {
    for (let emptyPolls = 0; emptyPolls < 2;) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: HIDDEN_SECONDS,
          // Without a wait, SQS asks only some of its servers, and the answer may lack messages.
          WaitTimeSeconds: 2,
          MessageSystemAttributeNames: ["All"],
          MessageAttributeNames: ["All"],
        }),
      );
      emptyPolls = Messages.length === 0 ? emptyPolls + 1 : 0;
      for (const message of Messages) messages.set(message.MessageId ?? "", message);
    }
  } catch (error) {
    await makeVisible(client, QueueUrl, [...messages.values()]);
    throw error;
  }
  return [...messages.values()];
}

/** How many messages of a queue are hidden, because somebody has received them. SQS counts approximately. */
export async function countHidden(client: SQSClient, QueueUrl: string): Promise<number> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["ApproximateNumberOfMessagesNotVisible"] }),
  );
  return Number(Attributes?.ApproximateNumberOfMessagesNotVisible ?? 0);
}

export async function makeVisible(
  client: SQSClient,
  QueueUrl: string,
  messages: readonly Message[],
): Promise<void> {
  for (const { ReceiptHandle } of messages)
    try {
      await client.send(
        new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
      );
    } catch {
      // SQS refuses this for a visible message. After HIDDEN_SECONDS all messages are visible.
    }
}

const BusEvent = z.object({
  source: z.string(),
  "detail-type": z.string(),
  time: z.string(),
  detail: z.unknown(),
});

/** Puts an event back on a bus. Throws if EventBridge refuses the event. */
async function putOnBus(busArn: string, body: string): Promise<void> {
  const { source, time, detail, "detail-type": DetailType } = z.parse(BusEvent, JSON.parse(body));
  const [, , , region = ""] = busArn.split(":");
  const { Entries } = await new EventBridgeClient({ ...awsOptions, region }).send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: busArn,
          Source: source,
          DetailType,
          Time: new Date(time),
          Detail: JSON.stringify(detail),
        },
      ],
    }),
  );
  const errorCode = Entries?.[0]?.ErrorCode;
  if (errorCode !== undefined) throw new Error(`${busArn} refuses the event: ${errorCode}`);
}

const queueUrlOf = (arn: string): string => {
  const [, , , region = "", account = "", name = ""] = arn.split(":");
  return `https://sqs.${region}.amazonaws.com/${account}/${name}`;
};

/**
 * Sends a message back to the queue or bus that it came from. A message of the table's stream or of a schedule is not sent,
 * because its work is done in another way (see `Origin`). Returns false if the message must stay in the dead-letter queue.
 */
async function sendBack(client: SQSClient, origin: Origin, body: string): Promise<boolean> {
  if (origin.kind === "unknown") return false;
  if (!("arn" in origin)) return true;
  if (origin.arn.startsWith("arn:aws:sqs:"))
    await client.send(new SendMessageCommand({ QueueUrl: queueUrlOf(origin.arn), MessageBody: body }));
  else if (origin.arn.startsWith("arn:aws:events:")) await putOnBus(origin.arn, body);
  else return false;
  return true;
}

/**
 * Sends each message back to its origin, if needed, and then deletes it from the dead-letter queue. If the command is
 * interrupted between the two steps, or the deletion fails, the message is handled twice, which is safe because the functions
 * are idempotent. Messages of unknown origin stay. Returns the number of messages that left the queue.
 */
export async function moveMessages(
  client: SQSClient,
  QueueUrl: string,
  messages: readonly Message[],
  print: (line: string) => void,
): Promise<number> {
  let movedCount = 0;
  const remainingMessages: Message[] = [];
  for (const message of messages) {
    const { MessageId = "", ReceiptHandle, Body = "" } = message;
    try {
      if (await sendBack(client, originOf(message), Body)) {
        await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        if (++movedCount % 100 === 0) print(`${movedCount} of ${messages.length} messages are moved.`);
        continue;
      }
    } catch (error) {
      print(`${MessageId} stays: ${error instanceof Error ? error.message : String(error)}`);
    }
    remainingMessages.push(message);
  }
  await makeVisible(client, QueueUrl, remainingMessages);
  return movedCount;
}
