import { Duration } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import { deadLetterQueue } from "./queue.ts";

type ScheduleProps = {
  every: "minute" | "hour";
  fn: LambdaFunction;
  alarms: Alarms;
  deadLetterAlarm: string;
};

/**
 * Runs a function every minute or every hour. A failed run is not retried, because the next run does the same
 * work. A run that fails or cannot start leaves a message in the dead-letter queue.
 */
export class ScheduledFunction extends Construct {
  constructor(scope: Construct, id: string, { every, fn, alarms, deadLetterAlarm }: ScheduleProps) {
    super(scope, id);
    const deadLetters = deadLetterQueue(this, "DeadLetters", { alarms, deadLetterAlarm });
    fn.configureAsyncInvoke({
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
      onFailure: new SqsDestination(deadLetters),
    });
    // The CDK's own Schedule construct would allow the role to invoke every version of the function.
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("scheduler.amazonaws.com") });
    role.addToPolicy(
      new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [fn.functionArn] }),
    );
    deadLetters.grantSendMessages(role);

    new CfnSchedule(this, "Schedule", {
      scheduleExpression: `rate(1 ${every})`,
      flexibleTimeWindow: { mode: "OFF" },
      target: {
        arn: fn.functionArn,
        roleArn: role.roleArn,
        deadLetterConfig: { arn: deadLetters.queueArn },
        retryPolicy: { maximumRetryAttempts: 2, maximumEventAgeInSeconds: 60 },
      },
    });
  }
}
