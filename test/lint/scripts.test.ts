import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { lambdaEntries } from "../support/lambda-entries.ts";

const root = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
/** The modules of tests that `npm run` starts, and those that benchmarks start as processes of their own. */
const entryPoints = [
  ...Object.values(scripts).flatMap((script) => /node (test\/\S+\.ts)/.exec(script)?.[1] ?? []),
  "test/bench/bare-server.ts",
  "test/bench/functions/stub-server.ts",
];

// Bundling fails if a module or an export does not exist. Vitest's functions throw outside of Vitest.
test.each(entryPoints)("%s loads without Vitest", async (entryPoint) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entryPoint],
    bundle: true,
    packages: "external",
    // `npm run build` writes this module.
    external: ["#pages"],
    platform: "node",
    format: "esm",
    target: "esnext",
    outdir: ".build",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const modulesWithVitest = Object.entries(metafile.inputs).filter(([, { imports }]) =>
    imports.some(({ path, kind }) => path === "vitest" && kind === "import-statement"),
  );
  expect(modulesWithVitest.map(([file]) => file)).toEqual([]);
});

/** The functions that the benchmark cannot run, with the reason. */
const NOT_MEASURED: Record<string, string> = {
  "fulfilment-example": "Its table has another key, and all functions of one process have the same table.",
};

test("the benchmark of the functions runs each function, except those that it cannot run", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["test/bench/functions.ts", "--once"], {
    cwd: root,
    encoding: "utf8",
    timeout: 100_000,
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  const functionsRun = new Set([...stdout.matchAll(/^([\w-]+)(: .+)?: ran$/gm)].map(([, name = ""]) => name));
  const measured = lambdaEntries.filter((name) => !(name in NOT_MEASURED));
  expect([...functionsRun].sort()).toEqual(measured.sort());
  expect(stdout).toContain("checkout-api: with a code and tax: ran");
});
