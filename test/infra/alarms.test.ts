import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { exampleStages } from "../../infra/example-stages.ts";
import { LOG_ALARMS } from "../../shared/log-alarms.ts";
import { consumerTemplate, Ref, resources, synthesized } from "./synthesized.ts";

const template = await synthesized("dev");
/** The template of prod, which has every alarm and every function. */
const prod = await synthesized("prod");
const alarms = resources(
  template,
  "AWS::CloudWatch::Alarm",
  z.object({
    AlarmActions: z.array(Ref),
    AlarmDescription: z.string(),
    MetricName: z.string(),
    Threshold: z.number(),
    TreatMissingData: z.literal("notBreaching"),
    Dimensions: z.optional(z.unknown()),
  }),
);
const filters = resources(
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
const functions = resources(
  template,
  "AWS::Lambda::Function",
  z.object({ FunctionName: z.optional(z.string()), LoggingConfig: z.object({ LogGroup: Ref }) }),
).flatMap(({ properties: { FunctionName, LoggingConfig } }) =>
  FunctionName
    ? [{ name: FunctionName.replace("bourbon-vipers-dev-", ""), logGroup: LoggingConfig.LogGroup }]
    : [],
);
/** The functions whose log lines with this `alarm` are counted. */
const countedFunctions = (kind: string) =>
  functions
    .filter(({ logGroup }) =>
      filters.some((filter) => filter.logGroup === logGroup && filter.pattern === `{ $.alarm = "${kind}" }`),
    )
    .map(({ name }) => name)
    .sort();

describe("alarms", () => {
  it("cover failures, queues, stream, payments, mail and secrets, and nothing else, because each alarm costs money", () => {
    expect(alarms.map(({ properties }) => properties.MetricName).sort()).toEqual([
      "ApproximateAgeOfOldestMessage",
      "ApproximateNumberOfMessagesVisible",
      "FunctionsFailing",
      "IteratorAge",
      "MailFailing",
      "MessagesFailing",
      "OrdersNeedingAttention",
      "SecretsRefused",
    ]);
  });

  it("are sent to the topic, with a description of the problem that CloudWatch accepts", () => {
    const [topic] = resources(template, "AWS::SNS::Topic", z.unknown());
    for (const { properties } of alarms) {
      expect(properties.AlarmActions).toEqual([topic?.id]);
      expect(properties.AlarmDescription).toMatch(/^[^$]{60,}[.] Runbook: \S+$/);
      expect(properties.AlarmDescription.length).toBeLessThanOrEqual(1024);
    }
    template.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: "alarms@bourbonvipers.example",
    });
  });

  it("fire on the first counted line, in the metric that the filters write", () => {
    for (const metric of new Set(filters.map((filter) => filter.metric))) {
      const alarm = alarms.find(({ properties }) => properties.MetricName === metric);
      expect(alarm?.properties).toMatchObject({ Threshold: 1 });
      // A metric of a filter has no dimensions, so an alarm with dimensions would never fire.
      expect(alarm?.properties.Dimensions).toBeUndefined();
    }
  });
});

describe("the runbook", () => {
  const runbook = readFileSync(new URL("../../infra/RUNBOOK.md", import.meta.url), "utf8");

  it("has a chapter for each alarm", () => {
    const chapters = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name ?? "");
    const names = Object.keys(prod.findResources("AWS::CloudWatch::Alarm"));
    expect(chapters).toHaveLength(names.length);
    for (const chapter of chapters) expect(names).toContainEqual(expect.stringContaining(chapter));
  });

  it("has the chapter to which each alarm's description links", async () => {
    const headings = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name = ""]) => name.toLowerCase());
    const templates = {
      "infra/RUNBOOK.md": [template, await consumerTemplate("elsewhere")],
      [exampleStages.prod.runbookUrl]: [await synthesized("prod")],
    };
    for (const [address, each] of Object.entries(templates).flatMap(([url, all]) =>
      all.map((one) => [url, one] as const),
    )) {
      const described = Object.values(each.findResources("AWS::CloudWatch::Alarm")).map((alarm) =>
        JSON.stringify(alarm["Properties"]),
      );
      expect(described.length).toBeGreaterThan(0);
      for (const text of described) {
        const [, url, chapter] = / Runbook: ([^#"]+)#(\w+)"/.exec(text) ?? [];
        expect(url).toBe(address);
        expect(headings).toContain(chapter);
      }
    }
  });

  it("has a query that finds every log line that an alarm counts", () => {
    const [query = ""] = /^\| filter .*$/m.exec(runbook) ?? [];
    const patterns = new Set(
      filters
        .filter(({ logGroup }) => functions.some((fn) => fn.logGroup === logGroup))
        .map((each) => each.pattern),
    );
    const statuses = [...patterns].flatMap((pattern) =>
      [...pattern.matchAll(/\$\.record\.status = ("\w+")/g)].map(([, status]) => status),
    );
    expect(query).toContain(`record.status in [${statuses.join(", ")}]`);
    // Every other counted line has the field `alarm`.
    expect([...patterns].filter((pattern) => !/\$\.(alarm|record\.status) =/.test(pattern))).toEqual([]);
    expect(query).toContain("ispresent(alarm)");
  });

  it("says what users lose with each function", () => {
    const Named = z.object({ FunctionName: z.optional(z.string()) });
    for (const { properties } of resources(prod, "AWS::Lambda::Function", Named)) {
      const name = properties.FunctionName?.replace("bourbon-vipers-prod-", "");
      if (name !== undefined) expect(runbook).toContain(`\`${name}\``);
    }
  });
});

describe("failures are counted", () => {
  it("in the API's access log, because functions turn errors into answers", () => {
    const accessLog = resources(
      template,
      "AWS::Logs::LogGroup",
      z.object({ LogGroupName: z.optional(z.unknown()) }),
    ).find(({ properties }) => properties.LogGroupName === "/aws/apigateway/bourbon-vipers-dev");
    expect(filters.filter(({ logGroup }) => logGroup === accessLog?.id)).toEqual([
      { logGroup: accessLog?.id, pattern: "{ $.status >= 500 }", metric: "FunctionsFailing" },
    ]);
    // A status in quotes would be text, which the pattern cannot compare.
    expect(JSON.stringify(template.findResources("AWS::ApiGatewayV2::Stage"))).toContain(
      '\\"status\\":$context.status,',
    );
  });

  it.each(functions)("in Lambda's own lines about runs of $name", ({ logGroup }) => {
    expect(filters.filter((filter) => filter.logGroup === logGroup).map(({ pattern }) => pattern)).toContain(
      '{ ($.record.status = "error") || ($.record.status = "failure") || ($.record.status = "timeout") }',
    );
  });
});

describe("log lines that raise an alarm are counted", () => {
  it.each<[(typeof LOG_ALARMS)[number], string[]]>([
    [
      "message-waits",
      [
        "count-sales",
        "expire-session",
        "note-undelivered",
        "process-image",
        "refund-payment",
        "send-order-email",
        "settle-payment",
        "watch-stock",
      ],
    ],
    [
      "needs-attention",
      ["checkout-api", "reconcile-books", "reconcile-checkouts", "refund-payment", "settle-payment"],
    ],
    ["mail", ["checkout-api", "contact-api", "note-undelivered", "send-order-email", "ticket-api"]],
    [
      "secret",
      [
        "admin-api",
        "catalog-api",
        "checkout-api",
        "contact-api",
        "order-api",
        "reconcile-checkouts",
        "render-page",
        "stripe-webhook",
        "ticket-api",
      ],
    ],
  ])("%s, in the logs of the functions that write them", (kind, names) => {
    expect(LOG_ALARMS).toContain(kind);
    expect(countedFunctions(kind)).toEqual(names);
  });
});
