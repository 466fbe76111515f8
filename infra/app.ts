import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { AwsSolutionsChecks } from "cdk-nag";
import * as z from "zod/mini";
import { stackNameOf } from "./names.ts";
import { sharpLayerFolder } from "./sharp-layer.ts";
import { ShopStack } from "./shop-stack.ts";
import type { StageSettings } from "./stage-settings.ts";
import { stageSettings } from "./stages.ts";

const root = join(import.meta.dirname, "..");
const CdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

type Options = {
  /** Name of a stage; default: the CDK context value `stage`, or `dev` if there is none. */
  stage?: string;
  /** The settings of every stage, by name; default: those in stages.ts. */
  stages?: Record<string, StageSettings>;
  /** Folder for the cloud assembly; default: the CDK's own choice. */
  outdir?: string;
  /** CDK context. A value with the name of an overridable setting (see stages.ts) replaces that setting of the stage. */
  context?: Record<string, unknown>;
  /** Folder of the built site. */
  siteFolder?: string;
  /** Folder of the built layer with sharp. */
  layerFolder?: string;
};

/** The app with its one stack, before synthesis. Throws if the stage is unknown or its settings are wrong. */
export function createShopApp(options: Options): App {
  const { stage, stages, siteFolder = join(root, ".build/web"), layerFolder = sharpLayerFolder } = options;
  const app = createCheckedApp(options);
  const readContext = (name: string): unknown => app.node.tryGetContext(name);
  const stageName = stage ?? z.catch(z.string(), "dev").parse(readContext("stage"));
  const settings = stageSettings(stageName, readContext, stages);
  new ShopStack(app, stackNameOf(stageName), { settings, siteFolder, layerFolder });
  return app;
}

/**
 * An empty app whose synthesis checks the templates. The synthesis fails for a template that CloudFormation would refuse,
 * and for a resource that breaks a rule of cdk-nag without a suppression. AWS's own validator, a part of the CDK, has the schemas of
 * all resources: see infra/decisions/validator-of-the-cdk.md.
 */
export function createCheckedApp({
  stage,
  outdir,
  context,
}: Pick<Options, "stage" | "outdir" | "context">): App {
  // The CDK's command line passes the context of cdk.json, but an App created in code does not read that
  // file.
  const contextOfCdkJson = CdkJson.parse(JSON.parse(readFileSync(join(root, "cdk.json"), "utf8"))).context;
  const app = new App({
    context: { ...contextOfCdkJson, ...context },
    analyticsReporting: false,
    // The validation takes seconds, and the local stage is never deployed to CloudFormation.
    builtinCloudFormationValidation: stage !== "local",
    ...(outdir !== undefined && { outdir }),
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}

export const synthShop = (options: Options): CloudAssembly => createShopApp(options).synth();

if (import.meta.main) synthShop({});
