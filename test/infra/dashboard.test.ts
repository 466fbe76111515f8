import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { STACK_PREFIX } from "../../infra/names.ts";
import { EVENT_PUBLISHED_MESSAGE } from "../../shared/log-lines.ts";
import { resources, stageTemplate } from "./stage-templates.ts";

const prod = await stageTemplate("prod");
const idsOf = (type: string) => Object.keys(prod.findResources(type));

/** The text of `Fn::Join`, with references as `<logical id>`. */
const Joined = z.pipe(
  z.object({ "Fn::Join": z.tuple([z.literal(""), z.array(z.unknown())]) }),
  z.transform((join) =>
    join["Fn::Join"][1]
      .map((part) =>
        typeof part === "string" ? part : `<${/^\{"[\w:]+":\[?"(\w+)"/.exec(JSON.stringify(part))?.[1]}>`,
      )
      .join(""),
  ),
);
const MetricOptions = z.looseObject({ label: z.optional(z.string()), yAxis: z.optional(z.string()) });
const RightAxis = z.looseObject({
  yAxis: z.optional(z.looseObject({ right: z.optional(z.looseObject({ label: z.optional(z.string()) })) })),
});
const Widget = z.object({
  type: z.string(),
  width: z.number(),
  height: z.number(),
  x: z.number(),
  y: z.number(),
  properties: z.looseObject({
    title: z.optional(z.string()),
    markdown: z.optional(z.string()),
    query: z.optional(z.string()),
    alarms: z.optional(z.array(z.string())),
    annotations: z.optional(z.object({ alarms: z.array(z.string()) })),
    metrics: z.optional(z.array(z.array(z.unknown()))),
  }),
});
type Properties = z.infer<typeof Widget>["properties"];
const [dashboard] = resources(
  prod,
  "AWS::CloudWatch::Dashboard",
  z.object({ DashboardName: z.string(), DashboardBody: Joined }),
);
const { widgets } = z.parse(
  z.object({ widgets: z.array(Widget) }),
  JSON.parse(dashboard?.properties.DashboardBody ?? "{}"),
);
const metrics = widgets.flatMap(({ properties }) => properties.metrics ?? []);
const alarmIds = idsOf("AWS::CloudWatch::Alarm")
  .map((id) => `<${id}>`)
  .sort();

/** The labels of a graph's metrics on one of its axes. The last element of a metric is its options. */
const labelsOf = (graphMetrics: unknown[][], axis: "left" | "right"): string =>
  graphMetrics
    .map((metric) => MetricOptions.parse(metric.at(-1)))
    .filter(({ yAxis = "left" }) => yAxis === axis)
    .map(({ label }) => label)
    .join(", ");

/** What a widget shows, from its own queries and labels. */
function contentOf({
  query,
  markdown,
  alarms,
  annotations,
  metrics: graph = [],
  ...rest
}: Properties): string {
  if (markdown !== undefined) return "what to do: links to this page";
  if (alarms) return "the state of each alarm";
  if (annotations) return "the alarm's metric and its limit";
  if (query !== undefined) {
    const groups = [...query.matchAll(new RegExp(`SOURCE '([^']*)/${STACK_PREFIX}prod'`, "g"))].map(
      ([, name = ""]) => name.replace("/aws/lambda", "all functions").replace("/aws/apigateway", "the API"),
    );
    return `a table from the logs of ${groups.join(", ")}`;
  }
  const right = labelsOf(graph, "right");
  const unit = z.parse(RightAxis, rest).yAxis?.right?.label;
  return labelsOf(graph, "left") + (right && `; at the right (${unit}): ${right}`);
}

/** A table row for each widget: the row of the dashboard, the title, and what it shows. */
function rowsOfWidgets(): string[] {
  const tops = [...new Set(widgets.map(({ y }) => y))].sort((a, b) => a - b);
  return widgets.map(
    ({ y, properties }) =>
      `| ${tops.indexOf(y) + 1} | ${properties.title ?? "(text)"} | ${contentOf(properties)} |`,
  );
}

describe("the dashboard", () => {
  it("exists only in prod, because only an account's first three dashboards are free", async () => {
    expect(dashboard?.properties.DashboardName).toBe(`${STACK_PREFIX}prod`);
    (await stageTemplate("dev")).resourceCountIs("AWS::CloudWatch::Dashboard", 0);
  });

  it("has at most 50 metrics, including those of the alarms, because more would cost three dollars a month", () => {
    expect(metrics.length).toBeGreaterThan(15);
    // Each alarm is in two widgets: in the list of all alarms, and with a graph of its own.
    expect(metrics.length + 2 * alarmIds.length).toBeLessThanOrEqual(50);
  });

  it("shows every alarm's state and its metric", () => {
    expect(widgets.flatMap(({ properties }) => properties.alarms ?? []).sort()).toEqual(alarmIds);
    const graphs = widgets.flatMap(({ properties }) => properties.annotations?.alarms ?? []);
    expect(graphs.sort()).toEqual(alarmIds);
  });

  it("links to each alarm's chapter of the runbook", () => {
    const runbook = readFileSync(new URL("../../infra/RUNBOOK.md", import.meta.url), "utf8");
    const chapters = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name = ""]) => name.toLowerCase());
    const text = widgets.map(({ properties }) => properties.markdown ?? "").join("");
    const links = [...text.matchAll(/RUNBOOK\.md#(\w+)\)/g)].map(([, anchor]) => anchor);
    expect(links.sort()).toEqual(chapters.sort());
  });

  it("counts orders and money in the log lines that functions write, in log groups of the stack", () => {
    const queries = widgets.flatMap(({ properties }) => properties.query ?? []);
    expect(queries).toHaveLength(3);
    const groups = resources(prod, "AWS::Logs::LogGroup", z.object({ LogGroupName: z.optional(z.string()) }));
    const names = groups.map(({ properties }) => properties.LogGroupName);
    for (const [, name] of queries.join(" ").matchAll(/SOURCE '([^']+)'/g)) expect(names).toContain(name);
    expect(queries.filter((query) => query.includes(EVENT_PUBLISHED_MESSAGE))).toHaveLength(2);
  });

  it("names functions, distribution, API and table of the stack in its metrics", () => {
    const text = JSON.stringify(metrics);
    const functions = resources(
      prod,
      "AWS::Lambda::Function",
      z.object({ FunctionName: z.optional(z.string()) }),
    );
    const names = functions.map(({ properties }) => properties.FunctionName);
    for (const [, name] of text.matchAll(/"FunctionName","([^"]+)"/g)) expect(names).toContain(name);
    for (const type of ["CloudFront::Distribution", "ApiGatewayV2::Api", "DynamoDB::GlobalTable"])
      expect(text).toContain(`<${idsOf(`AWS::${type}`)[0]}>`);
    expect(text).toMatch(/"stat":"p50".*"stat":"p99"/);
  });

  it("is described by the runbook, widget by widget", () => {
    const runbook = readFileSync(new URL("../../infra/RUNBOOK.md", import.meta.url), "utf8");
    const [, chapter = ""] = /^## The dashboard\n(.*?)\n## /ms.exec(runbook) ?? [];
    const rows = chapter.split("\n").filter((line) => /^\| \d/.test(line));
    // If this fails, copy the received rows into the runbook and run npm run format.
    expect(rowsOfWidgets()).toEqual(rows.map((row) => row.replaceAll(/ +/g, " ")));
  });

  it("has rows without gaps or overlaps", () => {
    const rows = Map.groupBy(widgets, ({ y }) => y);
    for (const row of rows.values()) {
      const sorted = row.toSorted((a, b) => a.x - b.x);
      sorted.forEach(({ x }, i) =>
        expect(x).toBe(sorted.slice(0, i).reduce((sum, { width }) => sum + width, 0)),
      );
      // A dashboard has 24 columns.
      expect(sorted.reduce((sum, { width }) => sum + width, 0)).toBe(24);
    }
  });
});
