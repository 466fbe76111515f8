import type * as z from "zod/mini";
import { checkIntrinsics, evaluate, NO_VALUE, type Scope } from "./intrinsics.ts";
import { ACCOUNT, REGION, resourceTypes, type Naming, type ResourceType } from "./resource-types.ts";

type RawResource = { Type: string; Properties?: Record<string, unknown>; Condition?: string };

export type Template = {
  Resources: Record<string, RawResource>;
  Parameters?: Record<string, { Default?: unknown }>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  Conditions?: Record<string, unknown>;
  Outputs?: Record<string, { Value: unknown }>;
};

/** One resource with its properties evaluated and parsed. `ref` is its physical id. */
export type Resource<P> = { logicalId: string; ref: string; properties: P };

/** A template whose expressions are evaluated on demand, with local names in place of AWS's. */
export type Stack = {
  /** Every resource of a type, its properties parsed by `schema`. */
  resources<S extends z.ZodMiniType>(type: string, schema: S): Resource<z.infer<S>>[];
  /** The value of Fn::GetAtt. */
  attribute(logicalId: string, attribute: string): string;
  evaluate(value: unknown): unknown;
  /** Types in the template that should run here and that no part of the local stack has read. */
  unread(): string[];
};

const pseudo: Record<string, unknown> = {
  "AWS::Region": REGION,
  "AWS::AccountId": ACCOUNT,
  "AWS::Partition": "aws",
  "AWS::URLSuffix": "amazonaws.com",
  "AWS::StackName": "bourbon-vipers-local",
  "AWS::StackId": `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/bourbon-vipers-local/local`,
  "AWS::NoValue": NO_VALUE,
};

/** `secret` gives a secret's value for a dynamic reference. */
export type StackOptions = { secret?: ((id: string) => string) | undefined };

/**
 * Read a template. An unknown resource type or intrinsic throws with its name, used or not: nothing that is deployed may
 * be missing here unnoticed.
 */
export function readStack(template: Template, { secret }: StackOptions = {}): Stack {
  for (const resource of Object.values(template.Resources)) typeOf(resource.Type);
  checkIntrinsics(template.Resources);

  const raw = (logicalId: string): RawResource => {
    const resource = template.Resources[logicalId];
    if (!resource) throw new Error(`The template has no resource ${logicalId}.`);
    return resource;
  };
  const naming = (logicalId: string): Naming => ({
    logicalId,
    property(name) {
      const value = evaluate(raw(logicalId).Properties?.[name], scope);
      return typeof value === "string" ? value : undefined;
    },
  });
  const scope: Scope = {
    ref(name) {
      if (Object.hasOwn(pseudo, name)) return pseudo[name];
      const parameter = template.Parameters?.[name];
      if (parameter) return parameter.Default;
      return typeOf(raw(name).Type).ref(naming(name));
    },
    attribute(logicalId, attribute) {
      const { Type } = raw(logicalId);
      const known = typeOf(Type).attribute(attribute);
      if (!known) throw new Error(`The local stack does not know the attribute ${attribute} of ${Type}.`);
      return known(naming(logicalId));
    },
    mapping(map, key, entry) {
      const value = template.Mappings?.[map]?.[key]?.[entry];
      if (value === undefined) throw new Error(`The template has no mapping ${map}.${key}.${entry}.`);
      return value;
    },
    condition(name) {
      const condition = template.Conditions?.[name];
      if (condition === undefined) throw new Error(`The template has no condition ${name}.`);
      return evaluate(condition, scope) === true;
    },
  };
  const value = (part: unknown): unknown => withSecrets(evaluate(part, scope), secret);

  const read = new Set<string>();
  const types = new Set(Object.values(template.Resources).map(({ Type }) => Type));
  return {
    evaluate: value,
    unread: () => [...types].filter((type) => typeOf(type).isRun && !read.has(type)),
    attribute: (logicalId, attribute) => String(scope.attribute(logicalId, attribute)),
    resources(type, schema) {
      read.add(type);
      return Object.entries(template.Resources)
        .filter(
          ([, resource]) =>
            resource.Type === type && (!resource.Condition || scope.condition(resource.Condition)),
        )
        .map(([logicalId, resource]) => {
          const parsed = schema.safeParse(value(resource.Properties ?? {}));
          if (!parsed.success) throw new Error(`${type} ${logicalId}: ${parsed.error.message}`);
          return { logicalId, ref: String(scope.ref(logicalId)), properties: parsed.data };
        });
    },
  };
}

function typeOf(type: string): ResourceType {
  const known = resourceTypes[type];
  if (!known)
    throw new Error(`The template has a resource of type ${type}, which the local stack does not know.`);
  return known;
}

/** `{{resolve:secretsmanager:<arn or name>:SecretString:<json key>…}}` (CloudFormation user guide, "Dynamic references"). */
const dynamicReference =
  /\{\{resolve:([\w-]+):((?:arn:aws:secretsmanager:[^:]*:[^:]*:secret:)?[^:}]*)(?::SecretString)?(?::([^:}]*))?[^}]*\}\}/g;

function withSecrets(value: unknown, secret: StackOptions["secret"]): unknown {
  if (typeof value === "string")
    return value.replace(dynamicReference, (whole, service: string, id: string, key: string | undefined) => {
      if (service !== "secretsmanager" || !secret)
        throw new Error(`The local stack cannot resolve ${whole}.`);
      const found = secret(id);
      return key ? String((JSON.parse(found) as Record<string, unknown>)[key]) : found;
    });
  if (Array.isArray(value)) return value.map((part) => withSecrets(part, secret));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withSecrets(part, secret)]));
}
