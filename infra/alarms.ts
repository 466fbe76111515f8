import { Aws } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { StageSettings } from "./stages.ts";

type Watch = {
  metric: IMetric;
  /** Fires at this value of one period. */
  threshold?: number;
  /** What people lose, then what to do: whoever is woken by it has never seen this shop. */
  text: string;
};

/** Where trouble is told, and the one way to make an alarm. */
export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { alarmEmail }: StageSettings) {
    super(scope, id);
    this.topic = new Topic(this, "Topic", { enforceSSL: true });
    this.topic.addSubscription(new EmailSubscription(alarmEmail));
    // A topic with a policy of its own (that of TLS) loses the default one, which let CloudWatch in.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
      }),
    );
  }

  /** An alarm that is quiet while nothing is measured. */
  watch(scope: Construct, id: string, { metric, threshold = 1, text }: Watch): Alarm {
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
