import { Duration, Lazy } from "aws-cdk-lib";
import { CfnRule, Rule, type EventPattern, type IEventBus, type IRuleTarget } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnFunction, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { MAX_RECEIVES } from "../shared/retries.ts";
import type { Alarms } from "./alarms.ts";
import { aliasOrFunction } from "./releases.ts";
import { suppressFindings } from "./suppress-findings.ts";

const queueOptions = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** A queue of messages that could not be handled, and of events that a rule could not deliver. */
export class DeadLetterQueue extends Queue {
  private readonly ruleArns: string[] = [];

  constructor(scope: Construct, id: string) {
    super(scope, id, { ...queueOptions, retentionPeriod: Duration.days(14) });
    suppressFindings(this, {
      "AwsSolutions-SQS3": "This is the dead-letter queue: an operator handles its messages.",
    });
  }

  /**
   * A copy of a rule's target that sends undeliverable events to this queue. The CDK would add one statement per rule to the
   * queue's policy, but SQS allows only 20 statements and 10 conditions. Therefore one statement names all rules.
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html
   */
  withDeadLetters(target: IRuleTarget): IRuleTarget {
    return {
      bind: (rule, id) => {
        if (this.ruleArns.length === 0) this.allowRules();
        this.ruleArns.push(CfnRule.arnForRule(rule));
        return { ...target.bind(rule, id), deadLetterConfig: { arn: this.queueArn } };
      },
    };
  }

  private allowRules(): void {
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: "Rules",
        principals: [new ServicePrincipal("events.amazonaws.com")],
        actions: ["sqs:SendMessage"],
        resources: [this.queueArn],
        conditions: { ArnEquals: { "aws:SourceArn": Lazy.list({ produce: () => this.ruleArns }) } },
      }),
    );
  }
}

/**
 * The queue of everything that the shop could not handle or deliver. There is only one, because each would need an alarm of
 * its own, which costs money. SQS remembers the queue that a message came from, and can move it back there.
 */
export class ShopDeadLetterQueue extends DeadLetterQueue {
  constructor(scope: Construct, id: string, alarms: Alarms) {
    super(scope, id);
    alarms.create(this, "NotEmpty", {
      chapter: "DeadLetters",
      metric: this.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: "Maximum",
      }),
      text:
        "A message could not be handled for hours: an order lacks its payment, refund, receipt or another effect. The " +
        "message names the event. Read the log of the function that handles it, remove the cause, then redrive the queue " +
        "(the runbook says how). Every function is idempotent, so an event may arrive more than once. As long as a message is in " +
        "the queue, further ones raise no mail, and SQS deletes each after 14 days.",
    });
  }
}

type SubscriptionProps = {
  deadLetters: DeadLetterQueue;
  /** Default: the account's default bus, to which AWS's own services publish. */
  bus?: IEventBus;
  pattern: EventPattern;
  /** The description of the rule. */
  description?: string;
  consumer: LambdaFunction;
  /** How long the queue delays each event. Default: no delay. */
  deliveryDelay?: Duration;
  /** The most events that one run of the function gets; default: 10. */
  batchSize?: number;
};

/**
 * Batches of a queue that Lambda processes at the same time: AWS's minimum, because all queues share the account's
 * concurrency, which is 10 for a new account. infra/SCALE.md has the consequences.
 */
const CONCURRENT_BATCHES = 2;

/**
 * Sends the events that match a pattern through a queue to a function. A rule that invoked the function
 * directly would not notice the function's errors. A failed event is retried for hours (shared/retries.ts)
 * and then moved to the dead-letter queue, which also gets events that the rule cannot deliver. Source:
 * EventBridge user guide, "Using dead-letter queues".
 */
export class Subscription extends Construct {
  readonly queue: Queue;

  constructor(
    scope: Construct,
    id: string,
    { bus, pattern, description, consumer, deadLetters, deliveryDelay, batchSize = 10 }: SubscriptionProps,
  ) {
    super(scope, id);
    const timeout = consumer.timeout ?? Duration.seconds(3);
    this.queue = new Queue(this, "Queue", {
      ...queueOptions,
      // AWS recommends six times the function's timeout, so that a message does not return while a function
      // processes it.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      ...(deliveryDelay && { deliveryDelay }),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
    new Rule(this, "Rule", {
      ...(bus && { eventBus: bus }),
      ...(description !== undefined && { description }),
      eventPattern: pattern,
      targets: [deadLetters.withDeadLetters(new SqsQueue(this.queue))],
    });
    aliasOrFunction(consumer).addEventSource(
      new SqsEventSource(this.queue, {
        batchSize,
        reportBatchItemFailures: true,
        // At most the reserved concurrency: a throttled delivery would count towards MAX_RECEIVES.
        maxConcurrency: reservedConcurrencyOf(consumer) ?? CONCURRENT_BATCHES,
      }),
    );
  }
}

const reservedConcurrencyOf = ({ node }: LambdaFunction): number | undefined =>
  node.defaultChild instanceof CfnFunction ? node.defaultChild.reservedConcurrentExecutions : undefined;
