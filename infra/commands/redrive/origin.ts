import type { Message } from "@aws-sdk/client-sqs";

/**
 * The origin of a dead letter, which decides what to do with it.
 * - queue: a function failed twelve times to handle the message. `arn`: the queue to which the message goes back.
 * - rule: EventBridge could not deliver the event. `arn`: the queue or the bus that is the rule's target.
 * - stream: the table's stream skipped a batch. Its events are in the table, and `reconcile-checkouts` publishes them.
 * - schedule: EventBridge Scheduler could not pass a run to Lambda. The next run does the same work.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html
 */
export type Origin = { kind: "queue" | "rule"; arn: string } | { kind: "stream" | "schedule" | "unknown" };

/** The origin of a dead letter, by the attributes from SQS and EventBridge, or by the body from Lambda. */
export function originOf({ Attributes, MessageAttributes, Body = "" }: Message): Origin {
  const attribute = (name: string): string | undefined => MessageAttributes?.[name]?.StringValue;
  const queue = Attributes?.DeadLetterQueueSourceArn;
  if (queue !== undefined) return { kind: "queue", arn: queue };
  const target = attribute("TARGET_ARN");
  if (attribute("RULE_ARN") !== undefined && target !== undefined) return { kind: "rule", arn: target };
  if (attribute("SCHEDULE_ARN") !== undefined) return { kind: "schedule" };
  return { kind: Body.includes('"DDBStreamBatchInfo"') ? "stream" : "unknown" };
}

/** The line of the confirmation prompt that says what will happen to the messages of an origin. */
export function describeOrigin(origin: Origin, count: number): string {
  const messages = `${count} ${count === 1 ? "message" : "messages"}`;
  switch (origin.kind) {
    case "queue":
    case "rule":
      return `${messages} back to ${origin.arn.split(":").slice(5).join(":")}`;
    case "stream":
      return `${messages} of the table's stream deleted: their events are in the table, and are published from there`;
    case "schedule":
      return `${messages} of a schedule deleted: the next run does their work`;
    case "unknown":
      return `${messages} of unknown origin left in the queue`;
  }
}
