import { type Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal, type PolicyStatementProps } from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import { functionCode } from "./bundle.ts";
import { functionLogName, functionNameOf } from "./names.ts";
import type { Releases } from "./releases.ts";
import type { StageSettings } from "./stages.ts";

/** One variable of a function's environment, and the permissions that the function needs to use it. */
export type EnvBinding = { value: string; grant?: (fn: lambda.Function) => void };

/** A variable that needs no permission. */
export const value = (text: string): EnvBinding => ({ value: text });

/** A variable that names a resource, with the permissions in `statements`. */
export const withPermissions = (text: string, ...statements: PolicyStatementProps[]): EnvBinding => ({
  value: text,
  grant: (fn) => statements.forEach((statement) => fn.addToRolePolicy(new PolicyStatement(statement))),
});

/** Properties of every construct of the shop. */
export type CommonProps = {
  settings: StageSettings;
  alarms: Alarms;
  /** The queue of messages that could not be handled or delivered. */
  deadLetters: Queue;
  /** Undefined if the stage replaces functions at once. */
  releases: Releases | undefined;
};

type FunctionProps<Env> = CommonProps & {
  /** One entry for each variable in the function's `Env` schema: a missing one fails the type check. */
  environment: { [Name in keyof Env]: EnvBinding };
  timeout: Duration;
  /** In MB; default: 512. A Lambda function gets processor time in proportion to its memory. */
  memorySize?: number;
};

/** The construct id for a function's name: `catalog-api` becomes `CatalogApi`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Create the function `lambdas/<name>.ts` with its environment, and only the permissions of its bindings. */
export function shopFunction<Env>(
  scope: Construct,
  name: string,
  props: FunctionProps<Env>,
): lambda.Function {
  const id = pascalCase(name);
  const bindings = Object.entries<EnvBinding>(props.environment);
  const { stackName } = Stack.of(scope);
  const logGroup = shopLogGroup(scope, `${id}Log`, functionLogName(stackName, name), props.settings);
  // AWSLambdaBasicExecutionRole would let the function write to every log group of the account.
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  logGroup.grantWrite(role);

  const fn = new lambda.Function(scope, id, {
    functionName: functionNameOf(stackName, name),
    code: lambda.Code.fromAsset(functionCode(name)),
    handler: "index.handler",
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: lambda.Architecture.ARM_64,
    timeout: props.timeout,
    memorySize: props.memorySize ?? 512,
    ...reservedConcurrencyOption(name, props.settings),
    role,
    logGroup,
    // A version that was released can be released again.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    loggingFormat: lambda.LoggingFormat.JSON,
    environment: {
      // Stack traces in the log then name lambdas/<file>.ts:<line>. The source map is in the bundle's folder.
      NODE_OPTIONS: "--enable-source-maps",
      ...Object.fromEntries(bindings.map(([variable, binding]) => [variable, binding.value])),
    },
  });
  for (const [, binding] of bindings) binding.grant?.(fn);

  props.alarms.countFailedRuns(fn);
  props.releases?.add(fn, name);
  return fn;
}

/** The reserved concurrency that the stage's settings give a function, if any. */
function reservedConcurrencyOption(
  name: string,
  { reservedConcurrency }: StageSettings,
): lambda.FunctionOptions {
  const executions = new Map(Object.entries(reservedConcurrency ?? {})).get(name);
  return executions === undefined ? {} : { reservedConcurrentExecutions: executions };
}

/** Create a log group with the stage's retention. It is deleted together with the stack. */
export const shopLogGroup = (
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
