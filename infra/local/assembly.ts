import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { cachedBuild, hashOf } from "./template/build-cache.ts";
import type { Template } from "./template/stack.ts";

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
  template: Template;
  /** The folder or file behind a key in the assets bucket. */
  assetFolder: (key: string) => string;
  /** A text of an asset with the shop's address in place of the placeholder. */
  withOrigin: (text: string) => string;
};

const root = join(import.meta.dirname, "../..");
/** What the assembly is made of. Of infra/local it is this file alone. */
const sources = (): string[] => [
  ...readdirSync(join(root, "infra"))
    .filter((name) => name !== "local")
    .map((name) => join("infra", name)),
  join("infra", "local", "assembly.ts"),
  ...["lambdas", "shared", "package-lock.json", "cdk.json", "tsconfig.json", join(".build", "web")],
];
/** Stands for the shop's address, so that one assembly serves every port. */
const ORIGIN_PLACEHOLDER = "http://origin-placeholder.invalid";

/** The stage `local` for a shop at `origin`, synthesized if its sources have changed since it last was. */
export async function openAssembly(origin: string): Promise<Assembly> {
  const folder = await cachedBuild(join(root, ".build", "assemblies"), hashOf(root, sources()), synthesize);
  const read = (suffix: string): string => {
    const [name, ...more] = readdirSync(folder).filter((file) => file.endsWith(suffix));
    if (name === undefined || more.length > 0)
      throw new Error(`The local stack expects one ${suffix} in ${folder}.`);
    return readFileSync(join(folder, name), "utf8");
  };
  const withOrigin = (text: string): string => text.replaceAll(ORIGIN_PLACEHOLDER, origin);
  const { files } = Assets.parse(JSON.parse(read(".assets.json")));
  const paths = new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, join(folder, source.path ?? "")]),
    ),
  );
  return {
    // The CDK writes valid templates; the properties of each resource are checked where they are used.
    template: JSON.parse(withOrigin(read(".template.json"))) as Template,
    assetFolder(key) {
      const path = paths.get(key);
      if (path === undefined) throw new Error(`The assembly has no asset ${key}.`);
      return path;
    },
    withOrigin,
  };
}

async function synthesize(outdir: string): Promise<void> {
  // Loading the CDK takes two seconds: only when it is needed.
  const { synthShop } = await import("../app.ts");
  // Functions find the machine's own sharp beside the other packages: the layer holds another machine's code.
  const layer = join(outdir, "layer");
  mkdirSync(layer);
  const context = {
    siteOrigin: ORIGIN_PLACEHOLDER,
    identityEndpoint: `${ORIGIN_PLACEHOLDER}/_local/cognito`,
  };
  synthShop({ stage: "local", outdir, context, layer });
}
