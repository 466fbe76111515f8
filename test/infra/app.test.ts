import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { checkSecurity, shopApp } from "../../infra/app.ts";
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

describe("cdk-nag", () => {
  // An error already ends the synthesis. The report also contains warnings.
  it.each(Object.keys(stages) as TestStage[])(
    "reports no violation in stage %s, except those that are suppressed with a reason",
    async (stage) => {
      const file = join(await assemblyFolder(stage), "validation-report.json");
      const report = Report.parse(JSON.parse(readFileSync(file, "utf8")));
      expect(report.pluginReports.flatMap(({ violations }) => violations)).toEqual([]);
    },
  );

  it("refuses a bucket with default settings", () => {
    const app = new App({ outdir: join(folder, "out"), analyticsReporting: false });
    new Bucket(new Stack(app, "Shop"), "Careless");
    checkSecurity(app);
    expect(() => app.synth()).toThrow("Careless/Resource");
  });
});

describe("the app", () => {
  it("fails before the site is built, and says how to build the site", () => {
    expect(() => shopApp({ stage: "dev", ...inputs, site: "/nowhere" })).toThrow(
      "There is no built site in /nowhere. Build it first: npm run build",
    );
  });
});
