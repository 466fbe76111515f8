import * as z from "zod/mini";
import type { Stack } from "../template/stack.ts";
import { isLike } from "../util/wildcards.ts";

/** A call to AWS as IAM checks it. `context`: values of condition keys, such as `dynamodb:LeadingKeys`. */
export type AwsCall = { action: string; resource: string; context?: Record<string, readonly string[]> };

/**
 * Returns the message of AWS's refusal if the function's role does not allow a call, or else undefined. A
 * caller without a name is a command, which has an administrator's credentials.
 */
export type FindRefusal = (functionName: string | undefined, call: AwsCall) => string | undefined;

const Texts = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((texts) => [texts].flat()),
);
const Statement = z.object({
  Effect: z.literal("Allow"),
  Action: Texts,
  Resource: Texts,
  Condition: z.optional(z.record(z.string(), z.record(z.string(), Texts))),
});
type Statement = z.infer<typeof Statement>;
const Policy = z.object({
  Roles: z.array(z.string()),
  PolicyDocument: z.object({ Statement: z.array(Statement) }),
});
const FunctionProperties = z.object({ Role: z.string() });

type Operator = (values: readonly string[], patterns: readonly string[]) => boolean;
/** The condition operators of the template's policies. A request without the key satisfies `ForAllValues`. */
const operators: Record<string, Operator> = {
  "ForAllValues:StringLike": (values, patterns) =>
    values.every((value) => patterns.some((pattern) => isLike(value, pattern))),
  "ForAllValues:StringEquals": (values, allowed) => values.every((value) => allowed.includes(value)),
  StringEquals: (values, allowed) => values.length > 0 && values.every((value) => allowed.includes(value)),
  Null: (values, [isNull]) => String(values.length === 0) === isNull,
};

function operatorNamed(name: string): Operator {
  const operator = operators[name];
  if (!operator) throw new Error(`The local stack does not know the condition operator ${name}.`);
  return operator;
}

const allows = ({ Action, Resource, Condition = {} }: Statement, call: AwsCall): boolean =>
  Action.some((pattern) => isLike(call.action, pattern)) &&
  Resource.some((pattern) => isLike(call.resource, pattern)) &&
  Object.entries(Condition).every(([name, keys]) =>
    Object.entries(keys).every(([key, patterns]) => operatorNamed(name)(call.context?.[key] ?? [], patterns)),
  );

/** Reads what the role of each function allows. Throws for an unknown condition operator. */
export function readPermissions(stack: Stack): FindRefusal {
  const statementsByRole = new Map<string, Statement[]>();
  for (const { properties } of stack.resources("AWS::IAM::Policy", Policy)) {
    const { Statement: statements } = properties.PolicyDocument;
    for (const { Condition = {} } of statements) Object.keys(Condition).forEach(operatorNamed);
    for (const role of properties.Roles)
      statementsByRole.set(role, [...(statementsByRole.get(role) ?? []), ...statements]);
  }
  const statementsByFunction = new Map(
    stack
      .resources("AWS::Lambda::Function", FunctionProperties)
      .map(({ ref, properties }) => [ref, statementsByRole.get(properties.Role.replace(/:Arn$/, "")) ?? []]),
  );
  return (functionName, call) => {
    const allowsCall = (statement: Statement): boolean => allows(statement, call);
    if (functionName === undefined || statementsByFunction.get(functionName)?.some(allowsCall))
      return undefined;
    const { action, resource, context = {} } = call;
    return (
      `User: ${functionName} is not authorized to perform: ${action} on resource: ${resource} ` +
      `(${JSON.stringify(context)}) because no identity-based policy allows the ${action} action`
    );
  };
}
