// AWS's list prices in us-east-1, in dollars. Sources: the pricing page of each service.

/** The month in which the prices were read. */
export const PRICES_AS_OF = "2026-11";

type Resource = { Type: string; Properties?: unknown };
/** The properties on which a price depends. */
type Properties = {
  ScheduleExpression?: string;
  Metrics?: { MetricStat?: unknown }[];
  Rules?: unknown[];
  StartingPosition?: string;
};

/** The SQS requests of an idle queue with a function in 30 days: five pollers, each with three requests a minute. */
const POLLS_PER_MONTH = 5 * 3 * 60 * 24 * 30;
const PER_SQS_REQUEST = 0.4 / 1e6;
const PER_ALARM_METRIC = 0.1;
const PER_RUN = 0.2 / 1e6;
const PER_GB_SECOND = 0.0000133334;
const PER_TABLE_READ = 0.125 / 1e6;
const PER_LOG_GB = 0.5;
const PER_TABLE_GB_MONTH = 0.25;
/** For point-in-time recovery of the table. */
const PER_BACKUP_GB_MONTH = 0.2;
/** The assumption for a scheduled run without work: 0.25 s with 512 MB, 12 reads, and 1 KB of log. */
const PER_IDLE_RUN = PER_RUN + 0.25 * 0.5 * PER_GB_SECOND + 12 * PER_TABLE_READ + 1e-6 * PER_LOG_GB;

/** The runs of a schedule in 30 days. Throws for an expression that is not a rate in minutes or hours. */
function runsOf({ ScheduleExpression = "" }: Properties): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour)s?\)$/.exec(ScheduleExpression) ?? [];
  if (count === undefined) throw new Error(`The runs of ${ScheduleExpression} are not known.`);
  return (30 * 24 * (unit === "minute" ? 60 : 1)) / Number(count);
}

/** An alarm on an expression costs as much as an alarm for each of its metrics. */
const metricsOf = ({ Metrics }: Properties): number =>
  Metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1;

/** Only mappings of streams have a StartingPosition. */
const isOfQueue = ({ StartingPosition }: Properties): boolean => StartingPosition === undefined;

/** The price of a resource with these properties for a month without visitors, by type. */
const monthlyPrices: Record<string, (properties: Properties) => number> = {
  "AWS::CloudWatch::Alarm": (alarm) => metricsOf(alarm) * PER_ALARM_METRIC,
  "AWS::SecretsManager::Secret": () => 0.4,
  // A start costs nothing; the run does.
  "AWS::Scheduler::Schedule": (schedule) => runsOf(schedule) * PER_IDLE_RUN,
  "AWS::WAFv2::WebACL": ({ Rules = [] }) => 5 + Rules.length,
  // Lambda's reads of a DynamoDB stream are free.
  "AWS::Lambda::EventSourceMapping": (mapping) =>
    isOfQueue(mapping) ? POLLS_PER_MONTH * PER_SQS_REQUEST : 0,
};

/** The price of a resource for a month without visitors; undefined for a type that is not in the list of prices. */
export const monthlyPriceOf = ({ Type, Properties = {} }: Resource): number | undefined =>
  monthlyPrices[Type]?.(Properties as Properties);

/**
 * Dollars a month, by type: the parts of AWS's permanent free tier that an idle stage uses. They are a million SQS requests,
 * and alarms on ten metrics, once for each account. Other parts, such as Lambda's, are not counted, because visitors use
 * them up.
 */
export const freeTierDollars: Record<string, number> = {
  "AWS::Lambda::EventSourceMapping": 1e6 * PER_SQS_REQUEST,
  "AWS::CloudWatch::Alarm": 10 * PER_ALARM_METRIC,
};

/** The types of resources that cost nothing while nobody uses them. */
export const FREE_TYPES: readonly string[] = [
  "AWS::ApiGatewayV2::Api",
  "AWS::ApiGatewayV2::Authorizer",
  "AWS::ApiGatewayV2::Integration",
  "AWS::ApiGatewayV2::Route",
  "AWS::ApiGatewayV2::Stage",
  "AWS::CertificateManager::Certificate",
  "AWS::CloudFront::CachePolicy",
  "AWS::CloudFront::Distribution",
  "AWS::CloudFront::Function",
  "AWS::CloudFront::OriginAccessControl",
  "AWS::CloudFront::ResponseHeadersPolicy",
  // An account's first three dashboards, with at most 50 metrics each, are always free.
  "AWS::CloudWatch::Dashboard",
  "AWS::CodeDeploy::Application",
  // A deployment to Lambda is free.
  "AWS::CodeDeploy::DeploymentGroup",
  "AWS::Cognito::UserPool",
  "AWS::Cognito::UserPoolClient",
  "AWS::Cognito::UserPoolGroup",
  "AWS::DynamoDB::GlobalTable",
  "AWS::Events::Archive",
  "AWS::Events::EventBus",
  "AWS::Events::EventBusPolicy",
  "AWS::Events::Rule",
  "AWS::IAM::Policy",
  "AWS::IAM::Role",
  "AWS::Lambda::Alias",
  "AWS::Lambda::EventInvokeConfig",
  "AWS::Lambda::Function",
  "AWS::Lambda::LayerVersion",
  "AWS::Lambda::Permission",
  "AWS::Lambda::Version",
  "AWS::Logs::LogGroup",
  "AWS::Logs::MetricFilter",
  "AWS::Route53::RecordSet",
  "AWS::S3::Bucket",
  "AWS::S3::BucketPolicy",
  // Only reputation metrics would cost something, and the shop does not use them.
  "AWS::SES::ConfigurationSet",
  "AWS::SES::ConfigurationSetEventDestination",
  "AWS::SES::EmailIdentity",
  "AWS::SNS::Subscription",
  "AWS::SNS::Topic",
  "AWS::SNS::TopicPolicy",
  "AWS::SQS::Queue",
  "AWS::SQS::QueuePolicy",
  "Custom::CDKBucketDeployment",
];

/**
 * The usage that one order causes, including the visits before it, in units of each price. The assumption is 50 visits for
 * each order. Each visit sends 30 requests to CloudFront (0.5 MB), one of which reaches a Lambda function. The pages and
 * pictures of a visit run CloudFront Functions 12 times.
 */
export const usagePerOrder: { name: string; units: number; price: number }[] = [
  { name: "CloudFront requests", units: 50 * 30, price: 1 / 1e6 },
  { name: "CloudFront function runs", units: 50 * 12, price: 0.1 / 1e6 },
  { name: "CloudFront traffic (GB)", units: 50 * 0.0005, price: 0.085 },
  { name: "API requests", units: 60, price: 1 / 1e6 },
  { name: "function runs", units: 90, price: PER_RUN },
  // 90 runs, each of 0.1 s with 0.75 GB of memory.
  { name: "function time (GB s)", units: 90 * 0.1 * 0.75, price: PER_GB_SECOND },
  { name: "table writes", units: 150, price: 0.625 / 1e6 },
  { name: "table reads", units: 1_500, price: PER_TABLE_READ },
  { name: "events", units: 10, price: 1 / 1e6 },
  { name: "queue requests", units: 60, price: PER_SQS_REQUEST },
  { name: "mails", units: 3, price: 0.1 / 1e3 },
  { name: "logs (GB)", units: 0.0001, price: PER_LOG_GB },
  {
    // 50 KB for 12 months.
    name: "storage for a year (GB months)",
    units: 0.00005 * 12,
    price: PER_TABLE_GB_MONTH + PER_BACKUP_GB_MONTH,
  },
];
/** AWS WAF's price for a request, in dollars. */
export const PER_WAF_REQUEST = 0.6 / 1e6;
