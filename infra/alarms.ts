import { Aws, Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  Metric,
  TreatMissingData,
  type IMetric,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { FilterPattern, MetricFilter, type IFilterPattern, type ILogGroup } from "aws-cdk-lib/aws-logs";
import { Topic, type ITopic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { LogAlarm } from "../shared/log-alarms.ts";
import { FAILURES_UNTIL_ALARM, MAX_RECEIVES } from "../shared/retries.ts";
import type { StageSettings } from "./stage-settings.ts";

type AlarmProps = {
  metric: IMetric;
  /** The alarm fires when the metric reaches this value in one period; default: 1. */
  threshold?: number;
  /** What users lose, and what to do, for an operator who has never seen this shop. */
  text: string;
  /** The chapter of the runbook about this alarm; default: the alarm's id. */
  chapter?: string;
};

/**
 * The texts of the alarms that count log lines, by metric. All functions share these alarms, because each alarm costs 0.10
 * dollars a month. The lines, or the names of their log streams, name the function or the route.
 */
const alarmTexts = {
  FunctionsFailing:
    "A function failed, or the API answered with a status of 500 or more: visitors see 'try again', and a checkout may be " +
    "lost. The access log names the route, the functions' logs the cause. The runbook says what users lose with each function. " +
    "If a deployment caused the failure, deploy the previous commit.",
  MessagesFailing:
    `A function has failed ${FAILURES_UNTIL_ALARM} times on a message: a receipt, a refund or another effect of an order is ` +
    `late. It is tried ${MAX_RECEIVES} times within hours, then waits in the dead-letter queue. An outage of Stripe ` +
    "(status.stripe.com) or AWS needs no action. Find any other cause in the logs, and remove it before the retries end.",
  OrdersNeedingAttention:
    "A customer has, for example, paid for sold-out pieces, or disputes a payment: the back office shows the order as " +
    "'needs attention'. Open the order there, do what its top says, then press Acknowledge. Or orders, Stripe, stock and " +
    "analytics differ: open Analytics in the back office, whose line 'Drift' lists the differences and what to do.",
  MailFailing:
    "SES refused a mail, or a mail to the team came back: a customer has no receipt, or the team misses messages and orders. " +
    "The shop tries again for hours; the back office shows all orders. Read the functions' logs and SES's account dashboard. " +
    "Check that the team's mailbox exists and is not full, and mark the sender as safe there.",
  SecretsRefused:
    "A secret is not accepted: Stripe refused the shop's key, a webhook had a wrong signature, CloudFront sent a wrong or " +
    "a rotated edge secret, or there is no key for tickets. Customers cannot pay, their payments are noted late, " +
    "they get no tickets, or the shop will refuse everybody a day after the rotation. The log line names the secret; the runbook says how to set each one.",
  WebhooksFailing:
    "A webhook endpoint has not taken an event within a day, or has failed for days and is paused: its owner misses events. " +
    "The back office's tab 'Webhooks' has each delivery with the endpoint's answer. Tell the endpoint's owner; when it works " +
    "again, resume it, and press 'Send again' at what failed. The runbook says how to replay what a pause has left out.",
} as const;
type CountingMetric = keyof typeof alarmTexts;

/** The metrics in `alarmFieldOfMetric` whose alarms every stage has. `Webhooks` creates the alarm WebhooksFailing itself. */
const METRICS_OF_EVERY_STAGE = [
  "MessagesFailing",
  "OrdersNeedingAttention",
  "MailFailing",
  "SecretsRefused",
] as const satisfies CountingMetric[];

/** The value of the field `alarm` in the lines that each metric counts. */
const alarmFieldOfMetric = {
  MessagesFailing: "message-waits",
  OrdersNeedingAttention: "needs-attention",
  MailFailing: "mail",
  SecretsRefused: "secret",
  WebhooksFailing: "webhook",
} as const satisfies Record<Exclude<CountingMetric, "FunctionsFailing">, LogAlarm>;

/** Runs that threw, ran out of memory or timed out, by the status in Lambda's report line. */
const failedRuns = FilterPattern.any(
  ...["error", "failure", "timeout"].map((status) =>
    FilterPattern.stringValue("$.record.status", "=", status),
  ),
);

type AlarmsProps = StageSettings & {
  /** The log group of all functions. */
  logGroup: ILogGroup;
};

/** The topic that receives alarms and mails them. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, email: string) {
    super(scope, id, { enforceSSL: true });
    this.addSubscription(new EmailSubscription(email));
    // `enforceSSL` adds a policy to the topic, which replaces the default policy that allows CloudWatch to
    // publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [this.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
      }),
    );
  }
}

/** The address of a chapter of the runbook. `url`: the runbook's address; default: its path in the repository. */
export const chapterUrl = (chapter: string, url = "infra/RUNBOOK.md"): string =>
  `${url}#${chapter.toLowerCase()}`;

/** Creates an alarm that mails the topic's subscriber. */
export function createAlarm(
  scope: Construct,
  id: string,
  {
    topic,
    metric,
    threshold = 1,
    text,
    chapter = id,
    runbookUrl,
  }: AlarmProps & Pick<StageSettings, "runbookUrl"> & { topic: ITopic },
): Alarm {
  const alarm = new Alarm(scope, id, {
    metric,
    threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${text} Runbook: ${chapterUrl(chapter, runbookUrl)}`,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  return alarm;
}

/** Creates the shop's alarms, and the topic that receives them. A consumer creates its alarm itself. */
export class Alarms extends Construct {
  readonly topic: AlarmTopic;
  /** Every alarm that this construct created, with its chapter of the runbook. */
  readonly createdAlarms: { chapter: string; alarm: Alarm }[] = [];
  private readonly runbookUrl: string | undefined;
  private readonly namespace = Stack.of(this).stackName;

  private readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, { alarmEmail, runbookUrl, logGroup }: AlarmsProps) {
    super(scope, id);
    this.runbookUrl = runbookUrl;
    this.logGroup = logGroup;
    this.topic = new AlarmTopic(this, "Topic", alarmEmail);
    this.createForMetric("FunctionsFailing");
    this.addMetricFilter("FailedRuns", logGroup, "FunctionsFailing", failedRuns);
    for (const metricName of METRICS_OF_EVERY_STAGE) this.createForLogLines(metricName);
  }

  /** Creates an alarm on the functions' log lines whose field `alarm` has the metric's value in `alarmFieldOfMetric`. */
  createForLogLines(metricName: keyof typeof alarmFieldOfMetric): void {
    this.addMetricFilter(`${metricName}Lines`, this.logGroup, metricName, {
      logPatternString: `{ $.alarm = "${alarmFieldOfMetric[metricName]}" }`,
    });
    this.createForMetric(metricName);
  }

  private createForMetric(metricName: CountingMetric): void {
    this.create(this, metricName, {
      metric: new Metric({
        namespace: this.namespace,
        metricName,
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      text: alarmTexts[metricName],
    });
  }

  /** Creates an alarm that mails `alarmEmail`. */
  create(scope: Construct, id: string, { chapter = id, ...props }: AlarmProps): Alarm {
    const alarm = createAlarm(scope, id, {
      ...props,
      chapter,
      runbookUrl: this.runbookUrl,
      topic: this.topic,
    });
    this.createdAlarms.push({ chapter, alarm });
    return alarm;
  }

  /**
   * Counts the answers with a status of 500 or more in the API's access log, including the answers that a
   * function itself gives.
   */
  countServerErrors(accessLog: ILogGroup): void {
    this.addMetricFilter(
      "ServerErrors",
      accessLog,
      "FunctionsFailing",
      FilterPattern.numberValue("$.status", ">=", 500),
    );
  }

  private addMetricFilter(
    id: string,
    logGroup: ILogGroup,
    metricName: CountingMetric,
    filterPattern: IFilterPattern,
  ) {
    const metric = { metricNamespace: this.namespace, metricName };
    new MetricFilter(this, id, { logGroup, filterPattern, ...metric });
  }
}
