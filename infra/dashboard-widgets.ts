import {
  GraphWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  MathExpression,
  Metric,
  type IMetric,
  type IWidget,
  type MetricOptions,
} from "aws-cdk-lib/aws-cloudwatch";
import { EVENT_PUBLISHED_MESSAGE } from "../shared/log-lines.ts";
import { accessLogName, functionNameOf, functionsLogName } from "./names.ts";

/** The resources whose metrics the dashboard shows. */
export type MeasuredResources = { apiId: string; distributionId: string; tableName: string };

/** Columns of CloudWatch's grid. */
export const GRID_COLUMNS = 24;
const THIRD_OF_ROW = { width: GRID_COLUMNS / 3, height: 6 };

/**
 * Tables of events, money and requests from the logs. Their queries cost 0.005 dollars for each GB of logs, and run only while
 * the dashboard is open.
 */
export function logWidgets(stackName: string): IWidget[] {
  const createLogTable = (title: string, logGroupName: string, ...queryLines: string[]) =>
    new LogQueryWidget({
      title,
      logGroupNames: [logGroupName],
      queryLines,
      view: LogQueryVisualizationType.TABLE,
      ...THIRD_OF_ROW,
    });
  const functionsLog = functionsLogName(stackName);
  const publishedFilter = `filter message = "${EVENT_PUBLISHED_MESSAGE}"`;
  return [
    // An event may be published twice, so events are counted by their ids.
    createLogTable(
      "Events by kind: orders placed, paid, refunded …",
      functionsLog,
      publishedFilter,
      "stats count_distinct(event) as events by type",
      "sort events desc",
    ),
    createLogTable(
      "Money, in dollars: paid and refunded",
      functionsLog,
      `${publishedFilter} and ispresent(dollars)`,
      "stats max(dollars) as amount by event, type, bin(1d) as day",
      "stats sum(amount) as dollars, count(*) as events by type, day",
      "sort day desc, type asc",
    ),
    createLogTable(
      "Checkout, webhooks, contact: by answer",
      accessLogName(stackName),
      "filter route like /checkout|webhooks|contact/",
      "stats count(*) as requests by route, status",
      "sort route asc, status asc",
    ),
  ];
}

/** Graphs of visitors' requests: their number, the time until the answer, and errors. */
export function visitorWidgets({ apiId, distributionId }: MeasuredResources): IWidget[] {
  const edgeMetric = (metricName: string, options: MetricOptions) =>
    new Metric({
      namespace: "AWS/CloudFront",
      metricName,
      dimensionsMap: { DistributionId: distributionId, Region: "Global" },
      ...options,
    });
  const apiMetric = (metricName: string, options: MetricOptions) =>
    new Metric({ namespace: "AWS/ApiGateway", metricName, dimensionsMap: { ApiId: apiId }, ...options });
  const edgeRequests = edgeMetric("Requests", { statistic: "Sum", label: "at the edge" });
  const apiRequests = apiMetric("Count", { statistic: "Sum", label: "that reach a function" });
  return [
    createGraph("Requests", [edgeRequests, apiRequests], {
      // Calculated from free metrics, because CloudFront's own hit rate costs money.
      title: "%",
      metrics: [
        new MathExpression({
          expression: "100 * (1 - FILL(api, 0) / edge)",
          usingMetrics: { api: apiRequests, edge: edgeRequests },
          label: "answered without a function",
        }),
      ],
    }),
    createGraph("Time of the API's answers (ms)", [
      apiMetric("Latency", { statistic: "p50", label: "p50" }),
      apiMetric("Latency", { statistic: "p99", label: "p99" }),
      apiMetric("IntegrationLatency", { statistic: "p99", label: "p99 in the function" }),
    ]),
    createGraph(
      "Errors",
      [
        apiMetric("5xx", { statistic: "Sum", label: "API 5xx" }),
        apiMetric("4xx", { statistic: "Sum", label: "API 4xx (also sold out, too many requests)" }),
      ],
      {
        title: "% of requests at the edge",
        metrics: [edgeMetric("5xxErrorRate", { statistic: "Average", label: "edge 5xx" })],
      },
    ),
  ];
}

/** Graphs of the duration of functions, of throttled calls of functions and table, and of mail. */
export function functionWidgets(stackName: string, { tableName }: MeasuredResources): IWidget[] {
  const functionMetric = (name: string, metricName: string, statistic: string) =>
    new Metric({
      namespace: "AWS/Lambda",
      metricName,
      statistic,
      dimensionsMap: { FunctionName: functionNameOf(stackName, name) },
      label: name,
    });
  const tableMetric = (metricName: string, label: string) =>
    new Metric({
      namespace: "AWS/DynamoDB",
      metricName,
      statistic: "Sum",
      dimensionsMap: { TableName: tableName },
      label,
    });
  const mailMetric = (metricName: string) =>
    new Metric({ namespace: "AWS/SES", metricName, statistic: "Sum", label: metricName.toLowerCase() });
  const shownFunctions = [
    "render-page",
    "catalog-api",
    "checkout-api",
    "admin-api",
    "stripe-webhook",
    "settle-payment",
  ];
  return [
    createGraph(
      "Time of functions (ms, p99)",
      shownFunctions.map((name) => functionMetric(name, "Duration", "p99")),
    ),
    createGraph(
      "Refused for lack of capacity",
      [
        ...shownFunctions.map((name) => functionMetric(name, "Throttles", "Sum")),
        tableMetric("ReadThrottleEvents", "table reads"),
        tableMetric("WriteThrottleEvents", "table writes"),
      ],
      {
        title: "functions at once",
        metrics: [
          new Metric({
            namespace: "AWS/Lambda",
            metricName: "ConcurrentExecutions",
            statistic: "Maximum",
            label: "functions at once, in the whole account",
          }),
        ],
      },
    ),
    createGraph("Mail of the whole account", [
      mailMetric("Send"),
      mailMetric("Delivery"),
      mailMetric("Bounce"),
      mailMetric("Complaint"),
    ]),
  ];
}

/** Creates a graph. The metrics of `right` have another unit, so they have an axis of their own. */
const createGraph = (
  title: string,
  left: IMetric[],
  right?: { title: string; metrics: IMetric[] },
): GraphWidget =>
  new GraphWidget({
    title,
    left,
    leftYAxis: { min: 0, showUnits: false },
    ...(right && { right: right.metrics, rightYAxis: { min: 0, label: right.title, showUnits: false } }),
    ...THIRD_OF_ROW,
  });
