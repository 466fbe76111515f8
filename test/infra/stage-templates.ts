import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod/mini";
import { buildIfMissing, hashOf } from "../../infra/local/template/build-cache.ts";
import { exampleStages, fullStage, localStage } from "../../infra/example-stages.ts";
import { STACK_PREFIX } from "../../infra/names.ts";
import type { StageSettings } from "../../infra/stage-settings.ts";

const consumerEnv = { account: "111122223333", region: "eu-west-1" };
/** The bus of a consumer in another account and region. */
export const CONSUMER_BUS = `arn:aws:events:${consumerEnv.region}:${consumerEnv.account}:event-bus/shop-events-prod`;
/** The bus of a shop in the same account and region as its consumer. */
export const SHOP_BUS = "arn:aws:events:us-east-1:999988887777:event-bus/shop";

/**
 * The settings of the stage `custom`, for tests of settings that the other stages do not have, such as a certificate without a
 * zone in Route 53.
 */
export const customSettings = {
  ...exampleStages.dev,
  requireSecondFactor: true,
  domain: "shop.example.org",
  certificateArn: "arn:aws:acm:us-east-1:999988887777:certificate/x",
  originSecretVersion: "EXAMPLE1-90ab-cdef-fedc-ba987EXAMPLE",
  consumers: [{ name: "fulfilment", busArn: CONSUMER_BUS }],
  retainData: true,
  firstDeployment: true,
  gradualReleases: true,
  releaseAtOnce: true,
  account: "999988887777",
  mailSender: "shop@shop.example.org",
  existingMailIdentity: true,
  teamEmail: "team@shop.example.org",
  alarmEmail: "alarms@shop.example.org",
  podcast: {
    feed: "https://feeds.example.org/show.xml",
    mediaOrigins: ["https://media.example.org", "https://*.cdn.example.org"],
  },
  tax: "record-only",
} satisfies StageSettings;
const CONSUMER_STACKS = { elsewhere: "consumer-elsewhere", beside: "consumer-beside" } as const;
/**
 * The stages of the tests. They are not in infra/stages.ts, so that the settings of operators do not change the tests.
 */
export const testStages = {
  local: localStage,
  ...exampleStages,
  everything: fullStage,
  custom: customSettings,
};
export type TestStage = keyof typeof testStages;

const root = join(import.meta.dirname, "../..");

/** The files and folders that a synthesis depends on. */
const sources = (): string[] => [
  ...readdirSync(join(root, "infra"))
    .filter((name) => !/^(local|commands|decisions)$|\.md$/.test(name))
    .map((name) => join("infra", name)),
  ...["lambdas", "shared", "cdk.json", "package-lock.json", "test/infra/stage-templates.ts"],
];

/** A small placeholder for the output of `npm run build`. */
const builtSite = {
  "index.html": '<link rel="canonical" href="__ORIGIN__/">',
  "checkout/index.html": '<html lang="en">',
  "store/index.html": '<link rel="canonical" href="__ORIGIN__/store">',
  "robots.txt": "Sitemap: __ORIGIN__/sitemap.xml",
  "logo.svg": "<svg/>",
  ".vite/manifest.json": "{}",
  "assets/main-0a1b2c.js": "",
};

/** Writes a built site, and a layer without sharp; returns their paths as options of `createShopApp`. */
export function writeInputs(folder: string): { siteFolder: string; layerFolder: string } {
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [file, text] of Object.entries(builtSite)) write(join("site", file), text);
  write("layer/package.json", "{}");
  return { siteFolder: join(folder, "site"), layerFolder: join(folder, "layer") };
}

/** The folder of a stage's cloud assembly, synthesized if a source has changed since the last synthesis. */
export async function assemblyFolder(stage: TestStage): Promise<string> {
  const key = `${stage}-${hashOf(root, sources())}`;
  const folder = await buildIfMissing(join(root, ".build/synthesized"), key, async (unfinished) => {
    // Imported only here, because loading the CDK takes seconds.
    const { createShopApp } = await import("../../infra/app.ts");
    const app = createShopApp({
      stage,
      stages: testStages,
      outdir: join(unfinished, "assembly"),
      ...writeInputs(unfinished),
    });
    if (stage === "custom") await addConsumers(app);
    app.synth();
  });
  return join(folder, "assembly");
}

/** Adds the stacks of two consumers: one in another account and region, one in the shop's account and region. */
async function addConsumers(app: App): Promise<void> {
  const { ConsumerStack } = await import("../../infra/consumers/consumer-stack.ts");
  const commonProps = { stage: "prod", alarmEmail: "warehouse@example.org" };
  new ConsumerStack(
    app,
    CONSUMER_STACKS.elsewhere,
    { ...commonProps, shopAccount: customSettings.account },
    {
      env: consumerEnv,
    },
  );
  new ConsumerStack(app, CONSUMER_STACKS.beside, { ...commonProps, busArn: SHOP_BUS });
}

/** The template of a stage. */
export const stageTemplate = (stage: TestStage): Promise<Template> =>
  templateOf(stage, `${STACK_PREFIX}${stage}`);

/** The template of a consumer's own stack. */
export const consumerTemplate = (where: keyof typeof CONSUMER_STACKS): Promise<Template> =>
  templateOf("custom", CONSUMER_STACKS[where]);

async function templateOf(stage: TestStage, stack: string): Promise<Template> {
  const file = join(await assemblyFolder(stage), `${stack}.template.json`);
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
  const properties = artifacts[`${STACK_PREFIX}${stage}`]?.properties;
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
