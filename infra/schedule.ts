import { Duration } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import { deadLetterQueue } from "./queue.ts";

type ScheduleProps = { every: "minute" | "hour"; runs: LambdaFunction; alarms: Alarms; whenDead: string };

/**
 * Runs a function again and again. A run that fails is not repeated, the next one does its work; it leaves a message in
 * the dead-letter queue, as does a run that could not be started.
 */
export class Regularly extends Construct {
  constructor(scope: Construct, id: string, { every, runs, alarms, whenDead }: ScheduleProps) {
    super(scope, id);
    const deadLetters = deadLetterQueue(this, "DeadLetters", { alarms, whenDead });
    runs.configureAsyncInvoke({
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
      onFailure: new SqsDestination(deadLetters),
    });
    // The construct for schedules would allow every version of the function; this role allows the one that is run.
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("scheduler.amazonaws.com") });
    role.addToPolicy(
      new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [runs.functionArn] }),
    );
    deadLetters.grantSendMessages(role);

    new CfnSchedule(this, "Schedule", {
      scheduleExpression: `rate(1 ${every})`,
      flexibleTimeWindow: { mode: "OFF" },
      target: {
        arn: runs.functionArn,
        roleArn: role.roleArn,
        deadLetterConfig: { arn: deadLetters.queueArn },
        retryPolicy: { maximumRetryAttempts: 2, maximumEventAgeInSeconds: 60 },
      },
    });
  }
}
