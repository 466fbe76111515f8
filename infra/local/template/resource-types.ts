import { createHash } from "node:crypto";

export const REGION = "us-east-1";
export const ACCOUNT = "000000000000";

/** What a resource's names are made of. `property` gives an evaluated property, if it is set. */
export type Naming = { logicalId: string; property(name: string): string | undefined };
type Name = (of: Naming) => string;

/** `local`: what the local stack makes of the type: it is run, or is knowingly without effect here. */
export type ResourceType = { local: "run" | "none"; ref: Name; attributes: Record<string, Name> };

const short = (logicalId: string, length = 10): string =>
  createHash("sha256").update(logicalId).digest("base64url").replace(/[-_]/g, "x").slice(0, length);
const arn =
  (service: string, path: Name): Name =>
  (of) =>
    `arn:aws:${service}:${REGION}:${ACCOUNT}:${path(of)}`;
const globalArn =
  (service: string, path: Name): Name =>
  (of) =>
    `arn:aws:${service}::${ACCOUNT}:${path(of)}`;
const named =
  (property: string): Name =>
  (of) =>
    of.property(property) ?? of.logicalId;
const id =
  (prefix: string): Name =>
  (of) =>
    `${prefix}${short(of.logicalId)}`;
const under =
  (prefix: string, name: Name): Name =>
  (of) =>
    `${prefix}${name(of)}`;

const run = (ref: Name, attributes: Record<string, Name> = {}): ResourceType => ({
  local: "run",
  ref,
  attributes,
});
const none = (ref: Name, attributes: Record<string, Name> = {}): ResourceType => ({
  local: "none",
  ref,
  attributes,
});

const tableName = named("TableName");
const functionName = named("FunctionName");
const bucketName: Name = (of) => of.property("BucketName") ?? `local-${of.logicalId.toLowerCase()}`;
const poolId: Name = (of) => `${REGION}_${short(of.logicalId, 9)}`;
const apiId: Name = (of) => short(of.logicalId).toLowerCase();
const busName = named("Name");
const ruleName = named("Name");
const queueName = named("QueueName");
const secretArn = arn("secretsmanager", under("secret:", named("Name")));
const functionArn = arn("lambda", under("function:", functionName));
const edgeFunctionArn = globalArn("cloudfront", under("function/", named("Name")));
const distributionId: Name = (of) => `E${short(of.logicalId, 13).toUpperCase()}`;

/** Every type the local stack knows, with the names that Ref and Fn::GetAtt give in place of AWS's. */
export const resourceTypes: Record<string, ResourceType> = {
  "AWS::DynamoDB::GlobalTable": run(tableName, {
    Arn: arn("dynamodb", under("table/", tableName)),
    StreamArn: arn("dynamodb", (of) => `table/${tableName(of)}/stream/local`),
  }),
  "AWS::Lambda::Function": run(functionName, { Arn: functionArn }),
  "AWS::Lambda::EventSourceMapping": run(id("mapping-")),
  "AWS::Lambda::EventInvokeConfig": run(id("invoke-")),
  "AWS::S3::Bucket": run(bucketName, {
    Arn: (of) => `arn:aws:s3:::${bucketName(of)}`,
    DomainName: (of) => `${bucketName(of)}.s3.amazonaws.com`,
    RegionalDomainName: (of) => `${bucketName(of)}.s3.${REGION}.amazonaws.com`,
  }),
  "AWS::Cognito::UserPool": run(poolId, {
    Arn: arn("cognito-idp", under("userpool/", poolId)),
    ProviderName: under(`cognito-idp.${REGION}.amazonaws.com/`, poolId),
    ProviderURL: under(`https://cognito-idp.${REGION}.amazonaws.com/`, poolId),
    UserPoolId: poolId,
  }),
  "AWS::Cognito::UserPoolClient": run((of) =>
    createHash("sha256").update(of.logicalId).digest("hex").slice(0, 26),
  ),
  "AWS::ApiGatewayV2::Api": run(apiId, {
    ApiId: apiId,
    ApiEndpoint: (of) => `https://${apiId(of)}.execute-api.${REGION}.amazonaws.com`,
  }),
  "AWS::ApiGatewayV2::Integration": run(id("")),
  "AWS::ApiGatewayV2::Route": run(id("")),
  "AWS::ApiGatewayV2::Authorizer": run(id("")),
  "AWS::Events::EventBus": run(busName, { Name: busName, Arn: arn("events", under("event-bus/", busName)) }),
  "AWS::Events::Rule": run(ruleName, { Arn: arn("events", under("rule/", ruleName)) }),
  "AWS::Events::Archive": run(named("ArchiveName"), {
    Arn: arn("events", under("archive/", named("ArchiveName"))),
  }),
  "AWS::Scheduler::Schedule": run(named("Name"), {
    Arn: arn("scheduler", under("schedule/default/", named("Name"))),
  }),
  "AWS::SQS::Queue": run((of) => `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${queueName(of)}`, {
    Arn: arn("sqs", queueName),
    QueueName: queueName,
    QueueUrl: (of) => `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${queueName(of)}`,
  }),
  "AWS::SecretsManager::Secret": run(secretArn, { Id: secretArn }),
  "AWS::CloudFront::Distribution": run(distributionId, {
    Id: distributionId,
    DomainName: (of) => `${short(of.logicalId).toLowerCase()}.cloudfront.net`,
  }),
  "AWS::CloudFront::Function": run(edgeFunctionArn, {
    FunctionARN: edgeFunctionArn,
    "FunctionMetadata.FunctionARN": edgeFunctionArn,
  }),
  "AWS::CloudFront::CachePolicy": run(id("cache-"), { Id: id("cache-") }),
  "AWS::CloudFront::OriginRequestPolicy": run(id("request-"), { Id: id("request-") }),
  "AWS::CloudFront::ResponseHeadersPolicy": run(id("headers-"), { Id: id("headers-") }),
  "AWS::SES::ConfigurationSet": run(named("Name")),
  "AWS::SES::EmailIdentity": run(named("EmailIdentity")),
  "AWS::SES::ConfigurationSetEventDestination": run(id("destination-")),
  "Custom::CDKBucketDeployment": run(id("deployment-"), {
    DestinationBucketArn: (of) => `arn:aws:s3:::${of.property("DestinationBucketName") ?? ""}`,
  }),

  // The local pool's one account is in the group that the functions ask for.
  "AWS::Cognito::UserPoolGroup": none(named("GroupName")),
  // Permissions: the local stack has one user, and the roles are checked on the template by the tests.
  "AWS::IAM::Role": none(named("RoleName"), {
    Arn: globalArn("iam", under("role/", named("RoleName"))),
    RoleId: id("AROA"),
  }),
  "AWS::IAM::Policy": none(named("PolicyName")),
  "AWS::IAM::ManagedPolicy": none(globalArn("iam", under("policy/", id("")))),
  "AWS::Lambda::Permission": none(id("permission-")),
  "AWS::S3::BucketPolicy": none(id("policy-")),
  "AWS::SQS::QueuePolicy": none(id("policy-")),
  "AWS::SNS::TopicPolicy": none(id("policy-")),
  "AWS::Events::EventBusPolicy": none(id("policy-")),
  "AWS::KMS::Key": none(id("key-"), { Arn: arn("kms", under("key/", id("key-"))), KeyId: id("key-") }),
  "AWS::KMS::Alias": none(named("AliasName")),
  "AWS::CloudFront::OriginAccessControl": none(id("oac-"), { Id: id("oac-") }),
  // Watching: what functions write is in the log files, and a person sits in front of the console.
  "AWS::CloudWatch::Alarm": none(named("AlarmName"), {
    Arn: arn("cloudwatch", under("alarm:", named("AlarmName"))),
  }),
  "AWS::CloudWatch::CompositeAlarm": none(named("AlarmName"), {
    Arn: arn("cloudwatch", under("alarm:", named("AlarmName"))),
  }),
  "AWS::CloudWatch::Dashboard": none(named("DashboardName")),
  "AWS::Logs::LogGroup": none(named("LogGroupName"), {
    Arn: arn("logs", under("log-group:", named("LogGroupName"))),
  }),
  "AWS::Logs::MetricFilter": none(id("filter-")),
  "AWS::Logs::ResourcePolicy": none(id("policy-")),
  "AWS::SNS::Topic": none(arn("sns", named("TopicName")), {
    TopicArn: arn("sns", named("TopicName")),
    TopicName: named("TopicName"),
  }),
  "AWS::SNS::Subscription": none(id("subscription-")),
  "AWS::Budgets::Budget": none(id("budget-")),
  // Parts of the edge that only a real network has.
  "AWS::WAFv2::WebACL": none(id("waf-"), {
    Arn: arn("wafv2", under("global/webacl/", id(""))),
    Id: id("waf-"),
  }),
  "AWS::WAFv2::LoggingConfiguration": none(id("waf-logs-")),
  "AWS::CertificateManager::Certificate": none(arn("acm", under("certificate/", id("")))),
  "AWS::Route53::RecordSet": none(named("Name")),
  "AWS::Route53::HostedZone": none(id("Z"), { Id: id("Z") }),
  // One stage that deploys by itself; its throttling protects an account, not a laptop.
  "AWS::ApiGatewayV2::Stage": none(named("StageName")),
  "AWS::Events::ApiDestination": none(id("destination-")),
  "AWS::Scheduler::ScheduleGroup": none(named("Name"), {
    Arn: arn("scheduler", under("schedule-group/", named("Name"))),
  }),
  // Helpers of the deployment itself.
  "AWS::Lambda::LayerVersion": none(arn("lambda", under("layer:", id("")))),
  "AWS::SSM::Parameter": none(named("Name")),
  "AWS::CDK::Metadata": none(id("metadata-")),
  "Custom::S3AutoDeleteObjects": none(id("delete-")),
  "Custom::S3BucketNotifications": none(id("notifications-")),
  "Custom::LogRetention": none(id("retention-")),
};
