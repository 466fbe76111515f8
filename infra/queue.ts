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
  /** What people lose while a message lies here, and what to do: the text of the alarm. */
  whenDead: string;
};

const secure = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** For the alarm of a function behind a queue: what comes of the messages that it fails at. */
export const triedAgain =
  `Each message is tried ${MAX_RECEIVES} times within hours, then waits in a dead-letter queue that has an alarm of its own. ` +
  "Read the function's log.";

/** A queue for what could not be handled: kept for two weeks, and somebody is told of the first message. */
export function deadLetterQueue(scope: Construct, id: string, { alarms, whenDead }: DeadLetterProps): Queue {
  const queue = new Queue(scope, id, { ...secure, retentionPeriod: Duration.days(14) });
  // Nag sees queues, not the streams and schedules that some of these serve.
  acknowledge(queue, {
    "AwsSolutions-SQS3": "This is a dead-letter queue; what is in it waits for a person.",
  });
  alarms.watch(scope, `${id}NotEmpty`, {
    metric: queue.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(1),
      statistic: "Maximum",
    }),
    text: whenDead,
  });
  return queue;
}

/** Without `bus`, events of the account's default bus: what AWS's own services tell. */
type SubscriptionProps = DeadLetterProps & { bus?: EventBus; pattern: EventPattern; to: LambdaFunction };

/** Batches that Lambda hands to a function at once; as many as it begins with, so that no queue takes the account's all. */
const CONCURRENT_BATCHES = 5;

/**
 * Events of a pattern → queue → function. The queue stands between because a rule that invokes a function never
 * sees the function's own errors: here a failing event is tried for hours (shared/retries.ts), then waits in the
 * dead-letter queue, where also lands what the rule cannot put on the queue. Source: EventBridge user guide, "Using
 * dead-letter queues".
 */
export class Subscription extends Construct {
  constructor(scope: Construct, id: string, { bus, pattern, to, alarms, whenDead }: SubscriptionProps) {
    super(scope, id);
    const deadLetters = deadLetterQueue(this, "DeadLetters", {
      alarms,
      whenDead:
        `${whenDead} Read the messages in the queue and the function's log (${to.node.id}), mend the cause, ` +
        "then redrive the queue to the one it belongs to: every effect happens once however often an event comes.",
    });
    const timeout = to.timeout ?? Duration.seconds(3);
    const queue = new Queue(this, "Queue", {
      ...secure,
      // Lambda's advice for queues: six time-outs, so that no message comes again while it is being handled.
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
        // Never above what is reserved: a message that meets a throttled function counts as received all the same.
        maxConcurrency: reservedFor(to) ?? CONCURRENT_BATCHES,
      }),
    );
    this.watchWaiting(queue, to, alarms, whenDead);
  }

  /** Two alarms: SQS's age of the oldest message leaves out those received three times, and knows no failures. */
  private watchWaiting(queue: Queue, to: LambdaFunction, alarms: Alarms, whenDead: string): void {
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
        `If it does not get through: ${whenDead} Read the function's log; see whether Stripe (status.stripe.com) or ` +
        "AWS is down, which needs nothing but patience, or mend the cause before the tries end.",
    });
    alarms.watch(this, "MessagesOld", {
      metric: queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(1),
        statistic: "Maximum",
      }),
      threshold: OLD.toSeconds(),
      text:
        `Messages for ${to.node.id} have waited for ${OLD.toMinutes()} minutes. If that goes on: ${whenDead} Its log ` +
        "says whether it runs; if it does not, see its Throttles metric, and raise the account's concurrency.",
    });
  }
}

/** Longer than the first three waits of a message that failed. */
const OLD = Duration.minutes(5);

const reservedFor = ({ node }: LambdaFunction): number | undefined =>
  node.defaultChild instanceof CfnFunction ? node.defaultChild.reservedConcurrentExecutions : undefined;
