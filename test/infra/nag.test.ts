import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { shopApp } from "../../infra/app.ts";
import { stages } from "../../infra/stages.ts";
import { synthesizedStack, writeLayer, writeSite } from "./synthesized.ts";

const Report = z.object({
  pluginReports: z.array(
    z.object({
      violations: z.array(z.object({ ruleName: z.string(), violatingConstructs: z.optional(z.unknown()) })),
    }),
  ),
});

describe("AWS's rules for solutions", () => {
  // An error among the findings would already end the synthesis; this finds warnings as well.
  it.each(Object.keys(stages))("find nothing in %s that nobody answered for", (stage) => {
    const { directory } = synthesizedStack(stage).assembly;
    const report = Report.parse(JSON.parse(readFileSync(join(directory, "validation-report.json"), "utf8")));
    expect(report.pluginReports.flatMap(({ violations }) => violations)).toEqual([]);
  });

  it("are really asked", () => {
    const app = shopApp({
      stage: "dev",
      outdir: mkdtempSync(join(tmpdir(), "shop-nag-")),
      site: writeSite(),
      layer: writeLayer(),
    });
    new Bucket(app.node.findChild("bourbon-vipers-dev"), "Careless");
    expect(() => app.synth()).toThrow("Careless/Resource");
  });
});
