import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build, type BuildResult } from "esbuild";
import { bundleOptions } from "../../bundle.ts";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, ".build/dev/functions");

/** Not minified. The source maps name TypeScript files, relative to the bundle, for stack traces. */
const devOptions = {
  ...bundleOptions(),
  outdir: folder,
  minify: false,
  sourcemap: "linked",
  sourcesContent: false,
} as const;
type Bundles = BuildResult<typeof devOptions>;
const optionsFor = (names: readonly string[]) => ({
  ...devOptions,
  entryPoints: devOptions.entryPoints.filter(({ out }) => names.includes(dirname(out))),
});

/**
 * Bundle all functions for development and run the bundles in place of the synthesized code.
 * `replaceCode` gets a function's name in `lambdas/` and the folder with its code. `onReplaced` gets the name
 * after each change of a source.
 */
export function createFunctionReloader(
  replaceCode: (name: string, folder: string) => void,
  onReplaced: (name: string) => void,
) {
  const sourcesByFunction = new Map<string, Set<string>>();

  const installBundles = ({ outputFiles, metafile }: Bundles): string[] => {
    for (const { path, text } of outputFiles) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    return Object.values(metafile.outputs).flatMap(({ entryPoint, inputs }) => {
      if (entryPoint === undefined) return [];
      const name = basename(entryPoint, ".ts");
      const codeFolder = join(folder, name);
      sourcesByFunction.set(name, new Set(Object.keys(inputs).map((file) => join(root, file))));
      writeFileSync(join(codeFolder, "package.json"), '{"type":"commonjs"}');
      replaceCode(name, codeFolder);
      return [name];
    });
  };
  const rebuildFunctions = async (names: readonly string[]): Promise<void> =>
    installBundles(await build(optionsFor(names))).forEach(onReplaced);
  const rebuild = async (path: string): Promise<void> => {
    const names = [...sourcesByFunction].filter(([, files]) => files.has(path)).map(([name]) => name);
    if (names.length === 0) return;
    // One build of many functions parses each file once, so it takes half the time of a build for each.
    await rebuildFunctions(names).catch(async () => {
      // The error may be in the source of only one of the functions.
      if (names.length === 1) return;
      for (const name of names) await rebuildFunctions([name]).catch(() => undefined);
    });
  };

  /** Builds run one after another. esbuild itself prints errors in the sources. */
  let lastBuild: Promise<unknown> = build(devOptions)
    .then(installBundles)
    .catch(() => undefined);
  return {
    /** Bundle and replace the functions that use the source `path`. After an error, the old code stays. */
    reloadFunctionsOf(path: string): void {
      // Some editors empty a file before they write it. Both changes may cause only one event, so wait for the content.
      const delayMs = statSync(path, { throwIfNoEntry: false })?.size === 0 ? 200 : 0;
      lastBuild = lastBuild.then(() => wait(delayMs)).then(() => rebuild(path));
    },
  };
}
