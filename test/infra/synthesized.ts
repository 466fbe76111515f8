import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod/mini";
import { stages, type StageSettings } from "../../infra/stages.ts";

/** An AWS account that may make rules on the shop's bus. */
export const CONSUMER = "111122223333";

/** Settings of an additional stage that uses every optional setting. */
export const customSettings = {
  ...stages.dev,
  domain: "shop.example.org",
  certificateArn: "arn:aws:acm:us-east-1:1:x",
  originSecretVersion: "EXAMPLE1-90ab-cdef-fedc-ba987EXAMPLE",
  consumerAccounts: [CONSUMER],
} satisfies StageSettings;
export type TestStage = "local" | "dev" | "prod" | "custom";

const root = join(import.meta.dirname, "../..");
const cacheFolder = join(root, ".build/synthesized");

/** The files and folders that a synthesis depends on, except `unusedFolder`. */
const sources = ["infra", "lambdas", "shared", "cdk.json", "package-lock.json", "test/infra/synthesized.ts"];
const unusedFolder = join("infra", "local") + sep;

/** A hash that changes when a source file is changed, added or removed. */
function sourceHash(): string {
  const files = sources
    .flatMap((name) =>
      statSync(join(root, name)).isFile()
        ? [name]
        : readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((file) =>
            join(name, file),
          ),
    )
    .filter((file) => !file.startsWith(unusedFolder) && statSync(join(root, file)).isFile())
    .sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}

/** A small placeholder for the output of `npm run build`. */
const builtSite = {
  "index.html": '<link rel="canonical" href="__ORIGIN__/">',
  "store/index.html": '<link rel="canonical" href="__ORIGIN__/store">',
  "robots.txt": "Sitemap: __ORIGIN__/sitemap.xml",
  "logo.svg": "<svg/>",
  ".vite/manifest.json": "{}",
  "assets/main-0a1b2c.js": "",
};

/** Writes a built site, and a layer without sharp; returns their paths as options of `shopApp`. */
export function writeInputs(folder: string): { site: string; layer: string } {
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [file, text] of Object.entries(builtSite)) write(join("site", file), text);
  write("layer/package.json", "{}");
  return { site: join(folder, "site"), layer: join(folder, "layer") };
}

/** An older lock belongs to a run that was killed. */
const STALE_LOCK_MS = 120_000;

function isStale(lock: string): boolean {
  const stats = statSync(lock, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > STALE_LOCK_MS;
}

/** Creates the folder `lock`; returns false if another worker has created it. Removes a stale lock. */
function acquire(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (isStale(lock)) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** Removes the assemblies of older sources after an hour, when no run can still read them. */
function removeOutdated(currentHash: string): void {
  for (const name of readdirSync(cacheFolder)) {
    const path = join(cacheFolder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (name !== currentHash && stats && Date.now() - stats.mtimeMs > 3_600_000)
      rmSync(path, { recursive: true, force: true });
  }
}

/** The folder of a stage's cloud assembly. The first worker writes the assembly, later workers read it. */
export async function assemblyFolder(stage: TestStage): Promise<string> {
  const hash = sourceHash();
  const folder = join(cacheFolder, hash);
  const assembly = join(folder, stage);
  const lock = join(folder, `${stage}.lock`);
  mkdirSync(folder, { recursive: true });
  while (!existsSync(assembly)) {
    if (!acquire(lock)) {
      await sleep(100);
      continue;
    }
    try {
      if (!existsSync(assembly)) await synthesizeInto(assembly, stage);
      removeOutdated(hash);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return assembly;
}

async function synthesizeInto(assembly: string, stage: TestStage): Promise<void> {
  // Imported only here, because loading the CDK takes seconds.
  const { synthShop } = await import("../../infra/app.ts");
  const temporaryFolder = mkdtempSync(`${assembly}-`);
  const outdir = join(temporaryFolder, "out");
  synthShop({
    stage,
    stages: { ...stages, custom: customSettings },
    outdir,
    ...writeInputs(temporaryFolder),
  });
  renameSync(outdir, assembly);
  rmSync(temporaryFolder, { recursive: true });
}

/** The template of a stage. */
export async function synthesized(stage: TestStage): Promise<Template> {
  const file = join(await assemblyFolder(stage), `bourbon-vipers-${stage}.template.json`);
  return Template.fromJSON(
    z.parse(z.record(z.string(), z.unknown()), JSON.parse(readFileSync(file, "utf8"))),
  );
}

const Manifest = z.object({
  artifacts: z.record(z.string(), z.object({ properties: z.optional(z.looseObject({})) })),
});

/** The properties of a stage's stack in the assembly's manifest, such as `terminationProtection`. */
export async function stackProperties(stage: TestStage): Promise<Record<string, unknown>> {
  const file = join(await assemblyFolder(stage), "manifest.json");
  const { artifacts } = Manifest.parse(JSON.parse(readFileSync(file, "utf8")));
  const properties = artifacts[`bourbon-vipers-${stage}`]?.properties;
  if (!properties) throw new Error(`${file} has no stack of stage ${stage}.`);
  return properties;
}

/** All resources of a type, each with its logical id and the properties in the schema `properties`. */
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
