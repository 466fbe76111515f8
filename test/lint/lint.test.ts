import { join } from "node:path";
import { ESLint } from "eslint";
import { expect, test } from "vitest";
import { configs } from "typescript-eslint";

const cwd = join(import.meta.dirname, "../..");
const settings = { cwd, overrideConfigFile: join(cwd, ".eslint.config.mjs") };
/** The repository's rules with a small tsconfig, because the whole project's types take ten seconds more. */
const typed = new ESLint({
  ...settings,
  overrideConfig: {
    languageOptions: {
      parserOptions: {
        project: "./test/lint/tsconfig.json",
        // In CI, typescript-eslint would otherwise read the file from disk in place of the code given here.
        disallowAutomaticSingleRunInference: true,
      },
    },
  },
});
/** The rules that need no types, which start faster. */
const quick = new ESLint({ ...settings, overrideConfig: configs.disableTypeChecked });

/** The rules that report `code` as the content of `path`, which must exist. */
async function reportedRules(eslint: ESLint, path: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: join(cwd, path) });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

test("the linter reports a promise that is not awaited", async () => {
  const code = "const save = async () => Promise.resolve();\nexport const run = () => {\n  save();\n};\n";
  expect(await reportedRules(typed, "lambdas/lib/ids.ts", code)).toEqual([
    "@typescript-eslint/no-floating-promises",
  ]);
}, 120_000);

const reportedForImport = (path: string, from: string) =>
  reportedRules(quick, path, `export { thing } from ${JSON.stringify(from)};\n`);

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
