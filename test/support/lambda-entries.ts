import { readdirSync } from "node:fs";

/** The names of all functions: every .ts file in the root of `lambdas/` is one. */
export const lambdaEntries = readdirSync(new URL("../../lambdas/", import.meta.url))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replace(/\.ts$/, ""));
