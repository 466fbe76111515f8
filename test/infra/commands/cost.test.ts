import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { freeTierNote, idleCost, monthlyCost, sum } from "../../../infra/commands/cost.ts";
import { stageTemplate } from "../stage-templates.ts";

const Template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.optional(z.unknown()) })),
});
const templateOf = async (stage: "dev" | "prod" | "everything") =>
  z.parse(Template, (await stageTemplate(stage)).toJSON());

test.each([
  ["dev", 4],
  ["prod", 13],
  ["everything", 14],
] as const)("a month without visitors costs less in stage %s than %d dollars", async (stage, limit) => {
  const cost = sum(Object.values(idleCost(await templateOf(stage))));
  expect(cost).toBeGreaterThan(1);
  expect(cost).toBeLessThan(limit);
});

test("infra/DEPLOY.md has the costs of the stages dev and prod, in whole dollars", async () => {
  const documentation = readFileSync(new URL("../../../infra/DEPLOY.md", import.meta.url), "utf8");
  for (const stage of ["dev", "prod"] as const) {
    const template = await templateOf(stage);
    const costs = [0, 1_000, 100_000].map((orders) => Math.round(monthlyCost(template, orders)));
    expect(documentation.replaceAll(/ +/g, " ")).toContain(`| \`${stage}\` | ${costs.join(" | ")} |`);
  }
});

test("the cost includes the runs of a schedule, and an alarm once for each metric of its expression", async () => {
  const priceOf = (Type: string, Properties: object) =>
    sum(Object.values(idleCost({ Resources: { One: { Type, Properties } } })));
  const everyMinute = priceOf("AWS::Scheduler::Schedule", { ScheduleExpression: "rate(1 minute)" });
  expect(everyMinute).toBeGreaterThan(0.15);
  expect(everyMinute).toBeLessThan(0.2);
  const hourly = priceOf("AWS::Scheduler::Schedule", { ScheduleExpression: "rate(1 hour)" });
  expect(everyMinute / hourly).toBeCloseTo(60);
  const metric = { MetricStat: {} };
  const expression = { Metrics: [{ Expression: "a + b" }, ...Array.from({ length: 12 }, () => metric)] };
  // Ten metrics are free. Each of the other two costs 0.10 dollars.
  expect(priceOf("AWS::CloudWatch::Alarm", expression)).toBeCloseTo(0.2);
  expect(priceOf("AWS::CloudWatch::Alarm", { MetricName: "Errors" })).toBe(0);

  // infra/DEPLOY.md and infra/stage-settings.ts say that `backInStock` costs 0.43 dollars a month.
  const { Resources } = await templateOf("everything");
  const costOf = (ids: RegExp) =>
    idleCost({ Resources: Object.fromEntries(Object.entries(Resources).filter(([id]) => ids.test(id))) });
  // The price of the polls of one queue, as calculated in the next test.
  const queuePrice = 0.26;
  expect(everyMinute + queuePrice).toBeCloseTo(0.43, 2);
  expect(sum(Object.values(costOf(/^BackInStock.*Schedule/)))).toBeCloseTo(everyMinute);
});

test("the cost includes each queue's polls, even without a maximum concurrency, but no polls of a stream", () => {
  const mapping = (Properties: object) => ({ Type: "AWS::Lambda::EventSourceMapping", Properties });
  const Resources = {
    Bounded: mapping({ ScalingConfig: { MaximumConcurrency: 2 } }),
    Unbounded: mapping({ BatchSize: 10 }),
    Stream: mapping({ StartingPosition: "LATEST" }),
  };
  // Five pollers with three requests a minute each. The first million requests of a month are free.
  const pollsPerMonth = 5 * 3 * 60 * 24 * 30;
  expect(sum(Object.values(idleCost({ Resources })))).toBeCloseTo((2 * pollsPerMonth - 1e6) * (0.4 / 1e6));
});

test("the command and infra/DEPLOY.md say what a second stage in the same account costs in addition", () => {
  expect(freeTierNote()).toContain("costs up to 1.40 more a month");
  const documentation = readFileSync(new URL("../../../infra/DEPLOY.md", import.meta.url), "utf8");
  expect(documentation).toContain("costs up to 1.40 dollars more");
});

test("each order adds less than a cent to the cost", async () => {
  const template = await templateOf("prod");
  const perOrder = (monthlyCost(template, 1_000) - monthlyCost(template, 0)) / 1_000;
  expect(perOrder).toBeGreaterThan(0.001);
  expect(perOrder).toBeLessThan(0.01);
});

test("a resource with an unknown price is refused by name", () => {
  expect(() => idleCost({ Resources: { Proxy: { Type: "AWS::EC2::NatGateway" } } })).toThrow(
    "Proxy is a AWS::EC2::NatGateway, whose price is not in infra/commands/prices.ts.",
  );
});
