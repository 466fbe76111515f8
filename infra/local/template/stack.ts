import type * as z from "zod/mini";
import { stackNameOf } from "../../names.ts";
import { checkIntrinsics, evaluate, NO_VALUE, type Scope } from "./intrinsics.ts";
import { ACCOUNT, REGION, resourceTypes, type NamedResource, type ResourceType } from "./resource-types.ts";

type RawResource = { Type: string; Properties?: Record<string, unknown>; Condition?: string };

export type Template = {
  Resources: Record<string, RawResource>;
  Parameters?: Record<string, { Default?: unknown }>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  Conditions?: Record<string, unknown>;
  Outputs?: Record<string, { Value: unknown }>;
};

/** A resource with evaluated and parsed properties. `ref` is the physical id. */
export type Resource<P> = { logicalId: string; ref: string; properties: P };

/** A template whose expressions are evaluated on demand, with local names for resources. */
export type Stack = {
  /** Every resource of a type, its properties parsed by `schema`. */
  resources<S extends z.ZodMiniType>(type: string, schema: S): Resource<z.infer<S>>[];
  /** The template's only resource of a type. Throws if there is none, or more than one. */
  onlyResource<S extends z.ZodMiniType>(type: string, schema: S): Resource<z.infer<S>>;
  /** The value of Fn::GetAtt. */
  attribute(logicalId: string, attribute: string): string;
  evaluate(value: unknown): unknown;
  /** The types in the template that the local stack should run, but whose resources no emulator has read. */
  unreadTypes(): string[];
};

const pseudoParameters: Record<string, unknown> = {
  "AWS::Region": REGION,
  "AWS::AccountId": ACCOUNT,
  "AWS::Partition": "aws",
  "AWS::URLSuffix": "amazonaws.com",
  "AWS::StackName": stackNameOf("local"),
  "AWS::StackId": `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${stackNameOf("local")}/local`,
  "AWS::NoValue": NO_VALUE,
};

/** `secret` returns the text of the secret that a dynamic reference names. */
export type StackOptions = { secret?: ((id: string) => string) | undefined };

/**
 * Read a template. Throws for an unknown resource type or intrinsic, even if it is not used. So every deployed
 * resource runs here too, or is known to have no effect.
 */
export function readStack(template: Template, { secret }: StackOptions = {}): Stack {
  for (const resource of Object.values(template.Resources)) resourceTypeOf(resource.Type);
  checkIntrinsics(template.Resources);

  const rawResource = (logicalId: string): RawResource => {
    const resource = template.Resources[logicalId];
    if (!resource) throw new Error(`The template has no resource ${logicalId}.`);
    return resource;
  };
  const namedResource = (logicalId: string): NamedResource => ({
    logicalId,
    property(name) {
      const value = evaluate(rawResource(logicalId).Properties?.[name], scope);
      return typeof value === "string" ? value : undefined;
    },
  });
  const scope: Scope = {
    ref(name) {
      if (Object.hasOwn(pseudoParameters, name)) return pseudoParameters[name];
      const parameter = template.Parameters?.[name];
      if (parameter) return parameter.Default;
      return resourceTypeOf(rawResource(name).Type).ref(namedResource(name));
    },
    attribute(logicalId, attribute) {
      const { Type } = rawResource(logicalId);
      const nameOf = resourceTypeOf(Type).attribute(attribute);
      if (!nameOf) throw new Error(`The local stack does not know the attribute ${attribute} of ${Type}.`);
      return nameOf(namedResource(logicalId));
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
  const evaluateWithSecrets = (part: unknown): unknown => withSecrets(evaluate(part, scope), secret);

  const readTypes = new Set<string>();
  const types = new Set(Object.values(template.Resources).map(({ Type }) => Type));
  const resources: Stack["resources"] = (type, schema) => {
    readTypes.add(type);
    return Object.entries(template.Resources)
      .filter(
        ([, resource]) =>
          resource.Type === type && (!resource.Condition || scope.condition(resource.Condition)),
      )
      .map(([logicalId, resource]) => {
        const parsed = schema.safeParse(evaluateWithSecrets(resource.Properties ?? {}));
        if (!parsed.success) throw new Error(`${type} ${logicalId}: ${parsed.error.message}`);
        return { logicalId, ref: String(scope.ref(logicalId)), properties: parsed.data };
      });
  };
  return {
    evaluate: evaluateWithSecrets,
    unreadTypes: () => [...types].filter((type) => resourceTypeOf(type).isEmulated && !readTypes.has(type)),
    attribute: (logicalId, attribute) => String(scope.attribute(logicalId, attribute)),
    resources,
    onlyResource(type, schema) {
      const [resource, ...others] = resources(type, schema);
      if (!resource || others.length > 0) throw new Error(`The local stack expects exactly one ${type}.`);
      return resource;
    },
  };
}

function resourceTypeOf(type: string): ResourceType {
  const resourceType = resourceTypes[type];
  if (!resourceType)
    throw new Error(`The template has a resource of type ${type}, which the local stack does not know.`);
  return resourceType;
}

/** CloudFormation's dynamic reference, `{{resolve:secretsmanager:<arn or name>:SecretString:<json key>…}}` */
const dynamicReference =
  /\{\{resolve:([\w-]+):((?:arn:aws:secretsmanager:[^:]*:[^:]*:secret:)?[^:}]*)(?::SecretString)?(?::([^:}]*))?[^}]*\}\}/g;

function withSecrets(value: unknown, secret: StackOptions["secret"]): unknown {
  if (typeof value === "string")
    return value.replace(dynamicReference, (whole, service: string, id: string, key: string | undefined) => {
      if (service !== "secretsmanager" || !secret)
        throw new Error(`The local stack cannot resolve ${whole}.`);
      const secretText = secret(id);
      return key ? String((JSON.parse(secretText) as Record<string, unknown>)[key]) : secretText;
    });
  if (Array.isArray(value)) return value.map((part) => withSecrets(part, secret));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withSecrets(part, secret)]));
}
