import { createHash } from "node:crypto";
import * as z from "zod/mini";

export const REGION = "us-east-1";
export const ACCOUNT = "000000000000";

/** The resource to be named. `property` returns an evaluated property, if it is set. */
export type Naming = { logicalId: string; property(name: string): string | undefined };
type Name = (of: Naming) => string;

/** The values of Ref and Fn::GetAtt. `isRun`: a part of the local stack runs resources of this type. */
export type ResourceType = { isRun: boolean; ref: Name; attribute: (name: string) => Name | undefined };

/** The schema of an unsupported property: a template that sets it stops the start. */
export const unsupported = (what: string): z.ZodMiniOptional<z.ZodMiniNever> =>
  z.optional(z.never(`${what} is not known to the local stack`));

const short = (logicalId: string, length = 10): string =>
  createHash("sha256").update(logicalId).digest("base64url").replace(/[-_]/g, "x").slice(0, length);
const named =
  (property: string): Name =>
  (of) =>
    of.property(property) ?? of.logicalId;
const id =
  (prefix: string): Name =>
  (of) =>
    `${prefix}${short(of.logicalId)}`;
const arn =
  (service: string, name: Name, prefix = "", region = REGION): Name =>
  (of) =>
    `arn:aws:${service}:${region}:${ACCOUNT}:${prefix}${name(of)}`;
const text =
  (before: string, name: Name, after = ""): Name =>
  (of) =>
    `${before}${name(of)}${after}`;

const run = (ref: Name, attributes: Record<string, Name> = {}): ResourceType => ({
  isRun: true,
  ref,
  attribute: (name) => attributes[name],
});

const name = named("Name");
const tableArn = arn("dynamodb", named("TableName"), "table/");
const bucketName: Name = (of) => of.property("BucketName") ?? `local-${of.logicalId.toLowerCase()}`;
const poolId: Name = (of) => `${REGION}_${short(of.logicalId, 9)}`;
const poolUrl = text(`cognito-idp.${REGION}.amazonaws.com/`, poolId);
const apiId: Name = (of) => short(of.logicalId).toLowerCase();
const queueName = named("QueueName");
const queueUrl = text(`https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/`, queueName);
const secretArn = arn("secretsmanager", name, "secret:");
const edgeFunctionArn = arn("cloudfront", name, "function/", "");

/** Every type that a part of the local stack runs, with names in place of AWS's. */
const running: Record<string, ResourceType> = {
  "AWS::DynamoDB::GlobalTable": run(named("TableName"), {
    Arn: tableArn,
    StreamArn: text("", tableArn, "/stream/local"),
  }),
  "AWS::Lambda::Function": run(named("FunctionName"), {
    Arn: arn("lambda", named("FunctionName"), "function:"),
  }),
  "AWS::Lambda::EventSourceMapping": run(id("mapping-")),
  "AWS::Lambda::EventInvokeConfig": run(id("invoke-")),
  "AWS::S3::Bucket": run(bucketName, {
    Arn: text("arn:aws:s3:::", bucketName),
    DomainName: text("", bucketName, ".s3.amazonaws.com"),
    RegionalDomainName: text("", bucketName, `.s3.${REGION}.amazonaws.com`),
  }),
  "AWS::Cognito::UserPool": run(poolId, {
    Arn: arn("cognito-idp", poolId, "userpool/"),
    ProviderName: poolUrl,
    ProviderURL: text("https://", poolUrl),
    UserPoolId: poolId,
  }),
  "AWS::Cognito::UserPoolClient": run((of) =>
    createHash("sha256").update(of.logicalId).digest("hex").slice(0, 26),
  ),
  "AWS::ApiGatewayV2::Api": run(apiId, {
    ApiId: apiId,
    ApiEndpoint: text("https://", apiId, `.execute-api.${REGION}.amazonaws.com`),
  }),
  "AWS::ApiGatewayV2::Integration": run(id("")),
  "AWS::ApiGatewayV2::Route": run(id("")),
  "AWS::ApiGatewayV2::Authorizer": run(id("")),
  "AWS::Events::EventBus": run(name, { Name: name, Arn: arn("events", name, "event-bus/") }),
  "AWS::Events::Rule": run(name, { Arn: arn("events", name, "rule/") }),
  "AWS::Events::Archive": run(named("ArchiveName"), { Arn: arn("events", named("ArchiveName"), "archive/") }),
  "AWS::Scheduler::Schedule": run(name, { Arn: arn("scheduler", name, "schedule/default/") }),
  "AWS::SQS::Queue": run(queueUrl, { Arn: arn("sqs", queueName), QueueName: queueName, QueueUrl: queueUrl }),
  "AWS::SecretsManager::Secret": run(secretArn, { Id: secretArn }),
  "AWS::CloudFront::Distribution": run(id("E"), {
    Id: id("E"),
    DomainName: (of) => `${short(of.logicalId).toLowerCase()}.cloudfront.net`,
  }),
  "AWS::CloudFront::Function": run(edgeFunctionArn, {
    FunctionARN: edgeFunctionArn,
    "FunctionMetadata.FunctionARN": edgeFunctionArn,
  }),
  "AWS::CloudFront::CachePolicy": run(id("cache-"), { Id: id("cache-") }),
  "AWS::CloudFront::OriginRequestPolicy": run(id("request-"), { Id: id("request-") }),
  "AWS::CloudFront::ResponseHeadersPolicy": run(id("headers-"), { Id: id("headers-") }),
  "AWS::SES::ConfigurationSet": run(name),
  "AWS::SES::EmailIdentity": run(named("EmailIdentity")),
  "AWS::SES::ConfigurationSetEventDestination": run(id("destination-")),
  "Custom::CDKBucketDeployment": run(id("deployment-"), {
    DestinationBucketArn: text("arn:aws:s3:::", named("DestinationBucketName")),
  }),
};

/** Types without effect on one machine. Their names need only be distinct. */
const WITHOUT_EFFECT = `
  AWS::ApiGatewayV2::Stage AWS::Budgets::Budget AWS::CDK::Metadata AWS::CertificateManager::Certificate
  AWS::CloudFront::OriginAccessControl AWS::CloudWatch::Alarm AWS::CloudWatch::CompositeAlarm
  AWS::CloudWatch::Dashboard AWS::Cognito::UserPoolGroup AWS::Events::ApiDestination AWS::Events::EventBusPolicy
  AWS::IAM::ManagedPolicy AWS::IAM::Policy AWS::IAM::Role AWS::KMS::Alias AWS::KMS::Key AWS::Lambda::LayerVersion
  AWS::Lambda::Permission AWS::Logs::LogGroup AWS::Logs::MetricFilter AWS::Logs::ResourcePolicy
  AWS::Route53::HostedZone AWS::Route53::RecordSet AWS::S3::BucketPolicy AWS::SNS::Subscription AWS::SNS::Topic
  AWS::SNS::TopicPolicy AWS::SQS::QueuePolicy AWS::SSM::Parameter AWS::Scheduler::ScheduleGroup AWS::WAFv2::WebACL
  AWS::WAFv2::LoggingConfiguration Custom::LogRetention Custom::S3AutoDeleteObjects Custom::S3BucketNotifications
`
  .trim()
  .split(/\s+/);

/** Ref gives the name in the properties, such as TopicName of an AWS::SNS::Topic, or else the logical id. */
const withoutEffect = (type: string): ResourceType => {
  const ref: Name = (of) =>
    of.property(type.replace(/^.*::(UserPool)?/, "") + "Name") ?? of.property("Name") ?? of.logicalId;
  return { isRun: false, ref, attribute: (attribute) => text("", ref, `:${attribute}`) };
};

/** Every type that the local stack knows. */
export const resourceTypes: Record<string, ResourceType> = {
  ...running,
  ...Object.fromEntries(WITHOUT_EFFECT.map((type) => [type, withoutEffect(type)])),
};
