import { Match } from "aws-cdk-lib/assertions";
import { describe, it } from "vitest";
import { synthesized } from "./synthesized.ts";

const template = await synthesized("dev");

describe("the schedule", () => {
  it.each(["rate(1 minute)", "rate(1 hour)"])(
    "starts its function at %s; a start is retried twice and then a dead letter, a run that failed is not retried",
    (rate) => {
      template.hasResourceProperties("AWS::Scheduler::Schedule", {
        ScheduleExpression: rate,
        Target: { RetryPolicy: { MaximumRetryAttempts: 2 }, DeadLetterConfig: Match.anyValue() },
      });
      template.allResourcesProperties("AWS::Lambda::EventInvokeConfig", {
        MaximumRetryAttempts: 0,
        DestinationConfig: Match.absent(),
      });
    },
  );
});
