import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { buildSync, type BuildOptions } from "esbuild";
import { reduceSourceMap } from "./source-map.ts";

const root = join(import.meta.dirname, "..");
const sourceFolder = join(root, "lambdas");
const bundleFolder = join(root, ".build/lambdas");

/** Path of the file with sizes and inputs of the bundles: https://esbuild.github.io/api/#metafile */
export const metafilePath = join(bundleFolder, "meta.json");

/**
 * Credential providers of the SDK that functions never use: Lambda sets credentials in environment variables,
 * which the SDK reads first. Without these packages, each bundle is a quarter smaller.
 */
const unusedCredentialProviders = [
  ...["sso", "ini", "process", "web-identity", "http"].map((kind) => `@aws-sdk/credential-provider-${kind}`),
  "@smithy/credential-provider-imds",
];

/** Packages with native code. A layer contains these packages, built for Lambda's arm64. */
const layerPackages = ["sharp"];

let bundledNames: Set<string> | undefined;

/**
 * The folder with a function's bundle, `index.js`, and its source map. Every `.ts` file in the root of `lambdas/` is
 * one function. The first call bundles all functions. Throws if `lambdas/` has no function with this name.
 */
export function functionCodeFolder(name: string): string {
  bundledNames ??= bundleFunctions();
  if (!bundledNames.has(name)) throw new Error(`There is no function lambdas/${name}.ts.`);
  return join(bundleFolder, name);
}

const functionNames = (): string[] =>
  readdirSync(sourceFolder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => basename(file, ".ts"));

/** esbuild's settings for all functions. */
export const bundleOptions = () =>
  ({
    absWorkingDir: root,
    entryPoints: functionNames().map((name) => ({
      in: join(sourceFolder, `${name}.ts`),
      out: `${name}/index`,
    })),
    outdir: bundleFolder,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    // Prefers a package's ES modules, whose unused code esbuild can leave out. esbuild's default prefers CommonJS, which
    // costs 25 ms at each cold start.
    mainFields: ["module", "main"],
    external: [...unusedCredentialProviders, ...layerPackages],
    // React has another build for development.
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    sourcemap: "linked",
    sourcesContent: false,
    write: false,
    logLevel: "warning",
  }) satisfies BuildOptions;

/** Calls `build` without Go's garbage collector, as esbuild's command line does: a quarter less time for a sixth more memory. */
function withoutGarbageCollector<T>(build: () => T): T {
  const { GOGC: valueBefore } = process.env;
  process.env["GOGC"] = "off";
  try {
    return build();
  } finally {
    if (valueBefore === undefined) delete process.env["GOGC"];
    else process.env["GOGC"] = valueBefore;
  }
}

function bundleFunctions(): Set<string> {
  const result = withoutGarbageCollector(() => buildSync(bundleOptions()));
  for (const { path, text } of result.outputFiles)
    writeIfChanged(path, path.endsWith(".map") ? reduceSourceMap(text) : text);
  // The bundles are CommonJS. Without a package.json of their own, Node would read the project's package.json when the local
  // stack loads a bundle, and that file says "module".
  const names = functionNames();
  for (const name of names) writeIfChanged(join(bundleFolder, name, "package.json"), '{"type":"commonjs"}');
  writeIfChanged(metafilePath, JSON.stringify(result.metafile));
  return new Set(names);
}

/** Writes a file only if its content changes, because tests or a running local stack may be reading it. */
function writeIfChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
