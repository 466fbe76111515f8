import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { functionCode, metafile } from "../../infra/bundle.ts";

const Metafile = z.object({
  outputs: z.record(z.string(), z.object({ bytes: z.number(), inputs: z.record(z.string(), z.unknown()) })),
});

functionCode("catalog-api");
const { outputs } = Metafile.parse(JSON.parse(readFileSync(metafile, "utf8")));
const bundles = Object.entries(outputs).map(([path, bundle]) => ({
  name: path.replace(".build/lambdas/", "").replace("/index.js", ""),
  kilobytes: bundle.bytes / 1000,
  inputs: Object.keys(bundle.inputs),
}));

/** In KB. A cold start reads the whole file, and a visitor waits for it. */
const budgets: Record<string, number> = { "catalog-api": 400, "stripe-webhook": 400, "checkout-api": 700 };

describe("bundles", () => {
  it.each(bundles)("$name ($kilobytes KB) stays within its budget", ({ name, kilobytes }) => {
    expect(kilobytes).toBeLessThanOrEqual(budgets[name] ?? 1000);
  });

  it("of the catalogue carry nothing that it never calls", () => {
    const catalog = bundles.find(({ name }) => name === "catalog-api");
    expect(catalog?.inputs.length).toBeGreaterThan(0);
    expect(
      catalog?.inputs.filter((file) => /node_modules\/(stripe|@aws-sdk\/client-(s3|ses))\//.test(file)),
    ).toEqual([]);
  });

  it("hold none of the local stack", () => {
    for (const { inputs } of bundles) expect(inputs.filter((file) => file.startsWith("infra/"))).toEqual([]);
  });

  it.each(bundles)("$name: its code alone, without a map of its source or a secret", ({ name }) => {
    const folder = functionCode(name);
    expect(readdirSync(folder).sort()).toEqual(["index.js", "package.json"]);
    const code = readFileSync(join(folder, "index.js"), "utf8");
    expect(code).not.toMatch(/sourceMappingURL|\bsk_(test|live)_\w|\bwhsec_\w{8}|AKIA[A-Z0-9]{16}/);
  });

  it("are made for functions that exist only", () => {
    expect(() => functionCode("no-such-function")).toThrow(
      "There is no function lambdas/no-such-function.ts.",
    );
  });
});
