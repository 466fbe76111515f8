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
import { suppressFindings } from "./suppress-findings.ts";
import type { Alarms } from "./alarms.ts";
import { asBus } from "./cdk-types.ts";

type DeadLetterProps = {
  alarms: Alarms;
  /** The text of the alarm: what users lose while a message is in the dead-letter queue, and what to do. */
  deadLetterAlarm: string;
};

const encrypted = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Part of the alarm text of a function with a queue: what happens to failed messages. */
export const retryText =
  `Each message is tried ${MAX_RECEIVES} times within hours, then waits in a dead-letter queue that has an alarm of its own. ` +
  "Read the function's log.";

/** Create a dead-letter queue that keeps messages for two weeks, with an alarm on the first message. */
export function deadLetterQueue(
  scope: Construct,
  id: string,
  { alarms, deadLetterAlarm }: DeadLetterProps,
): Queue {
  const queue = new Queue(scope, id, { ...encrypted, retentionPeriod: Duration.days(14) });
  // cdk-nag does not recognize the dead-letter queues of streams and schedules.
  suppressFindings(queue, {
    "AwsSolutions-SQS3": "This is a dead-letter queue: an operator handles its messages.",
  });
  alarms.create(scope, `${id}NotEmpty`, {
    metric: queue.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(1),
      statistic: "Maximum",
    }),
    text: deadLetterAlarm,
  });
  return queue;
}

type SubscriptionProps = DeadLetterProps & {
  /** Default: the account's default bus, to which AWS's own services publish. */
  bus?: EventBus;
  pattern: EventPattern;
  consumer: LambdaFunction;
  /** How long the queue delays each event. Default: not at all. */
  deliveryDelay?: Duration;
  /** For a consumer with another subscription, whose alarm already counts the function's failures. */
  skipFailureAlarm?: true;
};

/** Batches of a queue that Lambda processes at once. More could use up the account's concurrency. */
const CONCURRENT_BATCHES = 5;

/**
 * Sends the events that match a pattern through a queue to a function. A rule that invoked the function
 * directly would not notice the function's errors. A failed event is retried for hours (shared/retries.ts)
 * and then moved to the dead-letter queue, which also gets events that the rule cannot deliver. Source:
 * EventBridge user guide, "Using dead-letter queues".
 */
export class Subscription extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { bus, pattern, consumer, alarms, deadLetterAlarm, deliveryDelay, skipFailureAlarm }: SubscriptionProps,
  ) {
    super(scope, id);
    const deadLetters = deadLetterQueue(this, "DeadLetters", {
      alarms,
      deadLetterAlarm:
        `${deadLetterAlarm} Read the messages in this queue and the log of ${consumer.node.id}, remove the ` +
        "cause, then redrive the queue to its source. The function is idempotent, so an event may arrive " +
        "more than once.",
    });
    const timeout = consumer.timeout ?? Duration.seconds(3);
    const queue = new Queue(this, "Queue", {
      ...encrypted,
      // AWS recommends six times the function's timeout, so that a message does not return while a function
      // processes it.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      ...(deliveryDelay && { deliveryDelay }),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
    new Rule(this, "Rule", {
      ...(bus && { eventBus: asBus(bus) }),
      eventPattern: pattern,
      targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
    });
    consumer.addEventSource(
      new SqsEventSource(queue, {
        batchSize: 10,
        reportBatchItemFailures: true,
        // At most the reserved concurrency: a throttled delivery would count towards MAX_RECEIVES.
        maxConcurrency: reservedConcurrencyOf(consumer) ?? CONCURRENT_BATCHES,
      }),
    );
    if (!skipFailureAlarm) this.alarmOnFailures(consumer, alarms, deadLetterAlarm);
    this.alarmOnDelays(queue, consumer, alarms, deadLetterAlarm);
  }

  /**
   * Alarm when a message has failed several times. The alarm counts log lines, because SQS's metric for the age
   * of the oldest message ignores messages that were received three times.
   */
  private alarmOnFailures(consumer: LambdaFunction, alarms: Alarms, deadLetterAlarm: string): void {
    const metric = { metricNamespace: Stack.of(this).stackName, metricName: "MessagesFailing" };
    new MetricFilter(this, "Failing", {
      logGroup: consumer.logGroup,
      filterPattern: FilterPattern.stringValue("$.alarm", "=", "message-waits"),
      // The logger's `service` is the function's name.
      dimensions: { Function: "$.service" },
      ...metric,
    });
    alarms.create(this, "MessagesFailing", {
      metric: new Metric({
        namespace: metric.metricNamespace,
        metricName: metric.metricName,
        dimensionsMap: { Function: consumer.functionName },
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      text:
        `${consumer.node.id} has failed ${FAILURES_UNTIL_ALARM} times on a message and retries it for some ` +
        `hours. If all retries fail: ${deadLetterAlarm} Read the function's log. An outage of Stripe ` +
        "(status.stripe.com) or AWS needs no action. Remove any other cause before the retries end.",
    });
  }

  private alarmOnDelays(
    queue: Queue,
    consumer: LambdaFunction,
    alarms: Alarms,
    deadLetterAlarm: string,
  ): void {
    alarms.create(this, "MessagesOld", {
      metric: queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(1),
        statistic: "Maximum",
      }),
      threshold: OLD_MESSAGE_AGE.toSeconds(),
      text:
        `Messages for ${consumer.node.id} have waited for ${OLD_MESSAGE_AGE.toMinutes()} minutes. If they ` +
        `wait longer: ${deadLetterAlarm} The function's log shows whether it runs. If it does not run, ` +
        "read its Throttles metric, and raise the account's concurrency.",
    });
  }
}

/** More than the sum of the first three retry delays. */
const OLD_MESSAGE_AGE = Duration.minutes(5);

const reservedConcurrencyOf = ({ node }: LambdaFunction): number | undefined =>
  node.defaultChild instanceof CfnFunction ? node.defaultChild.reservedConcurrentExecutions : undefined;
