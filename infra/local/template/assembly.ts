import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { localStageWith } from "../../example-stages.ts";
import { buildIfMissing, hashOf } from "./build-cache.ts";
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
  /** The folder of an asset, by its key in the assets bucket. */
  assetFolder: (key: string) => string;
  /** Puts the shop's URL in place of its placeholder in an asset's text. */
  insertOrigin: (text: string) => string;
};

const root = join(import.meta.dirname, "../../..");
/** The paths of all sources of the synthesized stack. Of infra/local, only this file is a source. */
const sources = (): string[] => [
  ...readdirSync(join(root, "infra"))
    .filter((name) => !/^(local|commands|decisions)$|\.md$/.test(name))
    .map((name) => join("infra", name)),
  join("infra", "local", "template", "assembly.ts"),
  ...["lambdas", "shared", "package-lock.json", "cdk.json", "tsconfig.json", ".build/web", ".build/pages"],
];
/** A synthesized template's file name is the stack's name and this suffix. */
const TEMPLATE_SUFFIX = ".template.json";
/** Placeholder for the shop's URL, so that one assembly fits every port. */
const ORIGIN_PLACEHOLDER = "http://origin-placeholder.invalid";

/** The stage `local` with `features` (separated by commas), for a shop at `origin`. Synthesizes only if a source has changed. */
export async function openAssembly(origin: string, features = ""): Promise<Assembly> {
  const key = [hashOf(root, sources()), ...features.split(",").filter(Boolean)].join("-");
  const folder = await buildIfMissing(join(root, ".build", "assemblies"), key, (outdir) =>
    synthesize(outdir, features),
  );
  const fileEndingWith = (suffix: string): string => {
    const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith(suffix));
    if (name === undefined || others.length > 0)
      throw new Error(`The local stack expects one ${suffix} in ${folder}.`);
    return name;
  };
  const readText = (name: string): string => readFileSync(join(folder, name), "utf8");
  const templateFile = fileEndingWith(TEMPLATE_SUFFIX);
  const insertOrigin = (text: string): string => text.replaceAll(ORIGIN_PLACEHOLDER, origin);
  const { files } = Assets.parse(JSON.parse(readText(fileEndingWith(".assets.json"))));
  const paths = new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, join(folder, source.path ?? "")]),
    ),
  );
  return {
    // The CDK writes valid templates. The code that uses a resource checks the resource's properties.
    template: JSON.parse(insertOrigin(readText(templateFile))) as Template,
    stackName: basename(templateFile, TEMPLATE_SUFFIX),
    assetFolder(key) {
      const path = paths.get(key);
      if (path === undefined) throw new Error(`The assembly has no asset ${key}.`);
      return path;
    },
    insertOrigin,
  };
}

/** Loads the CDK, which takes a second. Loaded only when it is needed, and in parallel with the build of the site. */
export const loadSynthesis = () => import("../../app.ts");

async function synthesize(outdir: string, features: string): Promise<void> {
  const { synthShop } = await loadSynthesis();
  // The layer stays empty: functions on this machine use the package sharp in node_modules.
  const layerFolder = join(outdir, "layer");
  mkdirSync(layerFolder);
  const context = {
    siteOrigin: ORIGIN_PLACEHOLDER,
    identityEndpoint: `${ORIGIN_PLACEHOLDER}/_local/cognito`,
  };
  const stages = { local: localStageWith(features.split(",")) };
  synthShop({ stage: "local", stages, outdir, context, layerFolder });
}
