import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { synthShop } from "../../app.ts";
import type { Template } from "./stack.ts";

const Assets = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.optional(z.string()) }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

export type Assembly = {
  stackName: string;
  template: Template;
  /** The folder or file that the deployment uploads under a key of the assets bucket. */
  assetFolder: (key: string) => string;
};

/** Synthesize the stage `local` into `outdir`; `context` replaces settings of the stage. */
export function synthesize(outdir: string, context: Record<string, unknown>): Assembly {
  rmSync(outdir, { recursive: true, force: true });
  // An empty layer: its sharp is built for Lambda's machine, so functions here use the one in node_modules.
  const layer = join(dirname(outdir), "layer");
  mkdirSync(layer, { recursive: true });
  const [stack, ...more] = synthShop({ stage: "local", outdir, context, layer }).stacks;
  if (!stack || more.length > 0) throw new Error("The local stack expects one stack in the app.");
  const manifest = stack.dependencies.flatMap((artifact) =>
    "file" in artifact ? [String(artifact.file)] : [],
  )[0];
  if (!manifest) throw new Error("The assembly has no asset manifest.");
  const { files } = Assets.parse(JSON.parse(readFileSync(manifest, "utf8")));
  const paths = new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [
        objectKey,
        join(dirname(manifest), source.path ?? ""),
      ]),
    ),
  );
  return {
    stackName: stack.stackName,
    // The CDK types its template as `any`. Every resource is parsed where it is used.
    template: stack.template as Template,
    assetFolder(key) {
      const path = paths.get(key);
      if (path === undefined) throw new Error(`The assembly has no asset ${key}.`);
      return path;
    },
  };
}
