import { type Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal, type PolicyStatementProps } from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import { functionCodeFolder } from "./bundle.ts";
import { functionNameOf } from "./names.ts";
import type { DeadLetterQueue } from "./queue.ts";
import type { Releases } from "./releases.ts";
import type { SchedulerRole } from "./schedule.ts";
import type { StageSettings } from "./stage-settings.ts";

/** One variable of a function's environment, and the permissions that the function needs to use it. */
export type EnvBinding = { value: string; grant?: (fn: lambda.Function) => void };

/** A variable that needs no permission. */
export const plainVariable = (text: string): EnvBinding => ({ value: text });

/** A variable that names a resource, with the permissions in `statements`. */
export const withPermissions = (text: string, ...statements: PolicyStatementProps[]): EnvBinding => ({
  value: text,
  grant: (fn) => statements.forEach((statement) => fn.addToRolePolicy(new PolicyStatement(statement))),
});

export type LogRetention = Pick<StageSettings, "logRetentionDays">;

/** Properties that most constructs of the shop take. */
export type CommonProps = {
  settings: StageSettings;
  /**
   * The log group of all functions. With a log group for each function, every alarm on log lines would need a filter for each
   * function. CloudFormation allows only 500 resources in a stack.
   */
  logGroup: LogGroup;
  alarms: Alarms;
  /** The queue of messages that could not be handled or delivered. */
  deadLetters: DeadLetterQueue;
  schedulerRole: SchedulerRole;
  /** Undefined if the stage sends all requests to new versions of functions immediately. */
  releases: Releases | undefined;
};

/** One entry for each variable in the function's `Env` schema. A missing entry of a required variable fails the type check. */
export type Environment<Env> = { [Name in keyof Env]: EnvBinding };

type FunctionProps<Env> = {
  environment: Environment<Env>;
  timeout: Duration;
  /** In MB; default: 512. A Lambda function gets processor time in proportion to its memory. */
  memorySize?: number;
};

/** The construct id for a function's name: `catalog-api` becomes `CatalogApi`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Creates the function `lambdas/<name>.ts` of the shop, with the stage's reserved concurrency and gradual releases, if any. */
export function createShopFunction<Env>(
  scope: Construct,
  name: string,
  { settings, releases, ...props }: CommonProps & FunctionProps<Env>,
): lambda.Function {
  const fn = createLambdaFunction(scope, name, { ...props, ...reservedConcurrencyOption(name, settings) });
  releases?.addFunction(fn, name);
  return fn;
}

/** Creates the function `lambdas/<name>.ts` with its environment, and only the permissions of its bindings. */
export function createLambdaFunction<Env>(
  scope: Construct,
  name: string,
  props: FunctionProps<Env> &
    Pick<CommonProps, "logGroup"> &
    Pick<lambda.FunctionOptions, "reservedConcurrentExecutions">,
): lambda.Function {
  const id = pascalCase(name);
  const bindings = Object.entries<EnvBinding>(props.environment);
  const { stackName } = Stack.of(scope);
  const { logGroup } = props;
  // AWSLambdaBasicExecutionRole would let the function write to every log group of the account.
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  logGroup.grantWrite(role);

  const fn = new lambda.Function(scope, id, {
    functionName: functionNameOf(stackName, name),
    code: lambda.Code.fromAsset(functionCodeFolder(name)),
    handler: "index.handler",
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: lambda.Architecture.ARM_64,
    timeout: props.timeout,
    memorySize: props.memorySize ?? 512,
    ...(props.reservedConcurrentExecutions !== undefined && {
      reservedConcurrentExecutions: props.reservedConcurrentExecutions,
    }),
    role,
    logGroup,
    // Released versions are kept. The version of a rolled-back release is deleted, because Lambda would not publish the
    // same code again.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    loggingFormat: lambda.LoggingFormat.JSON,
    environment: {
      // With source maps, stack traces in the log name lambdas/<file>.ts:<line>. The map is in the bundle's folder.
      NODE_OPTIONS: "--enable-source-maps",
      ...Object.fromEntries(bindings.map(([variable, binding]) => [variable, binding.value])),
    },
  });
  for (const [, binding] of bindings) binding.grant?.(fn);
  return fn;
}

function reservedConcurrencyOption(
  name: string,
  { reservedConcurrency }: StageSettings,
): Pick<lambda.FunctionOptions, "reservedConcurrentExecutions"> {
  const executions = new Map(Object.entries(reservedConcurrency ?? {})).get(name);
  return executions === undefined ? {} : { reservedConcurrentExecutions: executions };
}

export const createLogGroup = (
  scope: Construct,
  id: string,
  logGroupName: string,
  { logRetentionDays }: LogRetention,
): LogGroup =>
  new LogGroup(scope, id, {
    logGroupName,
    retention: logRetentionDays satisfies RetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
