import * as z from "zod/mini";
import { nameOf, textOf, textsOf, type Template } from "./template-text.ts";

/** One IAM statement, as texts for a reader. */
export type Permission = {
  /** The chapter of infra/PERMISSIONS.md that lists the statement. */
  chapter: "functions" | "roles" | "resources";
  /** The function or role that has the permission, or the resource with the policy. */
  owner: string;
  effect: "Allow" | "Deny";
  actions: string[];
  /** The resources of the statement. Empty for one of AWS's own policies, and if the owner itself is the resource. */
  on: string[];
  /** Who may use the resource, or take the role. */
  who?: string;
  conditions: string[];
};

const Statement = z.object({
  Effect: z.enum(["Allow", "Deny"]),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.optional(z.unknown()),
  Principal: z.optional(z.union([z.string(), z.record(z.string(), z.unknown())])),
  Condition: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
});
const Document = z.object({ Statement: z.array(Statement) });
const References = z.array(z.object({ Ref: z.string() }));

/** The properties of resources that contain statements. A role's inline policies are not supported. */
const Role = z.object({
  AssumeRolePolicyDocument: Document,
  ManagedPolicyArns: z._default(z.array(z.unknown()), []),
  Policies: z.optional(z.never("Inline policies of a role are not read")),
});
const InvokePermission = z.object({
  Action: z.string(),
  FunctionName: z.unknown(),
  Principal: z.string(),
  SourceArn: z.unknown(),
});

/** Every IAM statement in a template. Throws for a statement in a resource of an unknown type. */
export function permissionsInTemplate(template: Template): Permission[] {
  // The name of the Lambda function that uses each role, by the role's logical id.
  const functionOfRole = new Map(
    Object.entries(template.Resources).flatMap(([id, { Type, Properties }]) => {
      const role = (Properties["Role"] as { "Fn::GetAtt"?: [string, string] } | undefined)?.["Fn::GetAtt"];
      return Type === "AWS::Lambda::Function" && role ? [[role[0], nameOf(template, id)]] : [];
    }),
  );
  const ownerOf = (roleId: string) => {
    const fn = functionOfRole.get(roleId);
    return { chapter: fn ? "functions" : "roles", owner: fn ?? nameOf(template, roleId) } as const;
  };
  const permissionsInDocument = (
    document: unknown,
    owner: Pick<Permission, "chapter" | "owner">,
    { isResourcePolicy = false } = {},
  ): Permission[] =>
    z.parse(Document, document).Statement.map(({ Effect, Action, Resource, Principal, Condition }) => ({
      ...owner,
      effect: Effect,
      actions: textsOf(template, Action),
      on: isResourcePolicy || Resource === undefined ? [] : textsOf(template, Resource),
      ...(Principal === undefined ? {} : { who: principalText(template, Principal) }),
      conditions: conditionTexts(template, Condition),
    }));
  const readers: Record<string, (properties: Record<string, unknown>, id: string) => Permission[]> = {
    "AWS::IAM::Policy": ({ Roles, PolicyDocument }) =>
      z.parse(References, Roles).flatMap(({ Ref }) => permissionsInDocument(PolicyDocument, ownerOf(Ref))),
    "AWS::IAM::Role": (properties, id) => {
      const { AssumeRolePolicyDocument, ManagedPolicyArns } = z.parse(Role, properties);
      const managedPolicies = ManagedPolicyArns.map((arn) => ({
        ...ownerOf(id),
        effect: "Allow" as const,
        actions: [`all of ${textOf(template, arn)}`],
        on: [],
        conditions: [],
      }));
      return [...managedPolicies, ...permissionsInDocument(AssumeRolePolicyDocument, ownerOf(id))];
    },
    "AWS::Lambda::Permission": (properties) => {
      const { Action, FunctionName, Principal, SourceArn } = z.parse(InvokePermission, properties);
      const conditions = conditionTexts(template, { ArnLike: { "aws:SourceArn": SourceArn } });
      const owner = textOf(template, FunctionName);
      return [
        {
          chapter: "resources",
          owner,
          effect: "Allow",
          actions: [Action],
          on: [],
          who: Principal,
          conditions,
        },
      ];
    },
    ...Object.fromEntries(
      [
        ["AWS::S3::BucketPolicy", "Bucket"],
        ["AWS::SQS::QueuePolicy", "Queues"],
        ["AWS::SNS::TopicPolicy", "Topics"],
      ].map(([type = "", property = ""]) => [
        type,
        (properties: Record<string, unknown>) =>
          textsOf(template, properties[property]).flatMap((owner) =>
            // A bucket's statements name the bucket or its objects, so their resources are listed too.
            permissionsInDocument(
              properties["PolicyDocument"],
              { chapter: "resources", owner },
              {
                isResourcePolicy: property !== "Bucket",
              },
            ),
          ),
      ]),
    ),
  };
  return Object.entries(template.Resources).flatMap(([id, { Type, Properties }]) => {
    const reader = readers[Type];
    if (reader) return reader(Properties, id);
    if (JSON.stringify(Properties).includes('"Effect":'))
      throw new Error(
        `${id} is a ${Type} with IAM statements, which infra/commands/template-permissions.ts does not read.`,
      );
    return [];
  });
}

const principalText = (template: Template, principal: string | Record<string, unknown>): string =>
  typeof principal === "string"
    ? principal
    : Object.values(principal)
        .flatMap((value) => textsOf(template, value))
        .join(", ");

const conditionTexts = (template: Template, conditions: Record<string, Record<string, unknown>>): string[] =>
  Object.entries(conditions)
    .flatMap(([operator, keys]) =>
      Object.entries(keys).map(
        ([key, values]) =>
          `\`${key}\` ${operator} ${textsOf(template, values)
            .map((text) => `\`${text}\``)
            .join(" or ")}`,
      ),
    )
    .sort();
