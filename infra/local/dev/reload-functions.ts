import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { context, type OutputFile } from "esbuild";
import { bundleOptions } from "../../bundle.ts";

const folder = join(import.meta.dirname, "../../../.build/dev/functions");

type Options = {
  /** Start a function, by its file's name in `lambdas/`, with the code in `folder`. */
  replaceCode: (name: string, folder: string) => void;
  /** Receives the names of the functions that were replaced. */
  onReplaced: (names: string[]) => void;
};

export type FunctionReloader = {
  /** Bundle again and replace the code of those functions that differ; with errors in a source, none is replaced. */
  rebuild(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Bundle all functions for development: not minified, and with source maps beside them, which name the TypeScript files
 * for stack traces and breakpoints. `.build/dev` is three levels below the root on any machine, so the maps' relative
 * paths hold.
 */
export async function createFunctionReloader({
  replaceCode,
  onReplaced,
}: Options): Promise<FunctionReloader> {
  // A context keeps what it parsed: a rebuild takes about 0.1 s.
  const bundler = await context({
    ...bundleOptions(),
    outdir: folder,
    minify: false,
    sourcemap: "linked",
    sourcesContent: false,
  });
  const current = new Map<string, string>();

  const write = ({ path, text }: OutputFile): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const replaceChanged = async (): Promise<void> => {
    const { outputFiles } = await bundler.rebuild();
    const isNew = ({ path, text }: OutputFile): boolean => current.get(path) !== text;
    const replaced = new Set(outputFiles.filter(isNew).map(({ path }) => dirname(path)));
    for (const file of outputFiles) {
      if (replaced.has(dirname(file.path))) write(file);
      current.set(file.path, file.text);
    }
    for (const codeFolder of replaced) {
      writeFileSync(join(codeFolder, "package.json"), '{"type":"commonjs"}');
      replaceCode(basename(codeFolder), codeFolder);
    }
    if (replaced.size > 0) onReplaced([...replaced].map((codeFolder) => basename(codeFolder)));
  };
  let last: Promise<void> = Promise.resolve();
  return {
    rebuild() {
      // esbuild has printed what is wrong in a source; the functions keep the code that they have.
      last = last.then(replaceChanged).catch(() => undefined);
      return last;
    },
    close: () => bundler.dispose(),
  };
}
