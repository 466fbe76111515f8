import { join } from "node:path";
import { ESLint } from "eslint";
import { expect, test } from "vitest";
import { configs } from "typescript-eslint";

const cwd = join(import.meta.dirname, "../..");
const settings = { cwd, overrideConfigFile: join(cwd, ".eslint.config.mjs") };
/** The repository's rules, with the types of one file in place of the whole project's: ten seconds less. */
const typed = new ESLint({
  ...settings,
  overrideConfig: {
    languageOptions: {
      parserOptions: {
        project: "./test/lint/tsconfig.json",
        // Where CI is set, it would read the file once from the disk, and not the code that is given here.
        disallowAutomaticSingleRunInference: true,
      },
    },
  },
});
/** The same rules less those that need types, and so without loading the whole project for each file. */
const quick = new ESLint({ ...settings, overrideConfig: configs.disableTypeChecked });

/** The rules that fire on `code` if it stood in `path`, an existing file. */
async function firing(eslint: ESLint, path: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: join(cwd, path) });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

test("the linter fires on a promise that nobody awaits", async () => {
  const code = "const save = async () => Promise.resolve();\nexport const run = () => {\n  save();\n};\n";
  expect(await firing(typed, "lambdas/lib/ids.ts", code)).toEqual([
    "@typescript-eslint/no-floating-promises",
  ]);
}, 120_000);

const imports = (path: string, from: string) =>
  firing(quick, path, `export { thing } from ${JSON.stringify(from)};\n`);

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
])("the linter fires when %s imports %s", async (path, from) => {
  expect(await imports(path, from)).toEqual(["@typescript-eslint/no-restricted-imports"]);
});

test.each([
  ["shared/money.ts", "zod/mini"],
  ["lambdas/orders/receipt.ts", "../products/product-table.ts"],
  ["lambdas/orders/receipt.ts", "../../shared/money.ts"],
  ["infra/table.ts", "../shared/limits.ts"],
])("the linter lets %s import %s", async (path, from) => {
  expect(await imports(path, from)).toEqual([]);
});
