import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { AwsSolutionsChecks } from "cdk-nag";
import * as z from "zod/mini";
import { layerFolder } from "./sharp-layer.ts";
import { ShopStack } from "./shop-stack.ts";
import { stageSettings, type StageSettings } from "./stages.ts";

const root = join(import.meta.dirname, "..");
const CdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

type Options = {
  /** Name of a stage; without it, the CDK context value `stage`, and without that `dev`. */
  stage?: string;
  /** The settings of every stage, by name; those of stages.ts if left out. */
  stages?: Record<string, StageSettings>;
  /** Where the cloud assembly goes; the CDK's own choice if left out. */
  outdir?: string;
  /** CDK context; a value under a setting's name replaces that setting of the stage. */
  context?: Record<string, unknown>;
  /** Folder of the built site. */
  site?: string;
  /** Folder of the built layer with sharp. */
  layer?: string;
};

/** The app with its one stack, before synthesis. Throws if the stage's settings are not complete. */
export function shopApp(options: Options): App {
  const {
    stage,
    stages,
    outdir,
    context = {},
    site = join(root, ".build/web"),
    layer = layerFolder,
  } = options;
  // The CDK's command line passes the context of cdk.json; a call in-process has to read it.
  const flags = CdkJson.parse(JSON.parse(readFileSync(join(root, "cdk.json"), "utf8"))).context;
  const app = new App({
    context: { ...flags, ...context },
    analyticsReporting: false,
    // The check takes seconds, and the local stage is not deployed to CloudFormation.
    builtinCloudFormationValidation: stage !== "local",
    ...(outdir !== undefined && { outdir }),
  });
  const read = (name: string): unknown => app.node.tryGetContext(name);
  const name = stage ?? z.catch(z.string(), "dev").parse(read("stage"));
  const settings = stageSettings(name, read, stages);
  new ShopStack(app, `bourbon-vipers-${name}`, { settings, folder: site, layer });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}

/** Synthesize one stage of the shop. */
export const synthShop = (options: Options): CloudAssembly => shopApp(options).synth();

if (import.meta.main) synthShop({});
