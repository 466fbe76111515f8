import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { functionCodeFolder, metafilePath } from "../../infra/bundle.ts";

const Metafile = z.object({
  outputs: z.record(z.string(), z.object({ bytes: z.number(), inputs: z.record(z.string(), z.unknown()) })),
});

// The first call bundles all functions and writes the metafile.
functionCodeFolder("catalog-api");
const { outputs } = Metafile.parse(JSON.parse(readFileSync(metafilePath, "utf8")));
const bundles = Object.entries(outputs)
  .filter(([path]) => path.endsWith("/index.js"))
  .map(([path, bundle]) => ({
    name: path.replace(".build/lambdas/", "").replace("/index.js", ""),
    kilobytes: bundle.bytes / 1000,
    inputs: Object.keys(bundle.inputs),
  }));

/** The largest size in KB, by bundle; 1,000 for each other bundle. A cold start reads the whole file while a visitor waits. */
const budgetsKb: Record<string, number> = {
  "catalog-api": 400,
  "stripe-webhook": 400,
  // Calculates discounts, shipping by country and sales tax.
  "checkout-api": 720,
  // React and all public pages. CloudFront caches its responses, so few visitors wait for a cold start.
  "render-page": 905,
};

describe("bundles", () => {
  it.each(bundles)("$name ($kilobytes KB) is within its size budget", ({ name, kilobytes }) => {
    expect(kilobytes).toBeLessThanOrEqual(budgetsKb[name] ?? 1000);
  });

  it("contain no unused client: catalog-api has no client of Stripe, S3 or SES", () => {
    const catalog = bundles.find(({ name }) => name === "catalog-api");
    expect(catalog?.inputs.length).toBeGreaterThan(0);
    expect(
      catalog?.inputs.filter((file) => /node_modules\/(stripe|@aws-sdk\/client-(s3|sesv2))\//.test(file)),
    ).toEqual([]);
  });

  it("contain React only in render-page, and only React's production build", () => {
    const reactFiles = bundles.flatMap(({ name, inputs }) =>
      inputs.filter((file) => /node_modules\/react/.test(file)).map((file) => ({ name, file })),
    );
    expect(new Set(reactFiles.map(({ name }) => name))).toEqual(new Set(["render-page"]));
    expect(reactFiles.filter(({ file }) => file.includes("development"))).toEqual([]);
  });

  it("contain no file of infra/", () => {
    for (const { inputs } of bundles) expect(inputs.filter((file) => file.startsWith("infra/"))).toEqual([]);
  });

  it.each(bundles)("$name is code, its source map and a package.json, without a secret", ({ name }) => {
    const folder = functionCodeFolder(name);
    expect(readdirSync(folder).sort()).toEqual(["index.js", "index.js.map", "package.json"]);
    const code = readFileSync(join(folder, "index.js"), "utf8");
    expect(code).not.toMatch(/\bsk_(test|live)_\w|\bwhsec_\w{8}|AKIA[A-Z0-9]{16}/);
  });

  it("are not created for a function that does not exist", () => {
    expect(() => functionCodeFolder("no-such-function")).toThrow(
      "There is no function lambdas/no-such-function.ts.",
    );
  });
});

describe("a bundle's source map", () => {
  const SourceMap = z.object({ sources: z.array(z.string()), sourcesContent: z.optional(z.unknown()) });

  it.each(bundles)(
    "of $name contains the paths of the project's own files without their text, in at most 200 KB",
    ({ name }) => {
      const text = readFileSync(join(functionCodeFolder(name), "index.js.map"), "utf8");
      const { sources, sourcesContent } = SourceMap.parse(JSON.parse(text));
      expect(sources.filter((source) => !/^(lambdas|shared)\//.test(source))).toEqual([]);
      expect(sourcesContent).toBeUndefined();
      expect(text.length).toBeLessThan(200_000);
    },
  );

  it("makes a stack trace name the TypeScript file and line", () => {
    const source = readFileSync(join(import.meta.dirname, "../../lambdas/settle-payment.ts"), "utf8");
    const line = source.split("\n").findIndex((text) => text.includes("readEnv(envSchema)")) + 1;
    // Without its environment variables the function throws when it is loaded.
    const { stderr } = spawnSync(process.execPath, [join(functionCodeFolder("settle-payment"), "index.js")], {
      env: { NODE_OPTIONS: "--enable-source-maps" },
      encoding: "utf8",
    });
    expect(stderr).toContain("Environment variables are missing or wrong");
    expect(stderr).toContain(`lambdas/settle-payment.ts:${line}:`);
    expect(stderr).toMatch(/lambdas\/lib\/env\.ts:\d+:/);
  });
});
