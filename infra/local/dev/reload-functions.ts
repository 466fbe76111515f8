import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, context, type BuildContext, type BuildResult } from "esbuild";
import { bundleOptions } from "../../bundle.ts";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, ".build/dev/functions");

/**
 * Development bundles are not minified. The maps beside them name the TypeScript files relative to the bundle, for stack
 * traces and breakpoints.
 */
const devOptions = {
  ...bundleOptions(),
  outdir: folder,
  minify: false,
  sourcemap: "linked",
  sourcesContent: false,
} as const;
type Result = BuildResult<typeof devOptions>;

export type FunctionReloader = {
  /** Bundle the functions that contain the source `path` again and replace them; after an error they keep their code. */
  sourceChanged(path: string): void;
  close(): Promise<void>;
};

/**
 * Bundle all functions for development and replace their code. `replaceCode` gets a function's name in `lambdas/` and
 * the folder with its code; `onReplaced` gets the name after a later change.
 */
export async function createFunctionReloader(
  replaceCode: (name: string, folder: string) => void,
  onReplaced: (name: string) => void,
): Promise<FunctionReloader> {
  /** The sources of each function. */
  const inputs = new Map<string, Set<string>>();
  /** A context keeps what it has parsed, so that the second bundle of a function takes a tenth of the first one's time. */
  const contexts = new Map<string, Promise<BuildContext<typeof devOptions>>>();

  const install = ({ outputFiles, metafile }: Result): string[] => {
    for (const { path, text } of outputFiles) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    return devOptions.entryPoints.flatMap(({ out }) => {
      const name = dirname(out);
      const codeFolder = join(folder, name);
      const output = Object.entries(metafile.outputs).find(
        ([file]) => join(root, file) === join(folder, `${out}.js`),
      );
      if (!output) return [];
      inputs.set(name, new Set(Object.keys(output[1].inputs).map((file) => join(root, file))));
      writeFileSync(join(codeFolder, "package.json"), '{"type":"commonjs"}');
      replaceCode(name, codeFolder);
      return [name];
    });
  };
  const contextOf = (name: string): Promise<BuildContext<typeof devOptions>> => {
    const entryPoints = devOptions.entryPoints.filter(({ out }) => dirname(out) === name);
    const made = contexts.get(name) ?? context({ ...devOptions, entryPoints });
    contexts.set(name, made);
    return made;
  };
  install(await build(devOptions));

  let last: Promise<void> = Promise.resolve();
  return {
    sourceChanged(path) {
      const names = [...inputs].filter(([, files]) => files.has(path)).map(([name]) => name);
      for (const name of names)
        last = last
          .then(async () => install(await (await contextOf(name)).rebuild()).forEach(onReplaced))
          // esbuild has printed the error in the source.
          .catch(() => undefined);
    },
    async close() {
      await Promise.all([...contexts.values()].map(async (made) => (await made).dispose()));
    },
  };
}
