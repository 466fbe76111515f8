import * as z from "zod/mini";
import { fileOfFunction } from "../names.ts";

export const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z._default(z.record(z.string(), z.unknown()), {}) }),
  ),
});
export type Template = z.infer<typeof Template>;

const PARAMETERS: Record<string, string> = {
  "AWS::AccountId": "<account>",
  "AWS::Partition": "aws",
  "AWS::Region": "<region>",
};

/**
 * The name of a resource for a reader. A function has the name of its file, an alias the name of its function and its own
 * (`checkout-api:live`). Any other resource has its logical id without the hash at the end.
 */
export function nameOf({ Resources }: Template, id: string): string {
  const { Type, Properties = {} } = Resources[id] ?? {};
  const { FunctionName, Name } = Properties;
  if (Type === "AWS::Lambda::Function" && typeof FunctionName === "string")
    return fileOfFunction(FunctionName);
  if (Type === "AWS::Lambda::Alias") return `${textOf({ Resources }, FunctionName)}:${String(Name)}`;
  // Only the CDK's own functions have no name in the template.
  if (Type === "AWS::Lambda::Function") return "the CDK's helper that copies the site";
  return id.replace(/[0-9A-F]{8}$/, "");
}

/**
 * The text of a value of a template, in which names of resources replace the references. Throws for an unsupported
 * intrinsic function.
 */
export function textOf(template: Template, value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const {
    Ref,
    "Fn::GetAtt": attribute,
    "Fn::Join": join,
    "Fn::Sub": text,
  } = value as Record<string, unknown>;
  if (typeof text === "string")
    return text.replace(/\$\{([\w:]+)\}/g, (_, name: string) => textOf(template, { Ref: name }));
  if (typeof Ref === "string") return PARAMETERS[Ref] ?? nameOf(template, Ref);
  if (Array.isArray(attribute)) {
    const [id, name] = attribute.map(String);
    return nameOf(template, id ?? "") + (name === "Arn" || name === "StreamArn" ? "" : `.${name}`);
  }
  if (Array.isArray(join)) {
    const [separator, parts] = z.parse(z.tuple([z.string(), z.array(z.unknown())]), join);
    return parts.map((part) => textOf(template, part)).join(separator);
  }
  throw new Error(`No text for ${JSON.stringify(value)}`);
}

/** The texts of one value, or of each value of a list, sorted. */
export const textsOf = (template: Template, value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((part) => textOf(template, part)).sort();
