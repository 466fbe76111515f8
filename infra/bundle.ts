import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { buildSync, type BuildOptions } from "esbuild";
import { ownSourceMap } from "./source-map.ts";

const root = join(import.meta.dirname, "..");
const source = join(root, "lambdas");
const target = join(root, ".build/lambdas");

/** Sizes and inputs of the bundles: https://esbuild.github.io/api/#metafile */
export const metafile = join(target, "meta.json");

/**
 * Providers of credentials that a function never uses: Lambda sets its credentials in the environment, where the SDK
 * looks first. Without them, each bundle is a quarter smaller.
 */
const unusedCredentialProviders = [
  ...["sso", "ini", "process", "web-identity", "http"].map((kind) => `@aws-sdk/credential-provider-${kind}`),
  "@smithy/credential-provider-imds",
];

/** Packages with native code: they are in a layer, built for Lambda's arm64. */
const inLayers = ["sharp"];

let bundled: Set<string> | undefined;

/**
 * The folder with a function's bundle, `index.js`, and its source map. Every file in the root of `lambdas/` is one
 * function; the first call bundles them all. Throws if there is no such function.
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
    // ES modules can be tree-shaken. The default order prefers CommonJS, which costs 25 ms of each cold start.
    mainFields: ["module", "main"],
    external: [...unusedCredentialProviders, ...inLayers],
    metafile: true,
    sourcemap: "linked",
    sourcesContent: false,
    write: false,
    logLevel: "warning",
  }) satisfies BuildOptions;

function bundleFunctions(): Set<string> {
  const bundles = buildSync(bundleOptions());
  for (const { path, text } of bundles.outputFiles)
    writeIfChanged(path, path.endsWith(".map") ? ownSourceMap(text) : text);
  // Node would take the type from a package.json further up: in the local stack, from the project's, which says "module".
  const names = functionNames();
  for (const name of names) writeIfChanged(join(target, name, "package.json"), '{"type":"commonjs"}');
  writeIfChanged(metafile, JSON.stringify(bundles.metafile));
  return new Set(names);
}

/** Tests or a running local stack may be reading the file, so it is written only when it changes. */
function writeIfChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
