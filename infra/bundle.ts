import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { buildSync, type BuildOptions } from "esbuild";

const root = join(import.meta.dirname, "..");
const source = join(root, "lambdas");
const target = join(root, ".build/lambdas");

/** What was bundled, for the size budgets: https://esbuild.github.io/api/#metafile. */
export const metafile = join(target, "meta.json");

/**
 * Ways to find credentials that a function never goes: Lambda gives its own in the environment, where the SDK looks
 * first. A quarter of each bundle.
 */
const credentialsElsewhere = [
  ...["sso", "ini", "process", "web-identity", "http"].map((kind) => `@aws-sdk/credential-provider-${kind}`),
  "@smithy/credential-provider-imds",
];

/** Packages with machine code of their own: they come in a layer, built for the functions' machine. */
const inLayers = ["sharp"];

let bundled: Set<string> | undefined;

/**
 * The folder with a function's bundled code, `index.js` in it. Every file in the root of `lambdas/` is one
 * function; the first call bundles them all.
 */
export function functionCode(name: string): string {
  bundled ??= bundleFunctions();
  if (!bundled.has(name)) throw new Error(`There is no function lambdas/${name}.ts.`);
  return join(target, name);
}

/** The names of all functions: the files in the root of `lambdas/`. */
const functionNames = (): string[] =>
  readdirSync(source)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => basename(file, ".ts"));

/** esbuild's settings for all functions, one folder `<name>/index.js` each. */
export const bundleOptions = () =>
  ({
    absWorkingDir: root,
    entryPoints: functionNames().map((name) => ({ in: join(source, `${name}.ts`), out: `${name}/index` })),
    outdir: target,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    // Packages' ES modules are shaken; the default order takes their CommonJS builds whole, 25 ms of each cold start.
    mainFields: ["module", "main"],
    external: [...credentialsElsewhere, ...inLayers],
    metafile: true,
    write: false,
    logLevel: "warning",
  }) satisfies BuildOptions;

function bundleFunctions(): Set<string> {
  const bundles = buildSync(bundleOptions());
  for (const { path, text } of bundles.outputFiles) put(path, text);
  // Says which kind of module index.js is, whatever package it is unpacked under.
  const names = functionNames();
  for (const name of names) put(join(target, name, "package.json"), '{"type":"commonjs"}');
  put(metafile, JSON.stringify(bundles.metafile));
  return new Set(names);
}

/** Leaves a file alone that is as it should be: tests and a running local stack may be reading it. */
function put(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
