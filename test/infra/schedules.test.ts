import { Match } from "aws-cdk-lib/assertions";
import { describe, it } from "vitest";
import { synthesized } from "./synthesized.ts";

const template = await synthesized("dev");

describe("the schedule", () => {
  it.each(["rate(1 minute)", "rate(1 hour)"])(
    "starts its function at %s; a failed run is not retried, and a run that cannot start is a dead letter",
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
