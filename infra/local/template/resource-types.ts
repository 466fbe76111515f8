import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { sha256Hex } from "../util/sha256.ts";

export const REGION = "us-east-1";
export const ACCOUNT = "000000000000";

/** A resource that needs a local name. `property` returns an evaluated property if it is text. */
export type NamedResource = { logicalId: string; property(name: string): string | undefined };
/** Makes the name, id, URL or ARN of a resource on this machine. */
type NameOf = (resource: NamedResource) => string;

/** The values of Ref and Fn::GetAtt. `isEmulated`: the local stack runs resources of this type. */
export type ResourceType = { isEmulated: boolean; ref: NameOf; attribute(name: string): NameOf | undefined };

/** The schema of an unsupported property: if the template sets the property, the stack does not start. */
export const unsupported = (what: string): z.ZodMiniOptional<z.ZodMiniNever> =>
  z.optional(z.never(`${what} is not known to the local stack`));

const shortHash = (logicalId: string, length = 10): string =>
  createHash("sha256").update(logicalId).digest("base64url").replace(/[-_]/g, "x").slice(0, length);
const nameFrom =
  (property: string): NameOf =>
  (resource) =>
    resource.property(property) ?? resource.logicalId;
const hashedId =
  (prefix: string): NameOf =>
  (resource) =>
    `${prefix}${shortHash(resource.logicalId)}`;
const arnOf =
  (service: string, name: NameOf, prefix = "", region = REGION): NameOf =>
  (resource) =>
    `arn:aws:${service}:${region}:${ACCOUNT}:${prefix}${name(resource)}`;
const withAffixes =
  (before: string, name: NameOf, after = ""): NameOf =>
  (resource) =>
    `${before}${name(resource)}${after}`;

const define = (ref: NameOf, attributes: Record<string, NameOf> = {}): ResourceType => ({
  isEmulated: true,
  ref,
  attribute: (name) => attributes[name],
});

const byName = nameFrom("Name");
const tableArn = arnOf("dynamodb", nameFrom("TableName"), "table/");
const bucketName: NameOf = (resource) =>
  resource.property("BucketName") ?? `local-${resource.logicalId.toLowerCase()}`;
const poolId: NameOf = (resource) => `${REGION}_${shortHash(resource.logicalId, 9)}`;
const apiId: NameOf = (resource) => shortHash(resource.logicalId).toLowerCase();
const archiveName = nameFrom("ArchiveName");
const queueName = nameFrom("QueueName");
const queueUrl = withAffixes(`https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/`, queueName);
const edgeFunctionArn = arnOf("cloudfront", byName, "function/", "");

/** Every type that the local stack runs, with local names and ARNs in AWS's format. */
const emulatedTypes: Record<string, ResourceType> = {
  "AWS::DynamoDB::GlobalTable": define(nameFrom("TableName"), {
    Arn: tableArn,
    StreamArn: withAffixes("", tableArn, "/stream/local"),
  }),
  "AWS::Lambda::Function": define(nameFrom("FunctionName"), {
    Arn: arnOf("lambda", nameFrom("FunctionName"), "function:"),
  }),
  "AWS::Lambda::EventSourceMapping": define(hashedId("mapping-")),
  "AWS::Lambda::EventInvokeConfig": define(hashedId("invoke-")),
  "AWS::S3::Bucket": define(bucketName, {
    Arn: withAffixes("arn:aws:s3:::", bucketName),
    RegionalDomainName: withAffixes("", bucketName, `.s3.${REGION}.amazonaws.com`),
  }),
  "AWS::Cognito::UserPool": define(poolId, { Arn: arnOf("cognito-idp", poolId, "userpool/") }),
  "AWS::Cognito::UserPoolClient": define(({ logicalId }) => sha256Hex(logicalId).slice(0, 26)),
  "AWS::ApiGatewayV2::Api": define(apiId, {
    ApiEndpoint: withAffixes("https://", apiId, `.execute-api.${REGION}.amazonaws.com`),
  }),
  "AWS::ApiGatewayV2::Integration": define(hashedId("")),
  "AWS::ApiGatewayV2::Route": define(hashedId("")),
  "AWS::ApiGatewayV2::Authorizer": define(hashedId("")),
  "AWS::Events::EventBus": define(byName, { Arn: arnOf("events", byName, "event-bus/") }),
  "AWS::Events::Rule": define(byName, { Arn: arnOf("events", byName, "rule/") }),
  "AWS::Events::Archive": define(archiveName, { Arn: arnOf("events", archiveName, "archive/") }),
  "AWS::Scheduler::Schedule": define(byName, { Arn: arnOf("scheduler", byName, "schedule/default/") }),
  "AWS::SQS::Queue": define(queueUrl, { Arn: arnOf("sqs", queueName), QueueName: queueName }),
  "AWS::SecretsManager::Secret": define(arnOf("secretsmanager", byName, "secret:")),
  "AWS::CloudFront::Distribution": define(hashedId("E"), {
    DomainName: (resource) => `${shortHash(resource.logicalId).toLowerCase()}.cloudfront.net`,
  }),
  "AWS::CloudFront::Function": define(edgeFunctionArn, { FunctionARN: edgeFunctionArn }),
  "AWS::CloudFront::CachePolicy": define(hashedId("cache-")),
  "AWS::CloudFront::OriginRequestPolicy": define(hashedId("request-")),
  "AWS::CloudFront::ResponseHeadersPolicy": define(hashedId("headers-")),
  "AWS::IAM::Policy": define(nameFrom("PolicyName")),
  "AWS::SES::ConfigurationSet": define(byName),
  "AWS::SES::EmailIdentity": define(nameFrom("EmailIdentity")),
  "AWS::SES::ConfigurationSetEventDestination": define(hashedId("destination-")),
  "Custom::CDKBucketDeployment": define(hashedId("deployment-")),
};

/** Types without effect on one machine. Only the names of these resources are used, by others, so they must be distinct. */
const WITHOUT_EFFECT = `
  AWS::ApiGatewayV2::Stage AWS::Budgets::Budget AWS::CDK::Metadata AWS::CertificateManager::Certificate
  AWS::CloudFront::OriginAccessControl AWS::CloudWatch::Alarm AWS::CloudWatch::CompositeAlarm
  AWS::CloudWatch::Dashboard AWS::Cognito::UserPoolGroup AWS::Events::ApiDestination AWS::Events::EventBusPolicy
  AWS::IAM::ManagedPolicy AWS::IAM::Role AWS::KMS::Alias AWS::KMS::Key AWS::Lambda::LayerVersion
  AWS::Lambda::Permission AWS::Logs::LogGroup AWS::Logs::MetricFilter AWS::Logs::ResourcePolicy
  AWS::Route53::HostedZone AWS::Route53::RecordSet AWS::S3::BucketPolicy AWS::SNS::Subscription AWS::SNS::Topic
  AWS::SNS::TopicPolicy AWS::SQS::QueuePolicy AWS::SSM::Parameter AWS::Scheduler::ScheduleGroup AWS::WAFv2::WebACL
  AWS::WAFv2::LoggingConfiguration Custom::LogRetention Custom::S3AutoDeleteObjects Custom::S3BucketNotifications
`
  .trim()
  .split(/\s+/);

/** Ref is the name in the properties, such as TopicName of an AWS::SNS::Topic, or else the logical id. */
const withoutEffect = (type: string): ResourceType => {
  const ref: NameOf = (resource) =>
    resource.property(type.replace(/^.*::(UserPool)?/, "") + "Name") ??
    resource.property("Name") ??
    resource.logicalId;
  return { isEmulated: false, ref, attribute: (attribute) => withAffixes("", ref, `:${attribute}`) };
};

/** Every type that the local stack knows. */
export const resourceTypes: Record<string, ResourceType> = {
  ...emulatedTypes,
  ...Object.fromEntries(WITHOUT_EFFECT.map((type) => [type, withoutEffect(type)])),
};
