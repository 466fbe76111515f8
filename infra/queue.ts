import { Duration, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Rule, type EventPattern, type EventBus } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import { CfnFunction, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { FAILURES_UNTIL_ALARM, MAX_RECEIVES } from "../shared/retries.ts";
import { acknowledge } from "./acknowledge.ts";
import type { Alarms } from "./alarms.ts";
import { asBus } from "./cdk-types.ts";

type DeadLetterProps = {
  alarms: Alarms;
  /** The text of the alarm: what users lose while a message is here, and what to do. */
  deadLetterAlarm: string;
};

const secure = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** For the alarm text of a function behind a queue: what happens to the messages that fail. */
export const retryText =
  `Each message is tried ${MAX_RECEIVES} times within hours, then waits in a dead-letter queue that has an alarm of its own. ` +
  "Read the function's log.";

/** A dead-letter queue that keeps messages for two weeks, with an alarm on the first one. */
export function deadLetterQueue(
  scope: Construct,
  id: string,
  { alarms, deadLetterAlarm }: DeadLetterProps,
): Queue {
  const queue = new Queue(scope, id, { ...secure, retentionPeriod: Duration.days(14) });
  // cdk-nag recognizes dead-letter queues of queues, but not those of streams and schedules.
  acknowledge(queue, {
    "AwsSolutions-SQS3": "This is a dead-letter queue: a person handles its messages.",
  });
  alarms.watch(scope, `${id}NotEmpty`, {
    metric: queue.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(1),
      statistic: "Maximum",
    }),
    text: deadLetterAlarm,
  });
  return queue;
}

/** Without `bus`, events of the account's default bus, where AWS's own services publish. */
type SubscriptionProps = DeadLetterProps & { bus?: EventBus; pattern: EventPattern; to: LambdaFunction };

/** Batches of a queue that are processed at the same time. Lambda starts with 5; more could use up the account's concurrency. */
const CONCURRENT_BATCHES = 5;

/**
 * Events that match a pattern → queue → function. A rule that invoked the function itself would not notice the function's
 * errors. With a queue, a failing event is retried for hours (shared/retries.ts) and then moved to the dead-letter queue,
 * which also gets events that the rule cannot deliver. Source: EventBridge user guide, "Using dead-letter queues".
 */
export class Subscription extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { bus, pattern, to, alarms, deadLetterAlarm }: SubscriptionProps,
  ) {
    super(scope, id);
    const deadLetters = deadLetterQueue(this, "DeadLetters", {
      alarms,
      deadLetterAlarm:
        `${deadLetterAlarm} Read the messages in the queue and the function's log (${to.node.id}), mend the cause, ` +
        "then redrive the queue to the one it belongs to: every effect happens once however often an event comes.",
    });
    const timeout = to.timeout ?? Duration.seconds(3);
    const queue = new Queue(this, "Queue", {
      ...secure,
      // AWS recommends six times the function's timeout, so that no message returns while it is being handled.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
    new Rule(this, "Rule", {
      ...(bus && { eventBus: asBus(bus) }),
      eventPattern: pattern,
      targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
    });
    to.addEventSource(
      new SqsEventSource(queue, {
        batchSize: 10,
        reportBatchItemFailures: true,
        // At most the reserved concurrency: a throttled delivery would count towards MAX_RECEIVES.
        maxConcurrency: reservedFor(to) ?? CONCURRENT_BATCHES,
      }),
    );
    this.watchDelays(queue, to, alarms, deadLetterAlarm);
  }

  /** Needs two alarms, since SQS's age of the oldest message leaves out messages that were received three times. */
  private watchDelays(queue: Queue, to: LambdaFunction, alarms: Alarms, deadLetterAlarm: string): void {
    const metric = { metricNamespace: Stack.of(this).stackName, metricName: "MessagesFailing" };
    new MetricFilter(this, "Failing", {
      logGroup: to.logGroup,
      filterPattern: FilterPattern.stringValue("$.alarm", "=", "message-waits"),
      // The logger's `service` is the function's name.
      dimensions: { Function: "$.service" },
      ...metric,
    });
    alarms.watch(this, "MessagesFailing", {
      metric: new Metric({
        namespace: metric.metricNamespace,
        metricName: metric.metricName,
        dimensionsMap: { Function: to.functionName },
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      text:
        `${to.node.id} has failed at a message ${FAILURES_UNTIL_ALARM} times and goes on trying for some hours. ` +
        `If it does not get through: ${deadLetterAlarm} Read the function's log; see whether Stripe (status.stripe.com) or ` +
        "AWS is down, which needs nothing but patience, or mend the cause before the tries end.",
    });
    alarms.watch(this, "MessagesOld", {
      metric: queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(1),
        statistic: "Maximum",
      }),
      threshold: OLD.toSeconds(),
      text:
        `Messages for ${to.node.id} have waited for ${OLD.toMinutes()} minutes. If that goes on: ${deadLetterAlarm} Its log ` +
        "says whether it runs; if it does not, see its Throttles metric, and raise the account's concurrency.",
    });
  }
}

/** Longer than the first three delays of a retried message. */
const OLD = Duration.minutes(5);

const reservedFor = ({ node }: LambdaFunction): number | undefined =>
  node.defaultChild instanceof CfnFunction ? node.defaultChild.reservedConcurrentExecutions : undefined;
