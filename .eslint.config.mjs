// Lint rules that need no types, and the allowed directions of imports between the folders. For the rules that need
// types, see test/lint/typed-rules.json.
import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

/** A configuration that forbids, in `files`, the imports that match `patterns`. */
const restrictImports = (files, ...patterns) => ({
  files,
  rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] },
});
const forbidImport = (regex, message) => ({ regex, message });
const pathInto = (folders) => `^(\\.\\./)+(${folders})/`;
const barrelImport = forbidImport(
  "/index(\\.tsx?)?$",
  "No barrels: import from the file that owns the name.",
);

export default ts.config(
  { ignores: [".build/**", ".shop/**", "node_modules/**", "**/*.mjs"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "No default exports: names are searchable." },
      ],
    },
  },
  restrictImports(
    ["shared/**"],
    forbidImport("^(?!zod(/mini)?$|\\./|\\.\\./(?!infra|lambdas|web|test))", "shared imports only zod."),
    barrelImport,
  ),
  restrictImports(
    ["lambdas/*.ts"],
    forbidImport(pathInto("infra|web|test"), "lambdas import only shared."),
    barrelImport,
  ),
  restrictImports(
    ["lambdas/*/**"],
    forbidImport(pathInto("infra|web|test"), "lambdas import only shared."),
    forbidImport("^\\.\\./[a-z-]+\\.ts$", "A use-case never imports an entry point."),
    barrelImport,
  ),
  restrictImports(
    ["lambdas/{orders,products,contact,media,mail}/**"],
    forbidImport(pathInto("infra|web|test"), "lambdas import only shared."),
    forbidImport("^\\.\\./[a-z-]+\\.ts$", "A use-case never imports an entry point."),
    forbidImport(
      "^\\.\\./(?!\\.\\./|lib/|mail/send-mail\\.ts$|orders/stored-order\\.ts$)[a-z-]+/(?![a-z-]+-table\\.ts$)",
      "A use-case may use another capability's table files, the stored order and sendMail, never its use-cases.",
    ),
    barrelImport,
  ),
  restrictImports(
    ["lambdas/lib/**"],
    forbidImport("^\\.\\./(?!\\.\\./shared/)", "lib imports only shared."),
    barrelImport,
  ),
  restrictImports(
    ["web/**"],
    forbidImport(pathInto("infra|lambdas|test"), "web imports only shared."),
    barrelImport,
  ),
  restrictImports(
    ["web/src/features/*/*"],
    forbidImport(pathInto("infra|lambdas|test"), "web imports only shared."),
    forbidImport("^\\.\\./(?!\\.\\./)|^\\.\\./\\.\\./features/", "Features never import each other."),
    barrelImport,
  ),
  restrictImports(
    ["web/src/features/*/*/**"],
    forbidImport(pathInto("infra|lambdas|test"), "web imports only shared."),
    forbidImport("^(\\.\\./){2}(?!\\.\\./)|^(\\.\\./)+features/", "Features never import each other."),
    barrelImport,
  ),
  restrictImports(
    ["web/src/ui/**"],
    forbidImport("features/", "ui imports no feature."),
    forbidImport(pathInto("infra|lambdas|test"), "web imports only shared."),
    barrelImport,
  ),
  {
    files: ["infra/**"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: pathInto("lambdas"),
              allowTypeImports: true,
              message:
                "infra imports only types from lambdas, and refers to a function by the path of its file.",
            },
            { regex: pathInto("web|test"), message: "infra imports only shared." },
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
