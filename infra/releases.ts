import { CfnResource, Duration } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Alias, type Function as LambdaFunction, type IFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import { asFunction, asVersion } from "./cdk-types.ts";
import type { StageSettings } from "./stage-settings.ts";
import { suppressFindings } from "./suppress-findings.ts";

const ALIAS_ID = "Live";
const ALIAS_NAME = "live";

/** The functions whose failures lose money immediately: checkout, payments and the back office. */
const gradualFunctions = ["checkout-api", "stripe-webhook", "settle-payment", "admin-api"];

/**
 * The limits for five minutes. A release fails if the new versions have at least `failures` failed runs. It also fails if at least
 * `serverErrors` answers of the API, and at least the share `shareOfServerErrors`, have a status of 500 or more.
 */
const LIMITS = { failures: 2, serverErrors: 5, shareOfServerErrors: 0.05 };
const FIVE_MINUTE_SUM = { statistic: "Sum", period: Duration.minutes(5) };

/**
 * Sends a tenth of the requests to a new version of a function for five minutes, then all. If the alarm on a
 * failing release fires in these minutes, CodeDeploy sends all requests to the old version again. Then
 * CloudFormation rolls the stack back. If the alarm fires before the release, because of the API's errors,
 * CodeDeploy refuses the release: set `releaseAtOnce` for a version that fixes the errors.
 */
export class Releases extends Construct {
  private readonly application = new LambdaApplication(this, "Application");
  private readonly role = new Role(this, "Role", {
    assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
  });
  private readonly groups: LambdaDeploymentGroup[] = [];
  /** The failed runs of each new version. Lambda measures them while an alias sends requests to two versions. */
  private readonly newVersionErrors: Metric[] = [];
  private readonly props: StageSettings & { alarms: Alarms };

  constructor(scope: Construct, id: string, props: StageSettings & { alarms: Alarms }) {
    super(scope, id);
    this.props = props;
    suppressFindings(this.role, {
      "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]":
        "AWS's policy for this role: it moves aliases and reads alarms. Only CodeDeploy can take the role.",
    });
  }

  /** Gives a function an alias that moves from version to version, if its name is in `gradualFunctions`. */
  addFunction(fn: LambdaFunction, name: string): void {
    if (!gradualFunctions.includes(name)) return;
    const version = fn.currentVersion;
    const alias = new Alias(fn, ALIAS_ID, { aliasName: ALIAS_NAME, version: asVersion(version) });
    const { ALL_AT_ONCE, CANARY_10PERCENT_5MINUTES } = LambdaDeploymentConfig;
    const group = new LambdaDeploymentGroup(fn, "Release", {
      application: this.application,
      role: this.role,
      alias,
      deploymentConfig: this.props.releaseAtOnce ? ALL_AT_ONCE : CANARY_10PERCENT_5MINUTES,
    });
    this.groups.push(group);
    // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-view.html, about ExecutedVersion
    const dimensionsMap = {
      FunctionName: fn.functionName,
      Resource: `${fn.functionName}:${ALIAS_NAME}`,
      ExecutedVersion: version.version,
    };
    this.newVersionErrors.push(
      new Metric({ namespace: "AWS/Lambda", metricName: "Errors", dimensionsMap, ...FIVE_MINUTE_SUM }),
    );
    // The group is updated before the alias, so that a change of `releaseAtOnce` applies in the same deployment.
    if (
      CfnResource.isCfnResource(alias.node.defaultChild) &&
      CfnResource.isCfnResource(group.node.defaultChild)
    )
      alias.node.defaultChild.addResourceDependency(group.node.defaultChild);
  }

  /**
   * Creates the alarm that rolls a release back. The alarm ignores a single failure, because the new version may not have
   * caused it. Failed runs of other functions count only if they cause many errors of the API.
   */
  addRollbackAlarm(apiId: string): void {
    const { alarms, releaseAtOnce } = this.props;
    const apiMetric = (metricName: string) =>
      new Metric({
        namespace: "AWS/ApiGateway",
        metricName,
        dimensionsMap: { ApiId: apiId },
        ...FIVE_MINUTE_SUM,
      });
    const failureMetrics = Object.fromEntries(
      this.newVersionErrors.map((metric, i) => [`failures${i}`, metric]),
    );
    // The texts from here on are parts of the alarm's metric math expression. A metric without data would make the whole
    // expression unknown, so `orZero` replaces missing data.
    const orZero = (metric: string) => `FILL(${metric}, 0)`;
    const failureSumText = Object.keys(failureMetrics).map(orZero).join(" + ");
    const errorCountText = orZero("errors");
    const manyErrorsText =
      `${errorCountText} >= ${LIMITS.serverErrors} AND ` +
      `${errorCountText} >= ${LIMITS.shareOfServerErrors} * ${orZero("requests")}`;
    const alarm = alarms.create(this, "ReleaseFailing", {
      metric: new MathExpression({
        expression: `IF(${failureSumText} >= ${LIMITS.failures} OR (${manyErrorsText}), 1, 0)`,
        usingMetrics: { ...failureMetrics, errors: apiMetric("5xx"), requests: apiMetric("Count") },
        label: "1: the release is rolled back",
        period: FIVE_MINUTE_SUM.period,
      }),
      text:
        `In five minutes, new versions of checkout, payments or the back office failed at least ${LIMITS.failures} times, or ` +
        `${LIMITS.shareOfServerErrors * 100} % of the API's answers, and at least ${LIMITS.serverErrors}, had a status of 500 or more. ` +
        "A release that goes on now is rolled back automatically. Read the functions' log.",
    });
    if (!releaseAtOnce) for (const group of this.groups) group.addAlarm(alarm);
  }
}

/** What callers of a function must use: its alias, or the function itself if it has none. */
export function aliasOrFunction(fn: LambdaFunction): IFunction {
  const alias = fn.node.tryFindChild(ALIAS_ID);
  return alias instanceof Alias ? asFunction(alias) : fn;
}
