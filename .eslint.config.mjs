// Type-aware lint rules (no floating promises, no `any`) and the allowed directions of imports between the folders.
import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

/** In `files`, forbid the imports that match `patterns`, with a message that says what is allowed. */
const direction = (files, ...patterns) => ({
  files,
  rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] },
});
const forbid = (regex, message) => ({ regex, message });
const outside = (folders) => `^(\\.\\./)+(${folders})/`;
const noBarrel = forbid("/index(\\.tsx?)?$", "No barrels: import from the file that owns the name.");

export default ts.config(
  { ignores: [".build/**", ".shop/**", "node_modules/**", "**/*.mjs"] },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "No default exports: names are searchable." },
      ],
    },
  },
  direction(
    ["shared/**"],
    forbid("^(?!zod(/mini)?$|\\./|\\.\\./(?!infra|lambdas|web|test))", "shared imports zod only."),
    noBarrel,
  ),
  direction(["lambdas/*.ts"], forbid(outside("infra|web|test"), "lambdas import shared only."), noBarrel),
  direction(
    ["lambdas/*/**"],
    forbid(outside("infra|web|test"), "lambdas import shared only."),
    forbid("^\\.\\./[a-z-]+\\.ts$", "A use-case never imports an entry point."),
    noBarrel,
  ),
  direction(
    ["lambdas/{orders,products,contact,media,mail}/**"],
    forbid(outside("infra|web|test"), "lambdas import shared only."),
    forbid("^\\.\\./[a-z-]+\\.ts$", "A use-case never imports an entry point."),
    forbid(
      "^\\.\\./(?!\\.\\./|lib/|mail/send-mail\\.ts$|orders/stored-order\\.ts$)[a-z-]+/(?![a-z-]+-table\\.ts$)",
      "A use-case may use another capability's table files, the stored order and sendMail, never its use-cases.",
    ),
    noBarrel,
  ),
  direction(["lambdas/lib/**"], forbid("^\\.\\./(?!\\.\\./shared/)", "lib imports shared only."), noBarrel),
  direction(["web/**"], forbid(outside("infra|lambdas|test"), "web imports shared only."), noBarrel),
  direction(
    ["web/src/features/*/*"],
    forbid(outside("infra|lambdas|test"), "web imports shared only."),
    forbid("^\\.\\./(?!\\.\\./)|^\\.\\./\\.\\./features/", "Features never import each other."),
    noBarrel,
  ),
  direction(
    ["web/src/features/*/*/**"],
    forbid(outside("infra|lambdas|test"), "web imports shared only."),
    forbid("^(\\.\\./){2}(?!\\.\\./)|^(\\.\\./)+features/", "Features never import each other."),
    noBarrel,
  ),
  direction(
    ["web/src/ui/**"],
    forbid("features/", "ui imports no feature."),
    forbid(outside("infra|lambdas|test"), "web imports shared only."),
    noBarrel,
  ),
  {
    files: ["infra/**"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: outside("lambdas"),
              allowTypeImports: true,
              message: "infra takes types only from lambdas; code is named by its entry path.",
            },
            { regex: outside("web|test"), message: "infra imports shared only." },
          ],
        },
      ],
    },
  },
  { files: ["web/**/*.tsx", "web/**/*.ts"], ...hooks.configs.flat.recommended },
  {
    files: [
      "web/vite.config.ts",
      "test/vitest.config.ts",
      "test/playwright.config.ts",
      "test/support/playwright-results.ts",
      "web/src/features/**/*-page.tsx",
    ],
    rules: { "no-restricted-syntax": "off" },
  },
);
