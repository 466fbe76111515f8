import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { cachedBuild, hashOf } from "./build-cache.ts";
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
  /** Puts the shop's address in place of the placeholder in a text of an asset. */
  withOrigin: (text: string) => string;
};

const root = join(import.meta.dirname, "../../..");
/** The assembly's sources. Of infra/local only this file changes what is synthesized. */
const sources = (): string[] => [
  ...readdirSync(join(root, "infra"))
    .filter((name) => name !== "local")
    .map((name) => join("infra", name)),
  join("infra", "local", "template", "assembly.ts"),
  ...["lambdas", "shared", "package-lock.json", "cdk.json", "tsconfig.json", join(".build", "web")],
];
/** How the file name of a synthesized template ends; before it is the stack's name. */
const TEMPLATE = ".template.json";
/** Placeholder for the shop's address, so that one assembly fits every port. */
const ORIGIN_PLACEHOLDER = "http://origin-placeholder.invalid";

/** The stage `local` for a shop at `origin`, synthesized if its sources have changed since it last was. */
export async function openAssembly(origin: string): Promise<Assembly> {
  const folder = await cachedBuild(join(root, ".build", "assemblies"), hashOf(root, sources()), synthesize);
  const fileNamed = (suffix: string): string => {
    const [name, ...more] = readdirSync(folder).filter((file) => file.endsWith(suffix));
    if (name === undefined || more.length > 0)
      throw new Error(`The local stack expects one ${suffix} in ${folder}.`);
    return name;
  };
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const templateFile = fileNamed(TEMPLATE);
  const withOrigin = (text: string): string => text.replaceAll(ORIGIN_PLACEHOLDER, origin);
  const { files } = Assets.parse(JSON.parse(read(fileNamed(".assets.json"))));
  const paths = new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, join(folder, source.path ?? "")]),
    ),
  );
  return {
    // The CDK writes valid templates; the properties of each resource are checked where they are used.
    template: JSON.parse(withOrigin(read(templateFile))) as Template,
    stackName: basename(templateFile, TEMPLATE),
    assetFolder(key) {
      const path = paths.get(key);
      if (path === undefined) throw new Error(`The assembly has no asset ${key}.`);
      return path;
    },
    withOrigin,
  };
}

async function synthesize(outdir: string): Promise<void> {
  // Loading the CDK takes two seconds, so it is loaded only when it is needed.
  const { synthShop } = await import("../../app.ts");
  // An empty layer: its sharp is built for Lambda's machine, so functions here use the one in node_modules.
  const layer = join(outdir, "layer");
  mkdirSync(layer);
  const context = {
    siteOrigin: ORIGIN_PLACEHOLDER,
    identityEndpoint: `${ORIGIN_PLACEHOLDER}/_local/cognito`,
  };
  synthShop({ stage: "local", outdir, context, layer });
}
