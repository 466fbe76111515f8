import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

const FORBIDDEN_IMPORTS: readonly (readonly [path: string, from: string])[] = [
  ["shared/money.ts", "../lambdas/lib/ids.ts"],
  ["shared/money.ts", "stripe"],
  ["lambdas/checkout-api.ts", "../infra/stages.ts"],
  ["lambdas/lib/ids.ts", "../orders/receipt.ts"],
  ["lambdas/orders/receipt.ts", "../checkout-api.ts"],
  ["lambdas/orders/receipt.ts", "../products/save-product.ts"],
  ["lambdas/orders/receipt.ts", "../../web/src/paths.ts"],
  ["web/src/paths.ts", "../../lambdas/lib/ids.ts"],
  ["web/src/features/blog/blog-page.tsx", "../store/store-page.tsx"],
  ["web/src/features/admin/auth/session.ts", "../../store/store-page.tsx"],
  ["web/src/ui/icon.tsx", "../features/blog/blog-page.tsx"],
  ["web/src/ui/icon.tsx", "../shell/index.ts"],
  ["infra/table.ts", "../lambdas/lib/ids.ts"],
  ["infra/table.ts", "../web/src/paths.ts"],
];
const ALLOWED_IMPORTS: typeof FORBIDDEN_IMPORTS = [
  ["shared/money.ts", "zod/mini"],
  ["shared/money.ts", "./site/brand.ts"],
  ["lambdas/orders/receipt.ts", "../products/product-table.ts"],
  ["lambdas/orders/receipt.ts", "../../shared/money.ts"],
  ["infra/table.ts", "../shared/limits.ts"],
];
const CODE_EXAMPLES = [
  [
    "a promise that is not awaited",
    "export const f = async () => Promise.resolve();\nf();\n",
    "no-floating-promises",
  ],
  ["a value of type any", 'export const a = JSON.parse("1");\n', "no-unsafe-assignment"],
  ["a wrong type", 'export const a: number = "1";\n', "TS2322"],
  ["an element that may not exist", "export const f = (a: number[]): number => a[0];\n", "TS2322"],
  ["a default export", "export default 1;\n", "no-default-export"],
  [
    "a violation below an eslint-disable comment",
    "// eslint-disable-next-line no-var\nexport var a = 1;\n",
    "no-var",
  ],
  [
    "a hook in a condition",
    'import { useId } from "react";\nexport function useA(a: boolean) {\n  if (a) useId();\n}\n',
    "rules-of-hooks",
  ],
] as const;

const folder = mkdtempSync(join(tmpdir(), "lint-"));
afterAll(() => rmSync(folder, { recursive: true }));
let output: readonly string[];

/** Lints all the examples in one run, because starting the linter takes most of the time. */
beforeAll(() => {
  const write = (path: string, code: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code, { flag: "a" });
  };
  for (const [path, from] of [...FORBIDDEN_IMPORTS, ...ALLOWED_IMPORTS])
    write(path, `export { thing } from ${JSON.stringify(from)};\n`);
  CODE_EXAMPLES.forEach(([, code], i) => write(`test/code-${i}.ts`, code));
  for (const file of ["tsconfig.json", ".oxlint.config.ts"]) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const args = [
    join(root, "node_modules/oxlint/bin/oxlint"),
    "-c",
    ".oxlint.config.ts",
    "--format=unix",
    "infra",
    "lambdas",
    "shared",
    "test",
    "web",
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", timeout: 60_000 });
  output = stdout.split("\n");
});
const reports = (path: string, rule: string): string[] =>
  output.filter((line) => line.startsWith(`${path}:`) && line.includes(rule));

test.each(CODE_EXAMPLES.map(([name, , rule], i) => [name, rule, `test/code-${i}.ts`] as const))(
  "the linter reports %s",
  (_name, rule, path) => {
    expect(reports(path, rule)).toHaveLength(1);
  },
);

test("no comment switches a rule off", () => {
  // Joined from two parts, so that this file does not contain the comment.
  const directive = ["oxlint", "disable"].join("-");
  const files = ["infra", "lambdas", "shared", "test", "web"].flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(root, name, file)),
  );
  expect(files.length).toBeGreaterThan(900);
  expect(files.filter((file) => readFileSync(file, "utf8").includes(directive))).toEqual([]);
});

test.each(FORBIDDEN_IMPORTS)("the linter reports that %s imports %s", (path, from) => {
  expect(reports(path, `'${from}' import is restricted`)).toHaveLength(1);
});

test.each(ALLOWED_IMPORTS)("the linter allows %s to import %s", (path, from) => {
  expect(reports(path, `'${from}' import is restricted`)).toEqual([]);
});
