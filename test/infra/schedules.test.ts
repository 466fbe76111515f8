import { Match } from "aws-cdk-lib/assertions";
import { describe, it } from "vitest";
import { synthesized } from "./synthesized.ts";

const template = await synthesized("dev");

describe("the schedule", () => {
  it.each(["rate(1 minute)", "rate(1 hour)"])(
    "runs at %s without retries, and a failed run leaves a message",
    (rate) => {
      template.hasResourceProperties("AWS::Scheduler::Schedule", {
        ScheduleExpression: rate,
        Target: { RetryPolicy: { MaximumRetryAttempts: 2 }, DeadLetterConfig: Match.anyValue() },
      });
      template.hasResourceProperties("AWS::Lambda::EventInvokeConfig", {
        MaximumRetryAttempts: 0,
        DestinationConfig: { OnFailure: Match.anyValue() },
      });
    },
  );
});
