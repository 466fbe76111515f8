import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ESLint } from "eslint";
import { expect, onTestFinished, test } from "vitest";

const cwd = join(import.meta.dirname, "../..");
const eslint = new ESLint({ cwd, overrideConfigFile: join(cwd, ".eslint.config.mjs") });

/** The output of `npm run types` for a folder that contains only `code`. */
function outputForTypes(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), "typed-rules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tsconfig = { extends: join(cwd, "tsconfig.json"), include: ["."], compilerOptions: { types: [] } };
  writeFileSync(join(folder, "code.ts"), code);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  // oxlint looks for tsgolint in the folder and in PATH.
  const bin = join(cwd, "node_modules/.bin");
  const oxlint = join(cwd, "node_modules/oxlint/bin/oxlint");
  const rules = join(import.meta.dirname, "typed-rules.json");
  const args = [oxlint, "-c", rules, "--type-aware", "--type-check", "--format=unix", "."];
  return spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, PATH: bin },
    encoding: "utf8",
  }).stdout;
}

test.each([
  [
    "a promise that is not awaited",
    "const f = async () => Promise.resolve();\nf();\n",
    "no-floating-promises",
  ],
  ["a value of type any", 'export const a = JSON.parse("1");\n', "no-unsafe-assignment"],
  ["a wrong type", 'export const a: number = "1";\n', "TS2322"],
  ["an element that may not exist", "export const f = (a: number[]): number => a[0];\n", "TS2322"],
])("the check of types reports %s", (_name, code, rule) => {
  expect(outputForTypes(code)).toContain(rule);
});

/** The rules that report `code` as the content of `path`. */
async function reportedRules(path: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: join(cwd, path) });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

const reportedForImport = (path: string, from: string) =>
  reportedRules(path, `export { thing } from ${JSON.stringify(from)};\n`);

test.each([
  ["shared/money.ts", "../lambdas/lib/ids.ts"],
  ["shared/money.ts", "stripe"],
  ["lambdas/checkout-api.ts", "../infra/stages.ts"],
  ["lambdas/lib/ids.ts", "../orders/receipt.ts"],
  ["lambdas/orders/receipt.ts", "../checkout-api.ts"],
  ["lambdas/orders/receipt.ts", "../products/save-product.ts"],
  ["lambdas/orders/receipt.ts", "../../web/src/paths.ts"],
  ["web/src/paths.ts", "../../lambdas/lib/ids.ts"],
  ["web/src/features/blog/blog-page.tsx", "../store/store-page.tsx"],
  ["web/src/ui/icon.tsx", "../features/blog/blog-page.tsx"],
  ["infra/table.ts", "../lambdas/lib/ids.ts"],
  ["infra/table.ts", "../web/src/paths.ts"],
])("the linter reports that %s imports %s", async (path, from) => {
  expect(await reportedForImport(path, from)).toEqual(["@typescript-eslint/no-restricted-imports"]);
});

test.each([
  ["shared/money.ts", "zod/mini"],
  ["lambdas/orders/receipt.ts", "../products/product-table.ts"],
  ["lambdas/orders/receipt.ts", "../../shared/money.ts"],
  ["infra/table.ts", "../shared/limits.ts"],
])("the linter allows %s to import %s", async (path, from) => {
  expect(await reportedForImport(path, from)).toEqual([]);
});
