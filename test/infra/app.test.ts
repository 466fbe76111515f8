import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stack } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { CfnQueue } from "aws-cdk-lib/aws-sqs";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { checkedApp, shopApp } from "../../infra/app.ts";
import { stages } from "../../infra/stages.ts";
import { assemblyFolder, writeInputs, type TestStage } from "./synthesized.ts";

const folder = mkdtempSync(join(tmpdir(), "shop-app-"));
afterAll(() => rmSync(folder, { recursive: true }));
const inputs = writeInputs(folder);

const Report = z.object({
  pluginReports: z.array(
    z.object({
      violations: z.array(z.object({ ruleName: z.string(), violatingConstructs: z.optional(z.unknown()) })),
    }),
  ),
});

describe("the checks of a synthesis", () => {
  // An error already ends the synthesis. The report also contains warnings.
  it.each(Object.keys(stages) as TestStage[])(
    "report no violation in stage %s, except those that are suppressed with a reason",
    async (stage) => {
      const file = join(await assemblyFolder(stage), "validation-report.json");
      const report = Report.parse(JSON.parse(readFileSync(file, "utf8")));
      expect(report.pluginReports.flatMap(({ violations }) => violations)).toEqual([]);
    },
  );

  it("refuse a bucket with default settings, and properties that CloudFormation would refuse", () => {
    const app = checkedApp({ stage: "dev", outdir: join(folder, "out") });
    const stack = new Stack(app, "Shop");
    new Bucket(stack, "Careless");
    const maximum = 43_200;
    new CfnQueue(stack, "Wrong", { visibilityTimeout: maximum + 1 }).addPropertyOverride("Visibility", 1);
    const findings = errorOf(() => app.synth());
    // By cdk-nag.
    expect(findings).toContain("Careless/Resource");
    // By the schemas of CloudFormation's resources.
    expect(findings).toMatch(/Wrong/);
    expect(findings).toContain(String(maximum));
    expect(findings).toMatch(/'Visibility'/);
  });
});

function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  throw new Error("No finding");
}

describe("the app", () => {
  it("fails before the site is built, and says how to build the site", () => {
    expect(() => shopApp({ stage: "dev", ...inputs, site: "/nowhere" })).toThrow(
      "There is no built site in /nowhere. Build it first: npm run build",
    );
  });
});
