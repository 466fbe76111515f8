import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import type { CloudFormationStackArtifact } from "aws-cdk-lib/cx-api";
import { afterAll } from "vitest";
import * as z from "zod/mini";
import { synthShop } from "../../infra/app.ts";

const folder = mkdtempSync(join(tmpdir(), "shop-infra-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a build leaves behind, in small. */
const builtSite = {
  "index.html": '<link rel="canonical" href="__ORIGIN__/">',
  "store/index.html": '<link rel="canonical" href="__ORIGIN__/store">',
  "robots.txt": "Sitemap: __ORIGIN__/sitemap.xml",
  "logo.svg": "<svg/>",
  ".vite/manifest.json": "{}",
  "assets/main-0a1b2c.js": "",
};

/** A folder with a built site in it. */
export function writeSite(): string {
  const site = join(folder, "site");
  for (const [file, text] of Object.entries(builtSite)) {
    mkdirSync(dirname(join(site, file)), { recursive: true });
    writeFileSync(join(site, file), text);
  }
  return site;
}

/** A folder in place of the built layer: what is in it is sharp's own affair. */
export function writeLayer(): string {
  const layer = join(folder, "layer");
  mkdirSync(layer, { recursive: true });
  writeFileSync(join(layer, "package.json"), "{}");
  return layer;
}

/** The stack of a stage, as it would be deployed. */
export function synthesizedStack(
  stage: string,
  context: Record<string, unknown> = {},
): CloudFormationStackArtifact {
  const assembly = synthShop({
    stage,
    context,
    outdir: mkdtempSync(join(folder, "out-")),
    site: writeSite(),
    layer: writeLayer(),
  });
  return assembly.getStackByName(`bourbon-vipers-${stage}`);
}

/** The template of a stage. */
export const synthesized = (stage: string, context?: Record<string, unknown>): Template =>
  Template.fromJSON(z.parse(z.record(z.string(), z.unknown()), synthesizedStack(stage, context).template));

/** Every resource of a type: its logical id, and the properties that a test looks at. */
export const resources = <S extends z.ZodMiniType>(template: Template, type: string, properties: S) =>
  Object.entries(template.findResources(type)).map(([id, resource]) => ({
    id,
    properties: z.parse<S>(properties, resource["Properties"]),
  }));

/** The logical id in `{Ref}`. */
export const Ref = z.pipe(
  z.object({ Ref: z.string() }),
  z.transform((reference) => reference.Ref),
);
/** The logical id in `{Fn::GetAtt: [id, attribute]}`. */
export const GetAtt = z.pipe(
  z.object({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) }),
  z.transform((call) => call["Fn::GetAtt"][0]),
);
