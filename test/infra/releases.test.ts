import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { STACK_PREFIX } from "../../infra/names.ts";
import { GetAtt, Ref, resources, stageTemplate } from "./stage-templates.ts";

const dev = await stageTemplate("dev");
const prod = await stageTemplate("prod");

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
    ({ id, properties }) => [id, properties.FunctionName?.replace(`${STACK_PREFIX}prod-`, "")],
  ),
);
const functionOf = (aliasId: string) =>
  functionNames.get(aliases.find(({ id }) => id === aliasId)?.properties.FunctionName ?? "");
/** The functions to which resources of a type refer in `property`: through an alias, or directly. */
const calledBy = (type: string, property: string) => {
  const references = Object.values(prod.findResources(type)).map((resource) =>
    JSON.stringify((resource["Properties"] as Record<string, unknown>)[property]),
  );
  return {
    byAlias: aliases
      .filter(({ id }) => references.some((reference) => reference.includes(`"${id}"`)))
      .map(({ id }) => functionOf(id)),
    directly: [...functionNames]
      .filter(([id]) => references.some((reference) => reference.includes(`"${id}"`)))
      .map(([, name]) => name),
  };
};

const MetricStat = z.object({
  Metric: z.object({
    Namespace: z.string(),
    MetricName: z.string(),
    Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })),
  }),
  Period: z.number(),
  Stat: z.string(),
});
const [releaseAlarm] = resources(
  prod,
  "AWS::CloudWatch::Alarm",
  z.looseObject({
    Metrics: z.optional(
      z.array(z.object({ Expression: z.optional(z.string()), MetricStat: z.optional(MetricStat) })),
    ),
  }),
).filter(({ id }) => id.startsWith("ReleasesReleaseFailing"));

/** The logical ids in a part of the template: of `Ref`, `Fn::GetAtt` and `DependsOn`. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === "Ref" || name === "DependsOn") return [inner].flat().map(String);
    return name === "Fn::GetAtt" ? [String((inner as unknown[])[0])] : idsIn(inner);
  });
}

/** The resources of a stage that CloudFormation creates or updates before a resource, directly or through others. */
async function findEarlierResources(stage: "dev" | "prod" | "everything", id: string): Promise<Set<string>> {
  const { Resources } = z.parse(
    z.object({ Resources: z.record(z.string(), z.unknown()) }),
    (await stageTemplate(stage)).toJSON(),
  );
  const earlierIds = new Set<string>();
  const remainingIds = [id];
  for (let next = remainingIds.pop(); next !== undefined; next = remainingIds.pop())
    for (const neededId of idsIn(Resources[next]))
      if (neededId in Resources && !earlierIds.has(neededId)) {
        earlierIds.add(neededId);
        remainingIds.push(neededId);
      }
  return earlierIds;
}

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
  ])("have no %s that bypass the alias", (_, type, property) => {
    const { byAlias, directly } = calledBy(type, property);
    expect(byAlias.length).toBeGreaterThan(0);
    expect(directly.filter((name) => gradualFunctions.includes(name ?? ""))).toEqual([]);
  });

  it("send a tenth of the requests to a new version for five minutes, and roll back if the release alarm fires", () => {
    prod.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", gradualFunctions.length);
    prod.allResourcesProperties("AWS::CodeDeploy::DeploymentGroup", {
      DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent5Minutes",
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: releaseAlarm?.id } }] },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"],
      },
    });
  });

  it("fail after two failures of new versions, or at least five API errors that are at least 5 % of the requests", () => {
    const { Metrics = [], ...alarm } = releaseAlarm?.properties ?? {};
    expect(alarm).toMatchObject({ Threshold: 1, EvaluationPeriods: 1, TreatMissingData: "notBreaching" });
    const [expression] = Metrics.flatMap(({ Expression }) => Expression ?? []);
    const sum = [0, 1, 2, 3].map((n) => `FILL(failures${n}, 0)`).join(" + ");
    expect(expression).toBe(
      `IF(${sum} >= 2 OR (FILL(errors, 0) >= 5 AND FILL(errors, 0) >= 0.05 * FILL(requests, 0)), 1, 0)`,
    );
    const versions = Object.keys(prod.findResources("AWS::Lambda::Version"));
    const measuredMetrics = Metrics.flatMap(({ MetricStat }) => MetricStat ?? []).map(
      ({ Metric, Period, Stat }) => {
        expect([Period, Stat]).toEqual([300, "Sum"]);
        const dimensions = Object.fromEntries(Metric.Dimensions.map(({ Name, Value }) => [Name, Value]));
        return { metric: `${Metric.Namespace} ${Metric.MetricName}`, dimensions };
      },
    );
    const ofFunctions = measuredMetrics.filter(({ metric }) => metric === "AWS/Lambda Errors");
    expect(
      ofFunctions.map(({ dimensions }) => z.parse(GetAtt, dimensions["ExecutedVersion"])).sort(),
    ).toEqual(versions.sort());
    for (const { dimensions } of ofFunctions) {
      const { Ref: fn } = z.parse(z.object({ Ref: z.string() }), dimensions["FunctionName"]);
      expect(gradualFunctions).toContain(functionNames.get(fn));
      expect(dimensions["Resource"]).toEqual({ "Fn::Join": ["", [{ Ref: fn }, ":live"]] });
    }
    const [api] = Object.keys(prod.findResources("AWS::ApiGatewayV2::Api"));
    const ofApi = measuredMetrics.filter(({ metric }) => metric !== "AWS/Lambda Errors");
    expect(ofApi).toEqual(
      ["5xx", "Count"].map((name) => ({
        metric: `AWS/ApiGateway ${name}`,
        dimensions: { ApiId: { Ref: api } },
      })),
    );
  });

  it("change each alias by its deployment group, which is updated first, and keep the versions", () => {
    const groups = Object.keys(prod.findResources("AWS::CodeDeploy::DeploymentGroup"));
    const groupsOfAliases = Object.values(prod.findResources("AWS::Lambda::Alias")).map((alias) => {
      const { UpdatePolicy, DependsOn } = z.parse(ReleasedAlias, alias);
      const group = UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName;
      expect(DependsOn).toContain(group);
      return group;
    });
    expect(groupsOfAliases.sort()).toEqual(groups.sort());
    prod.allResources("AWS::Lambda::Version", {
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
    });
  });

  it("ignore the alarm if releaseAtOnce is set, because the alarm is firing until the failure is fixed", async () => {
    (await stageTemplate("custom")).allResourcesProperties("AWS::CodeDeploy::DeploymentGroup", {
      DeploymentConfigName: "CodeDeployDefault.LambdaAllAtOnce",
      AlarmConfiguration: { Enabled: false, Alarms: Match.absent() },
    });
  });
});

describe("new pages", () => {
  it.each(["dev", "prod", "everything"] as const)(
    "of stage %s are served only after the routes and the new versions of all functions that they call are deployed",
    async (stage) => {
      const template = await stageTemplate(stage);
      const idOf = (type: string, properties: Record<string, unknown>): string =>
        Object.keys(template.findResources(type, { Properties: properties }))[0] ?? "";
      const renderPage = idOf("AWS::Lambda::Function", {
        FunctionName: `${STACK_PREFIX}${stage}-render-page`,
      });
      const pages = idOf("Custom::CDKBucketDeployment", { SystemMetadata: { "cache-control": "no-cache" } });
      /** The aliases and functions that answer routes. */
      const calledIds = resources(
        template,
        "AWS::ApiGatewayV2::Integration",
        z.object({ IntegrationUri: z.unknown() }),
      ).flatMap(({ properties }) => idsIn(properties.IntegrationUri));

      const beforePages = await findEarlierResources(stage, pages);
      const beforeRenderPage = await findEarlierResources(stage, renderPage);

      expect(calledIds.filter((id) => !beforePages.has(id))).toEqual([]);
      expect(
        Object.keys(template.findResources("AWS::ApiGatewayV2::Route")).filter((id) => !beforePages.has(id)),
      ).toEqual([]);
      expect(calledIds.filter((id) => id !== renderPage && !beforeRenderPage.has(id))).toEqual([]);
    },
  );
});
