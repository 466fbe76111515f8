import * as z from "zod/mini";
import { STACK_PREFIX } from "../../infra/names.ts";
import { GetAtt, Ref, resources, stageTemplate } from "./stage-templates.ts";

export const devTemplate = await stageTemplate("dev");

/** All functions of stage dev. */
export const functions = resources(
  devTemplate,
  "AWS::Lambda::Function",
  z.object({
    FunctionName: z.optional(z.string()),
    Runtime: z.string(),
    Architectures: z.optional(z.array(z.string())),
    Timeout: z.number(),
    Role: GetAtt,
    Environment: z.optional(z.object({ Variables: z.record(z.string(), z.unknown()) })),
    LoggingConfig: z.object({ LogFormat: z.optional(z.string()), LogGroup: Ref }),
  }),
);
/** The shop's functions, without the CDK's function that copies the site into its bucket. */
export const shopFunctions = functions.flatMap(({ properties: { FunctionName, ...properties } }) =>
  FunctionName ? [{ name: FunctionName.replace(`${STACK_PREFIX}dev-`, ""), ...properties }] : [],
);
