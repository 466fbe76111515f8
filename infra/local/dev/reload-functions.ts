import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build, context, type BuildContext, type BuildResult } from "esbuild";
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
  /** An esbuild context caches parsed files, so the second bundle of a function takes a tenth of the time. */
  const contexts = new Map<string, Promise<BuildContext<typeof devOptions>>>();

  const installBundles = ({ outputFiles, metafile }: Bundles): string[] => {
    for (const { path, text } of outputFiles) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    return devOptions.entryPoints.flatMap(({ out }) => {
      const name = dirname(out);
      const codeFolder = join(folder, name);
      const bundle = join(folder, `${out}.js`);
      const [, output] = Object.entries(metafile.outputs).find(([file]) => join(root, file) === bundle) ?? [];
      if (!output) return [];
      sourcesByFunction.set(name, new Set(Object.keys(output.inputs).map((file) => join(root, file))));
      writeFileSync(join(codeFolder, "package.json"), '{"type":"commonjs"}');
      replaceCode(name, codeFolder);
      return [name];
    });
  };
  const contextOf = (name: string): Promise<BuildContext<typeof devOptions>> => {
    const entryPoints = devOptions.entryPoints.filter(({ out }) => dirname(out) === name);
    const contextPromise = contexts.get(name) ?? context({ ...devOptions, entryPoints });
    contexts.set(name, contextPromise);
    return contextPromise;
  };
  const rebuildFunction = async (name: string): Promise<void> =>
    installBundles(await (await contextOf(name)).rebuild()).forEach(onReplaced);
  const rebuild = async (path: string): Promise<void> => {
    const names = [...sourcesByFunction].filter(([, files]) => files.has(path)).map(([name]) => name);
    for (const name of names) await rebuildFunction(name).catch(() => undefined);
  };

  /** Builds run one after another. esbuild itself prints errors in the sources. */
  let lastBuild: Promise<unknown> = build(devOptions)
    .then(installBundles)
    .catch(() => undefined);
  return {
    /** Bundle and replace the functions that use the source `path`. After an error, the old code stays. */
    reloadFunctionsOf(path: string): void {
      // Some editors empty a file before they write it, and both changes may cause only one event.
      const delayMs = statSync(path, { throwIfNoEntry: false })?.size === 0 ? 200 : 0;
      lastBuild = lastBuild.then(() => wait(delayMs)).then(() => rebuild(path));
    },
    async close(): Promise<void> {
      await Promise.all([...contexts.values()].map(async (promise) => (await promise).dispose()));
    },
  };
}
