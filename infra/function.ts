import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal, type PolicyStatementProps } from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import { functionCode } from "./bundle.ts";
import type { StageSettings } from "./stages.ts";

/** One variable of a function's environment, with the permission that makes it useful. */
export type Use = { value: string; grant?: (fn: lambda.Function) => void };

/** A variable that needs no permission. */
export const plain = (value: string): Use => ({ value });

/** A variable that names what `statement` allows. */
export const allowed = (value: string, ...statements: PolicyStatementProps[]): Use => ({
  value,
  grant: (fn) => statements.forEach((statement) => fn.addToRolePolicy(new PolicyStatement(statement))),
});

/** What every capability is built with. */
export type Shop = { settings: StageSettings; alarms: Alarms };

type FunctionProps<Env> = Shop & {
  /** One entry a variable of the function's own environment schema: a missing one fails the type check. */
  uses: { [Name in keyof Env]: Use };
  timeout: Duration;
  /** MB; processor time comes in proportion. */
  memorySize?: number;
  /** What people lose while this function fails, and what to do about it: the text of its alarm. */
  whenFailing: string;
};

/** CloudFormation's ids and esbuild's entries from one name: `catalog-api` is `CatalogApi`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The function whose code is `lambdas/<name>.ts`, with the environment it declares and no permission beyond it. */
export function shopFunction<Env>(
  scope: Construct,
  name: string,
  props: FunctionProps<Env>,
): lambda.Function {
  const id = pascalCase(name);
  const uses = Object.entries<Use>(props.uses);
  const functionName = `${Stack.of(scope).stackName}-${name}`;
  const logGroup = shopLog(scope, `${id}Log`, `/aws/lambda/${functionName}`, props.settings);
  // Not the managed policy, which lets a function write to every log of the account.
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  logGroup.grantWrite(role);

  const fn = new lambda.Function(scope, id, {
    // The name by which alarms, logs and people call it.
    functionName,
    code: lambda.Code.fromAsset(functionCode(name)),
    handler: "index.handler",
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: lambda.Architecture.ARM_64,
    timeout: props.timeout,
    memorySize: props.memorySize ?? 512,
    ...reservedFor(name, props.settings),
    role,
    logGroup,
    loggingFormat: lambda.LoggingFormat.JSON,
    environment: Object.fromEntries(uses.map(([variable, use]) => [variable, use.value])),
  });
  for (const [, use] of uses) use.grant?.(fn);

  props.alarms.watch(scope, `${id}Failing`, {
    metric: fn.metricErrors({ period: Duration.minutes(5) }),
    text: `${name} fails. ${props.whenFailing}`,
  });
  return fn;
}

/** Environments set aside for a function, where the stage has some: as many at most, and never fewer for want of others'. */
function reservedFor(name: string, { reservedConcurrency }: StageSettings): lambda.FunctionOptions {
  const count = new Map(Object.entries(reservedConcurrency ?? {})).get(name);
  return count === undefined ? {} : { reservedConcurrentExecutions: count };
}

/** A log that ends when the stage says, and goes with the stack: what must last is in the table. */
export const shopLog = (
  scope: Construct,
  id: string,
  logGroupName: string,
  { logRetentionDays }: StageSettings,
): LogGroup =>
  new LogGroup(scope, id, {
    logGroupName,
    retention: logRetentionDays satisfies RetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
