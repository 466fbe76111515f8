import { CfnResource } from "aws-cdk-lib";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Alias, type Function as LambdaFunction, type IFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import { asFunction, asVersion } from "./cdk-types.ts";
import type { StageSettings } from "./stage-settings.ts";
import { suppressFindings } from "./suppress-findings.ts";

const ALIAS = "Live";

/** The functions whose failures lose money immediately: checkout, payments and the back office. */
const gradualFunctions = ["checkout-api", "stripe-webhook", "settle-payment", "admin-api"];

/**
 * Sends a tenth of the requests to a new version of a function for five minutes, then all. If the alarm on failing
 * functions fires in this time, CodeDeploy sends all requests to the old version again, and CloudFormation rolls the
 * stack back. If the alarm fires before the release, the release is refused: set `releaseAtOnce` for a version that
 * fixes the failure.
 */
export class Releases extends Construct {
  private readonly application = new LambdaApplication(this, "Application");
  private readonly role = new Role(this, "Role", {
    assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
  });
  private readonly props: StageSettings & { alarms: Alarms };

  constructor(scope: Construct, id: string, props: StageSettings & { alarms: Alarms }) {
    super(scope, id);
    this.props = props;
    suppressFindings(this.role, {
      "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]":
        "AWS's policy for this role: it moves aliases and reads alarms. Only CodeDeploy can take the role.",
    });
  }

  /** Give a function an alias that moves from version to version, if its name is in `gradualFunctions`. */
  add(fn: LambdaFunction, name: string): void {
    if (!gradualFunctions.includes(name)) return;
    const { alarms, releaseAtOnce } = this.props;
    const alias = new Alias(fn, ALIAS, { aliasName: "live", version: asVersion(fn.currentVersion) });
    const group = new LambdaDeploymentGroup(fn, "Release", {
      application: this.application,
      role: this.role,
      alias,
      ...(releaseAtOnce
        ? { deploymentConfig: LambdaDeploymentConfig.ALL_AT_ONCE }
        : {
            deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
            alarms: [alarms.functionsFailing],
          }),
    });
    // The group is updated before the alias, so that a change of `releaseAtOnce` applies in the same deployment.
    if (
      CfnResource.isCfnResource(alias.node.defaultChild) &&
      CfnResource.isCfnResource(group.node.defaultChild)
    )
      alias.node.defaultChild.addResourceDependency(group.node.defaultChild);
  }
}

/** What callers of a function must use: its alias, or the function itself if it has none. */
export function aliasOrFunction(fn: LambdaFunction): IFunction {
  const alias = fn.node.tryFindChild(ALIAS);
  return alias instanceof Alias ? asFunction(alias) : fn;
}
