import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { idleCost, monthlyCost, sum } from "../../../infra/commands/cost.ts";
import { synthesized } from "../synthesized.ts";

const Template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.optional(z.unknown()) })),
});
const templateOf = async (stage: "dev" | "prod") => z.parse(Template, (await synthesized(stage)).toJSON());

test.each([
  ["dev", 4],
  ["prod", 13],
] as const)("a month without visitors costs less in stage %s than %d dollars", async (stage, limit) => {
  const cost = sum(Object.values(idleCost(await templateOf(stage))));
  expect(cost).toBeGreaterThan(1);
  expect(cost).toBeLessThan(limit);
});

test("the README's table has the costs of both stages, in whole dollars", async () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  for (const stage of ["dev", "prod"] as const) {
    const template = await templateOf(stage);
    const costs = [0, 1_000, 100_000].map((orders) => Math.round(monthlyCost(template, orders)));
    expect(readme.replaceAll(/ +/g, " ")).toContain(`| \`${stage}\` | ${costs.join(" | ")} |`);
  }
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
