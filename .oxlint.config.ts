// The lint rules, and the allowed directions of imports between the folders. `npm run lint` also reports TypeScript's
// own errors.
import { defineConfig, type OxlintOverride } from "oxlint";

/** Forbids, in `files`, the imports whose paths match one of the patterns. */
const restrictImports = (files: string[], ...patterns: object[]): OxlintOverride => ({
  files,
  rules: { "typescript/no-restricted-imports": ["error", { patterns: [...patterns, barrelImport] }] },
});
const forbidImport = (regex: string, message: string) => ({ regex, message });
const pathInto = (folders: string): string => `^(\\.\\./)+(${folders})/`;
const barrelImport = forbidImport(
  "/index(\\.tsx?)?$",
  "No barrels: import from the file that owns the name.",
);
const lambdasImport = forbidImport(pathInto("infra|web|test"), "lambdas import only shared.");
const entryPointImport = forbidImport("^\\.\\./[a-z-]+\\.ts$", "A use-case never imports an entry point.");
const webImport = forbidImport(pathInto("infra|lambdas|test"), "web imports only shared.");
const featureImport = (regex: string) => forbidImport(regex, "Features never import each other.");

export default defineConfig({
  plugins: ["eslint", "typescript", "react", "import"],
  categories: { correctness: "error" },
  options: { typeAware: true, typeCheck: true, denyWarnings: true, respectEslintDisableDirectives: false },
  ignorePatterns: ["**/*.mjs"],
  rules: {
    "eslint/eqeqeq": "error",
    "eslint/no-array-constructor": "error",
    "eslint/no-case-declarations": "error",
    "eslint/no-empty": "error",
    "eslint/no-fallthrough": "error",
    "eslint/no-prototype-builtins": "error",
    "eslint/no-regex-spaces": "error",
    "eslint/no-unexpected-multiline": "error",
    "eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "eslint/no-useless-assignment": "error",
    "eslint/no-var": "error",
    "eslint/prefer-const": "error",
    "eslint/prefer-rest-params": "error",
    "eslint/prefer-spread": "error",
    "eslint/preserve-caught-error": "error",
    // Names that are exported by default cannot be searched for.
    "import/no-default-export": "error",
    "react/rules-of-hooks": "error",
    "react/unsupported-syntax": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-empty-object-type": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-meaningless-void-operator": "off",
    "typescript/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
    "typescript/no-misused-spread": "off",
    "typescript/no-namespace": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-require-imports": "error",
    "typescript/no-unnecessary-type-assertion": "error",
    "typescript/no-unnecessary-type-constraint": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-enum-comparison": "error",
    "typescript/no-unsafe-function-type": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/no-useless-default-assignment": "off",
    "typescript/only-throw-error": "error",
    "typescript/prefer-promise-reject-errors": "error",
    "typescript/require-array-sort-compare": "off",
    "typescript/require-await": "error",
    "typescript/restrict-plus-operands": "error",
    "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
  },
  overrides: [
    restrictImports(
      ["shared/**"],
      forbidImport(pathInto("infra|lambdas|web|test"), "shared imports only zod."),
      { group: ["*", "!zod", "!zod/mini", "!./**", "!../**"], message: "shared imports only zod." },
    ),
    restrictImports(["lambdas/*.ts"], lambdasImport),
    restrictImports(["lambdas/*/**"], lambdasImport, entryPointImport),
    restrictImports(["lambdas/{orders,products,contact,media,mail}/**"], lambdasImport, entryPointImport, {
      group: [
        "../*/*",
        "!../../**",
        "!../lib/*",
        "!../*/*-table.ts",
        "!../orders/stored-order.ts",
        "!../mail/send-mail.ts",
        // Codes and tax are steps of the use-case that places an order.
        "!../discounts/{code-uses,offer}.ts",
        "!../tax/add-tax.ts",
      ],
      message:
        "A use-case may use another capability's table files, the stored order and sendMail, never its use-cases.",
    }),
    restrictImports(
      ["lambdas/lib/**"],
      lambdasImport,
      forbidImport("^\\.\\./[^.]", "lib imports only shared."),
    ),
    restrictImports(["web/**"], webImport),
    restrictImports(
      ["web/src/features/*/*"],
      webImport,
      featureImport("^\\.\\./[^.]|^\\.\\./\\.\\./features/"),
    ),
    restrictImports(
      ["web/src/features/*/*/**"],
      webImport,
      featureImport("^(\\.\\./){2}[^.]|^(\\.\\./)+features/"),
    ),
    // The door has the sign-in of the back office, and nothing else of it.
    restrictImports(
      ["web/src/features/door/*/**"],
      webImport,
      featureImport("^(\\.\\./){2}(?!admin/(auth/|amplify-theme\\.css))[^.]|^(\\.\\./)+features/"),
    ),
    restrictImports(["web/src/ui/**"], forbidImport("features/", "ui imports no feature."), webImport),
    restrictImports(
      ["infra/**"],
      {
        regex: pathInto("lambdas"),
        allowTypeImports: true,
        message: "infra imports only types from lambdas, and refers to a function by the path of its file.",
      },
      forbidImport(pathInto("web|test"), "infra imports only shared."),
    ),
    // These commands may import from lambdas: they read and change orders in the shop's own way, so that versions, events
    // and index keys stay right, and check Stripe's key as the shop does.
    restrictImports(
      [
        "infra/commands/{closing,customer,stripe}/**",
        "infra/commands/connect-stripe.ts",
        "infra/commands/restore/code-uses.ts",
      ],
      forbidImport(pathInto("web|test"), "infra imports only shared."),
    ),
    {
      // These files read today's date in render, which oxlint reports and ESLint's rule did not.
      files: [
        "web/src/features/admin/order-list/use-matching-orders.ts",
        "web/src/features/contact/studio.tsx",
        "web/src/shell/footer.tsx",
      ],
      rules: { "react/purity": "off" },
    },
    {
      files: [
        ".oxlint.config.ts",
        "web/vite.config.ts",
        "test/vitest.config.ts",
        "test/playwright.config.ts",
        "test/support/playwright-results.ts",
        "web/src/features/**/*-page.tsx",
      ],
      rules: { "import/no-default-export": "off" },
    },
  ],
});
