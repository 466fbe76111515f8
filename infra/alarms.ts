import { Aws } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { StageSettings } from "./stages.ts";

type AlarmProps = {
  metric: IMetric;
  /** The alarm fires when the metric reaches this value in one period; default: 1. */
  threshold?: number;
  /** What users lose, and what to do, for an operator who has never seen this shop. */
  text: string;
};

/** Creates every alarm of the stack, and has the topic that receives them. */
export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { alarmEmail }: StageSettings) {
    super(scope, id);
    this.topic = new Topic(this, "Topic", { enforceSSL: true });
    this.topic.addSubscription(new EmailSubscription(alarmEmail));
    // `enforceSSL` adds a policy to the topic, which replaces the default policy that allows CloudWatch to
    // publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
      }),
    );
  }

  /** Create an alarm that mails `alarmEmail`. Missing data does not fire the alarm. */
  create(scope: Construct, id: string, { metric, threshold = 1, text }: AlarmProps): Alarm {
    const alarm = new Alarm(scope, id, {
      metric,
      threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: text,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    return alarm;
  }
}
