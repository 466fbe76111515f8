import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
/** The modules of tests that `npm run` starts, and the one that a benchmark starts as a process of its own. */
const entryPoints = [
  ...Object.values(scripts).flatMap((script) => /node (test\/\S+\.ts)/.exec(script)?.[1] ?? []),
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
  const importing = Object.entries(metafile.inputs).filter(([, { imports }]) =>
    imports.some(({ path, kind }) => path === "vitest" && kind === "import-statement"),
  );
  expect(importing.map(([file]) => file)).toEqual([]);
});

test("the benchmark of the functions runs each function", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["test/bench/functions.ts", "--once"], {
    cwd: root,
    encoding: "utf8",
    timeout: 100_000,
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  for (const name of ["checkout-api: create a checkout", "send-order-email: the receipt", "contact-api"])
    expect(stdout).toContain(`${name}: ran`);
});
