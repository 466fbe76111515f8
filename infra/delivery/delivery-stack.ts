import { CfnOutput, DefaultStackSynthesizer, Duration, Stack } from "aws-cdk-lib";
import {
  OidcProviderNative,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
  type IOidcProvider,
} from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { pascalCase } from "../function.ts";
import { stackNameOf } from "../names.ts";
import { accountInFindings, suppressFindings } from "../suppress-findings.ts";
import type { DeliverySettings } from "./settings.ts";

const ISSUER = "token.actions.githubusercontent.com";
/** The audience for which aws-actions/configure-aws-credentials asks GitHub. */
const AUDIENCE = "sts.amazonaws.com";
/** The bootstrap's roles that the CDK's command line uses for a stack without container images. CloudFormation uses another one. */
const BOOTSTRAP_ROLES = ["deploy", "file-publishing", "lookup"];

/**
 * Lets the repository's workflows deploy stages without a stored key. The stack has GitHub's identity
 * provider, and a role for each stage. Only a job in the environment with the stage's name can assume the
 * role.
 */
export class DeliveryStack extends Stack {
  constructor(scope: Construct, id: string, { repository, stages, provider: providerArn }: DeliverySettings) {
    super(scope, id, {
      description: "Lets GitHub's workflows deploy the shop",
      env: { region: "us-east-1" },
    });
    const provider = providerArn
      ? OidcProviderNative.fromOidcProviderArn(this, "GitHub", providerArn)
      : new OidcProviderNative(this, "GitHub", { url: `https://${ISSUER}`, clientIds: [AUDIENCE] });
    for (const stage of stages) this.addRole(stage, repository, provider);
  }

  private addRole(stage: string, repository: string, provider: IOidcProvider): void {
    const role = new Role(this, pascalCase(stage), {
      description: `Deploys stage ${stage} from ${repository}`,
      maxSessionDuration: Duration.hours(1),
      assumedBy: new WebIdentityPrincipal(provider.oidcProviderArn, {
        StringEquals: {
          [`${ISSUER}:aud`]: AUDIENCE,
          // Without this condition every repository of GitHub could assume the role.
          [`${ISSUER}:sub`]: `repo:${repository}:environment:${stage}`,
        },
      }),
    });
    const qualifier = DefaultStackSynthesizer.DEFAULT_QUALIFIER;
    role.addToPolicy(
      new PolicyStatement({
        actions: ["sts:AssumeRole"],
        resources: BOOTSTRAP_ROLES.map((name) =>
          this.formatArn({
            service: "iam",
            region: "",
            resource: "role",
            resourceName: `cdk-${qualifier}-${name}-role-${this.account}-${this.region}`,
          }),
        ),
      }),
    );
    // What `npm run deploy` reads itself: the bootstrap, the stack's outputs, and whether somebody gets the alarms.
    const stack = stackNameOf(stage);
    this.allowReading(role, "cloudformation:DescribeStacks", ["stack/CDKToolkit/*", `stack/${stack}/*`]);
    this.allowReading(role, "sns:ListSubscriptionsByTopic", [`${stack}-AlarmsTopic*`]);
    // How many executions Lambda allows the account at once. IAM has no resource for this action.
    role.addToPolicy(new PolicyStatement({ actions: ["lambda:GetAccountSettings"], resources: ["*"] }));
    suppressFindings(role, {
      "AwsSolutions-IAM5[Resource::*]": "GetAccountSettings reads limits of the account and has no resource.",
    });
    new CfnOutput(this, `${pascalCase(stage)}Role`, {
      value: role.roleArn,
      description: `Set the repository's variable DEPLOY_ROLE_${stage.toUpperCase().replaceAll("-", "_")} to it`,
    });
  }

  /** Allows an action on resources whose names end with an id that CloudFormation adds. */
  private allowReading(role: Role, action: `${string}:${string}`, names: readonly string[]): void {
    const [service = ""] = action.split(":");
    const arnOf = (account: string, name: string) => `arn:aws:${service}:us-east-1:${account}:${name}`;
    role.addToPolicy(
      new PolicyStatement({ actions: [action], resources: names.map((name) => arnOf(this.account, name)) }),
    );
    const findings = names.map(
      (name) => `AwsSolutions-IAM5[Resource::${arnOf(accountInFindings(this), name)}]`,
    );
    suppressFindings(
      role,
      Object.fromEntries(
        findings.map((id) => [id, "CloudFormation adds an id to the name of this one resource."]),
      ),
    );
  }
}
