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

/** A stage with every optional setting, beside those that are deployed. */
export const customSettings = {
  ...stages.dev,
  domain: "shop.example.org",
  certificateArn: "arn:aws:acm:us-east-1:1:x",
  originSecretVersion: "EXAMPLE1-90ab-cdef-fedc-ba987EXAMPLE",
  consumerAccounts: [CONSUMER],
} satisfies StageSettings;
export type TestStage = "local" | "dev" | "prod" | "custom";

const root = join(import.meta.dirname, "../..");
const cache = join(root, ".build/synthesized");

/** What a synthesis depends on. The local stack under infra/ is not part of it. */
const sources = ["infra", "lambdas", "shared", "cdk.json", "package-lock.json", "test/infra/synthesized.ts"];
const unused = join("infra", "local") + sep;

/** Changes with every change of a source. */
function sourceHash(): string {
  const files = sources
    .flatMap((name) =>
      statSync(join(root, name)).isFile()
        ? [name]
        : readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((file) =>
            join(name, file),
          ),
    )
    .filter((file) => !file.startsWith(unused) && statSync(join(root, file)).isFile())
    .sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}

/** A small stand-in for the output of `npm run build`. */
const builtSite = {
  "index.html": '<link rel="canonical" href="__ORIGIN__/">',
  "store/index.html": '<link rel="canonical" href="__ORIGIN__/store">',
  "robots.txt": "Sitemap: __ORIGIN__/sitemap.xml",
  "logo.svg": "<svg/>",
  ".vite/manifest.json": "{}",
  "assets/main-0a1b2c.js": "",
};

/** Write a built site, and a layer without sharp, into a folder; the options of `shopApp` that name them. */
export function writeInputs(folder: string): { site: string; layer: string } {
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [file, text] of Object.entries(builtSite)) write(join("site", file), text);
  write("layer/package.json", "{}");
  return { site: join(folder, "site"), layer: join(folder, "layer") };
}

/** A lock older than this was left by a run that was killed. */
const STALE_LOCK_MS = 120_000;

function isStale(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > STALE_LOCK_MS;
}

/** Create a folder that only one worker at a time can create. */
function acquire(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (isStale(lock)) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** Remove what was synthesized from older sources and not written for an hour, in which no run can still read it. */
function removeOutdated(current: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (name !== current && found && Date.now() - found.mtimeMs > 3_600_000)
      rmSync(path, { recursive: true, force: true });
  }
}

/** The folder of a stage's cloud assembly. The first worker that needs one synthesizes it, later ones read it. */
export async function assemblyFolder(stage: TestStage): Promise<string> {
  const hash = sourceHash();
  const folder = join(cache, hash);
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
  // Loading the CDK takes seconds, which tests that find an assembly do not need.
  const { synthShop } = await import("../../infra/app.ts");
  const unfinished = mkdtempSync(`${assembly}-`);
  const outdir = join(unfinished, "out");
  synthShop({ stage, stages: { ...stages, custom: customSettings }, outdir, ...writeInputs(unfinished) });
  renameSync(outdir, assembly);
  rmSync(unfinished, { recursive: true });
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
