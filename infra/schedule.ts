import { Aws, Duration } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { Construct } from "constructs";
import type { CommonProps } from "./function.ts";
import type { DeadLetterQueue } from "./queue.ts";

/** The role with which EventBridge Scheduler starts all scheduled functions of the stack. */
export class SchedulerRole extends Role {
  constructor(scope: Construct, id: string, deadLetters: DeadLetterQueue) {
    // https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
    const assumedBy = new ServicePrincipal("scheduler.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    });
    super(scope, id, { assumedBy });
    deadLetters.grantSendMessages(this);
  }
}

type ScheduleProps = Pick<CommonProps, "deadLetters" | "schedulerRole"> & {
  every: keyof typeof PERIOD;
  fn: LambdaFunction;
};

const PERIOD = {
  minute: Duration.minutes(1),
  "15 minutes": Duration.minutes(15),
  hour: Duration.hours(1),
} as const;

/**
 * Runs a function regularly. A failed run raises the alarm on failing functions. It is not retried and leaves no dead letter,
 * because the next run does the same work.
 * While the function is throttled, Lambda tries to start the run until the next run is due, and then drops the run.
 * A run that EventBridge Scheduler could not pass to Lambda leaves a dead letter.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
export class ScheduledFunction extends Construct {
  constructor(scope: Construct, id: string, { every, fn, deadLetters, schedulerRole }: ScheduleProps) {
    super(scope, id);
    fn.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: PERIOD[every] });
    // The CDK's own Schedule construct would allow the role to invoke every version of the function.
    schedulerRole.addToPolicy(
      new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [fn.functionArn] }),
    );
    const schedule = new CfnSchedule(this, "Schedule", {
      scheduleExpression: every === "15 minutes" ? `rate(${every})` : `rate(1 ${every})`,
      flexibleTimeWindow: { mode: "OFF" },
      target: {
        arn: fn.functionArn,
        roleArn: schedulerRole.roleArn,
        deadLetterConfig: { arn: deadLetters.queueArn },
        retryPolicy: { maximumRetryAttempts: 2, maximumEventAgeInSeconds: 60 },
      },
    });
    // Without this dependency, the schedule could be created before the role's policy, and the first runs would be denied.
    schedule.node.addDependency(schedulerRole);
  }
}
