import { readFileSync } from "node:fs";
import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { exampleStages } from "../../infra/example-stages.ts";
import { STACK_PREFIX } from "../../infra/names.ts";
import { LOG_ALARMS } from "../../shared/log-alarms.ts";
import { consumerTemplate, Ref, resources, stageTemplate } from "./stage-templates.ts";

const stages = { dev: await stageTemplate("dev"), everything: await stageTemplate("everything") };
type Stage = keyof typeof stages;
const stageNames = Object.keys(stages) as Stage[];

/** Whether an alarm is the shop's own. The alarms of consumers are tested in test/infra/consumers.test.ts. */
const isOfShop = ({ id }: { id: string }) => !id.startsWith("Fulfilment");
const alarmsOf = (template: Template) =>
  resources(
    template,
    "AWS::CloudWatch::Alarm",
    z.object({
      AlarmActions: z.array(Ref),
      AlarmDescription: z.unknown(),
      MetricName: z.optional(z.string()),
      Threshold: z.number(),
      TreatMissingData: z.literal("notBreaching"),
      Dimensions: z.optional(z.unknown()),
    }),
  ).filter(isOfShop);
const filtersOf = (template: Template) =>
  resources(
    template,
    "AWS::Logs::MetricFilter",
    z.object({
      LogGroupName: Ref,
      FilterPattern: z.string(),
      MetricTransformations: z.tuple([z.object({ MetricName: z.string(), MetricNamespace: z.string() })]),
    }),
  ).map(({ properties: { LogGroupName, FilterPattern, MetricTransformations } }) => ({
    logGroup: LogGroupName,
    pattern: FilterPattern,
    metric: MetricTransformations[0].MetricName,
  }));
/** The logical id of the log group with a name. */
const logGroupOf = (template: Template, name: string) =>
  resources(template, "AWS::Logs::LogGroup", z.object({ LogGroupName: z.optional(z.unknown()) })).find(
    ({ properties }) => properties.LogGroupName === name,
  )?.id;
const functionsOf = (template: Template, stage: Stage) =>
  resources(
    template,
    "AWS::Lambda::Function",
    z.object({ FunctionName: z.optional(z.string()), LoggingConfig: z.object({ LogGroup: Ref }) }),
  ).flatMap(({ properties: { FunctionName, LoggingConfig } }) =>
    FunctionName
      ? [{ name: FunctionName.replace(`${STACK_PREFIX}${stage}-`, ""), logGroup: LoggingConfig.LogGroup }]
      : [],
  );

describe("alarms", () => {
  it("are those of this list and no others, because each alarm costs money", () => {
    const metricsOfEachStage = [
      "ApproximateAgeOfOldestMessage",
      "ApproximateNumberOfMessagesVisible",
      "FunctionsFailing",
      "IteratorAge",
      "MailFailing",
      "MessagesFailing",
      "OrdersNeedingAttention",
      "SecretsRefused",
    ];
    const metricsOf = (stage: Stage) =>
      alarmsOf(stages[stage])
        .map(({ properties }) => properties.MetricName ?? "an expression")
        .sort();
    expect(metricsOf("dev")).toEqual(metricsOfEachStage);
    // The alarm on an expression rolls back a failing release: test/infra/releases.test.ts.
    expect(metricsOf("everything")).toEqual([...metricsOfEachStage, "WebhooksFailing", "an expression"]);
  });

  it.each(stageNames)(
    "of stage %s are sent to the topic, with a description of the problem that CloudWatch accepts",
    (stage) => {
      const [topic] = resources(stages[stage], "AWS::SNS::Topic", z.unknown());
      for (const { properties } of alarmsOf(stages[stage])) {
        expect(properties.AlarmActions).toEqual([topic?.id]);
        expect(properties.AlarmDescription).toMatch(/^[^$]{60,}[.] Runbook: \S+$/);
        expect(String(properties.AlarmDescription).length).toBeLessThanOrEqual(1024);
      }
      stages[stage].hasResourceProperties("AWS::SNS::Subscription", {
        Protocol: "email",
        Endpoint: "alarms@bourbonvipers.example",
      });
    },
  );

  it.each(stageNames)(
    "of stage %s fire on the first log line that a filter counts, and use the metric of the filter",
    (stage) => {
      const alarms = alarmsOf(stages[stage]);
      for (const metric of new Set(filtersOf(stages[stage]).map((filter) => filter.metric))) {
        const alarm = alarms.find(({ properties }) => properties.MetricName === metric);
        expect(alarm?.properties).toMatchObject({ Threshold: 1 });
        // A metric of a filter has no dimensions, so an alarm with dimensions would never fire.
        expect(alarm?.properties.Dimensions).toBeUndefined();
      }
    },
  );
});

describe("the runbook", () => {
  const runbook = readFileSync(new URL("../../infra/RUNBOOK.md", import.meta.url), "utf8");
  const headings = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name = ""]) => name.toLowerCase());

  it("has a chapter for each alarm, to which the alarm's description links, and none for an alarm that does not exist", async () => {
    const templates = {
      "infra/RUNBOOK.md": [stages.dev, await consumerTemplate("elsewhere")],
      [exampleStages.prod.runbookUrl]: [await stageTemplate("prod"), stages.everything],
    };
    const linkedChapters = new Set<string | undefined>();
    for (const [expectedUrl, template] of Object.entries(templates).flatMap(([url, list]) =>
      list.map((item) => [url, item] as const),
    )) {
      const alarmEntries = Object.entries(template.findResources("AWS::CloudWatch::Alarm"));
      expect(alarmEntries.length).toBeGreaterThan(0);
      for (const [id, { Properties }] of alarmEntries) {
        const [, url, chapter] = / Runbook: ([^#"]+)#(\w+)"/.exec(JSON.stringify(Properties)) ?? [];
        // A consumer does not know the stage's settings, so its alarms link to the file's path.
        expect(url).toBe(id.startsWith("Fulfilment") ? "infra/RUNBOOK.md" : expectedUrl);
        linkedChapters.add(chapter);
      }
    }
    expect([...linkedChapters].sort()).toEqual(headings.sort());
  });

  it("has a query that finds every log line that an alarm counts, in the log group that the runbook names", () => {
    const logGroup = logGroupOf(stages.everything, `/aws/lambda/${STACK_PREFIX}everything`);
    expect(runbook).toContain("`/aws/lambda/<stack>`");
    const [query = ""] = /^\| filter .*$/m.exec(runbook) ?? [];
    const patterns = filtersOf(stages.everything)
      .filter((filter) => filter.logGroup === logGroup)
      .map(({ pattern }) => pattern);
    const statuses = patterns.flatMap((pattern) =>
      [...pattern.matchAll(/\$\.record\.status = ("\w+")/g)].map(([, status]) => status),
    );
    expect(query).toContain(`record.status in [${statuses.join(", ")}]`);
    // Every other counted line has the field `alarm`.
    expect(patterns.filter((pattern) => !/\$\.(alarm|record\.status) =/.test(pattern))).toEqual([]);
    expect(query).toContain("ispresent(alarm)");
    // Lambda's own lines name the function only by the log stream.
    expect(runbook).toMatch(/^fields .*@logStream$/m);
  });

  it("says for each function what users lose if it fails", () => {
    const functions = functionsOf(stages.everything, "everything");
    const rows = runbook.split("\n").flatMap((line) => /^\| (`.*?) \|/.exec(line)?.[1] ?? []);
    const describedNames = rows.flatMap((row) => [...row.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
    expect(describedNames.sort()).toEqual(functions.map(({ name }) => name).sort());
  });
});

describe("failures are counted", () => {
  it("in the API's access log, because functions turn errors into answers", () => {
    const accessLog = logGroupOf(stages.dev, `/aws/apigateway/${STACK_PREFIX}dev`);
    expect(filtersOf(stages.dev).filter(({ logGroup }) => logGroup === accessLog)).toEqual([
      { logGroup: accessLog, pattern: "{ $.status >= 500 }", metric: "FunctionsFailing" },
    ]);
    // A status in quotes would be text, which the pattern cannot compare.
    expect(JSON.stringify(stages.dev.findResources("AWS::ApiGatewayV2::Stage"))).toContain(
      '\\"status\\":$context.status,',
    );
  });

  it.each(stageNames)("in stage %s in one log group, shared by all functions but a consumer's", (stage) => {
    const logGroup = logGroupOf(stages[stage], `/aws/lambda/${STACK_PREFIX}${stage}`);
    expect(logGroup).toBeDefined();
    const exceptions = functionsOf(stages[stage], stage).filter((fn) => fn.logGroup !== logGroup);
    expect(exceptions.map(({ name }) => name)).toEqual(stage === "everything" ? ["fulfilment-example"] : []);
    const webhookMetric = stage === "everything" ? { webhook: "WebhooksFailing" } : {};
    const metrics = {
      "message-waits": "MessagesFailing",
      "needs-attention": "OrdersNeedingAttention",
      mail: "MailFailing",
      secret: "SecretsRefused",
      ...webhookMetric,
    };
    if (stage === "everything") expect(Object.keys(metrics).sort()).toEqual([...LOG_ALARMS].sort());
    const countedLines = filtersOf(stages[stage])
      .filter((filter) => filter.logGroup === logGroup)
      .map(({ pattern, metric }) => [pattern, metric]);
    expect(countedLines.sort()).toEqual(
      [
        [
          '{ ($.record.status = "error") || ($.record.status = "failure") || ($.record.status = "timeout") }',
          "FunctionsFailing",
        ],
        ...Object.entries(metrics).map(([kind, metric]) => [`{ $.alarm = "${kind}" }`, metric]),
      ].sort(),
    );
  });
});
