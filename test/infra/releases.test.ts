import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { GetAtt, Ref, resources, synthesized } from "./synthesized.ts";

const dev = await synthesized("dev");
const prod = await synthesized("prod");

const gradualFunctions = ["admin-api", "checkout-api", "settle-payment", "stripe-webhook"];
const aliases = resources(
  prod,
  "AWS::Lambda::Alias",
  z.object({ FunctionName: Ref, FunctionVersion: GetAtt }),
);
const ReleasedAlias = z.object({
  UpdatePolicy: z.object({ CodeDeployLambdaAliasUpdate: z.object({ DeploymentGroupName: Ref }) }),
  DependsOn: z.array(z.string()),
});
const functionNames = new Map(
  resources(prod, "AWS::Lambda::Function", z.object({ FunctionName: z.optional(z.string()) })).map(
    ({ id, properties }) => [id, properties.FunctionName?.replace("bourbon-vipers-prod-", "")],
  ),
);
const functionOf = (aliasId: string) =>
  functionNames.get(aliases.find(({ id }) => id === aliasId)?.properties.FunctionName ?? "");
/** The names of the functions whose alias or ARN the resources of a type call, in `property`. */
const calledBy = (type: string, property: string) => {
  const calls = Object.values(prod.findResources(type)).map((resource) =>
    JSON.stringify((resource["Properties"] as Record<string, unknown>)[property]),
  );
  return {
    byAlias: aliases
      .filter(({ id }) => calls.some((call) => call.includes(`"${id}"`)))
      .map(({ id }) => functionOf(id)),
    directly: [...functionNames]
      .filter(([id]) => calls.some((call) => call.includes(`"${id}"`)))
      .map(([, name]) => name),
  };
};

describe("gradual releases", () => {
  it("are for checkout, payments and the back office in prod, and for no function in dev", () => {
    expect(aliases.map(({ id }) => functionOf(id)).sort()).toEqual(gradualFunctions);
    dev.resourceCountIs("AWS::Lambda::Alias", 0);
    dev.resourceCountIs("AWS::Lambda::Version", 0);
    dev.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", 0);
  });

  it.each([
    ["routes", "AWS::ApiGatewayV2::Integration", "IntegrationUri"],
    ["permissions of the gateway", "AWS::Lambda::Permission", "FunctionName"],
    ["queues", "AWS::Lambda::EventSourceMapping", "FunctionName"],
  ])("have no %s that pass the alias by", (_, type, property) => {
    const { byAlias, directly } = calledBy(type, property);
    expect(byAlias.length).toBeGreaterThan(0);
    expect(directly.filter((name) => gradualFunctions.includes(name ?? ""))).toEqual([]);
  });

  it("send a tenth of the requests to the new version for five minutes, and roll back if the alarm on failing functions fires", () => {
    const [alarm] = resources(prod, "AWS::CloudWatch::Alarm", z.object({ MetricName: z.string() })).filter(
      ({ properties }) => properties.MetricName === "FunctionsFailing",
    );
    prod.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", gradualFunctions.length);
    prod.allResourcesProperties("AWS::CodeDeploy::DeploymentGroup", {
      DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent5Minutes",
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: alarm?.id } }] },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"],
      },
    });
  });

  it("change each alias by its deployment group, which is updated first, and keep the versions", () => {
    const groups = Object.keys(prod.findResources("AWS::CodeDeploy::DeploymentGroup"));
    const movedBy = Object.values(prod.findResources("AWS::Lambda::Alias")).map((alias) => {
      const { UpdatePolicy, DependsOn } = z.parse(ReleasedAlias, alias);
      const group = UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName;
      expect(DependsOn).toContain(group);
      return group;
    });
    expect(movedBy.sort()).toEqual(groups.sort());
    prod.allResources("AWS::Lambda::Version", {
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
    });
  });

  it("ignore the alarm if releaseAtOnce is set, because the alarm is firing until the failure is fixed", async () => {
    (await synthesized("custom")).allResourcesProperties("AWS::CodeDeploy::DeploymentGroup", {
      DeploymentConfigName: "CodeDeployDefault.LambdaAllAtOnce",
      AlarmConfiguration: { Enabled: false, Alarms: Match.absent() },
    });
  });
});
