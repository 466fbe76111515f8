import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { GetAtt, Ref, resources, stageTemplate } from "./stage-templates.ts";

const template = await stageTemplate("everything");

describe("the schedule", () => {
  it.each([
    ["rate(1 minute)", 60],
    ["rate(15 minutes)", 900],
    ["rate(1 hour)", 3600],
  ])(
    "at %s retries a failed start twice and then makes it a dead letter; a run waits at most %i s and is not retried",
    (rate, seconds) => {
      template.hasResourceProperties("AWS::Scheduler::Schedule", {
        ScheduleExpression: rate,
        Target: { RetryPolicy: { MaximumRetryAttempts: 2 }, DeadLetterConfig: Match.anyValue() },
      });
      template.allResourcesProperties("AWS::Lambda::EventInvokeConfig", {
        MaximumRetryAttempts: 0,
        DestinationConfig: Match.absent(),
      });
      const Schedule = z.object({ ScheduleExpression: z.string(), Target: z.object({ Arn: GetAtt }) });
      const startedIds = resources(template, "AWS::Scheduler::Schedule", Schedule)
        .filter(({ properties }) => properties.ScheduleExpression === rate)
        .map(({ properties }) => properties.Target.Arn);
      const Config = z.object({ FunctionName: Ref, MaximumEventAgeInSeconds: z.number() });
      const maximumAges = resources(template, "AWS::Lambda::EventInvokeConfig", Config)
        .filter(({ properties }) => startedIds.includes(properties.FunctionName))
        .map(({ properties }) => properties.MaximumEventAgeInSeconds);
      expect(maximumAges).toEqual(startedIds.map(() => seconds));
    },
  );

  it("is made after the policy of its role, which may start exactly the functions of all schedules", () => {
    const Schedule = z.object({ Target: z.object({ Arn: GetAtt, RoleArn: GetAtt }) });
    const schedules = resources(template, "AWS::Scheduler::Schedule", Schedule);
    const [role, ...others] = new Set(schedules.map(({ properties }) => properties.Target.RoleArn));
    expect(others).toEqual([]);
    const Policy = z.object({
      Roles: z.array(Ref),
      PolicyDocument: z.object({
        Statement: z.array(z.object({ Action: z.unknown(), Resource: z.unknown() })),
      }),
    });
    const [policy] = resources(template, "AWS::IAM::Policy", Policy).filter(({ properties }) =>
      properties.Roles.includes(role ?? ""),
    );
    for (const schedule of Object.values(template.findResources("AWS::Scheduler::Schedule")))
      expect(schedule["DependsOn"]).toContain(policy?.id);
    const started = policy?.properties.PolicyDocument.Statement.filter(
      ({ Action }) => Action === "lambda:InvokeFunction",
    ).flatMap(({ Resource }) => [Resource].flat().map((arn) => z.parse(GetAtt, arn)));
    expect(started?.sort()).toEqual(schedules.map(({ properties }) => properties.Target.Arn).sort());
  });
});
