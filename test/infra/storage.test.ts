import { indexes } from "../../infra/indexes.ts";
import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { stackProperties, stageTemplate } from "./stage-templates.ts";

const dev = await stageTemplate("dev");
const prod = await stageTemplate("prod");

describe("the table", () => {
  it("has keys, a stream, an expiry attribute and point-in-time recovery", () => {
    dev.hasResourceProperties("AWS::DynamoDB::GlobalTable", {
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      StreamSpecification: { StreamViewType: "NEW_IMAGE" },
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
      Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
    });
  });

  it.each([
    ["listing", "listPk", "listSk", 20],
    ["due", "duePk", "dueSk", 3],
    ["changes", "changePk", "changeSk", 2],
  ])(
    "has the index %s with its keys and copied attributes",
    (IndexName, partitionKey, sortKey, attributeCount) => {
      const NonKeyAttributes = [
        ...Object.entries(indexes).flatMap(([name, index]) => (name === IndexName ? index.attributes : [])),
      ];
      // DynamoDB allows at most 20 projected attributes for an index.
      expect(NonKeyAttributes).toHaveLength(attributeCount);
      dev.hasResourceProperties("AWS::DynamoDB::GlobalTable", {
        GlobalSecondaryIndexes: Match.arrayWith([
          {
            IndexName,
            KeySchema: [
              { AttributeName: partitionKey, KeyType: "HASH" },
              { AttributeName: sortKey, KeyType: "RANGE" },
            ],
            Projection: { ProjectionType: "INCLUDE", NonKeyAttributes },
          },
        ]),
      });
    },
  );
});

describe("production", () => {
  it("keeps its data when the stack is deleted", async () => {
    prod.hasResource("AWS::DynamoDB::GlobalTable", {
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
      Properties: { Replicas: [{ DeletionProtectionEnabled: true }] },
    });
    prod.hasResource("AWS::Cognito::UserPool", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: { DeletionProtection: "ACTIVE" },
    });
    prod.allResources("AWS::SecretsManager::Secret", { DeletionPolicy: "RetainExceptOnCreate" });
    expect(await stackProperties("prod")).toMatchObject({ terminationProtection: true });
  });

  it("keeps the logical id of everything with data, by which CloudFormation finds the deployed one instead of making an empty one", () => {
    const typesWithData = [
      "AWS::DynamoDB::GlobalTable",
      "AWS::S3::Bucket",
      "AWS::Cognito::UserPool",
      "AWS::SecretsManager::Secret",
      "AWS::Events::Archive",
      "AWS::Events::EventBus",
      // A domain whose zone is elsewhere points to the distribution's address, which must stay.
      "AWS::CloudFront::Distribution",
    ];
    const ids = typesWithData.flatMap((type) => Object.keys(prod.findResources(type)));
    // An id is made of a construct's path: a construct that moves to another parent needs `overrideLogicalId`.
    expect(ids.sort()).toEqual([
      "AdminSignInPool352AFC70",
      "CheckoutStripeApiKey8F688EBF",
      "CheckoutStripeWebhookSecret50F82CFA",
      "EventsArchive5A2DBDD8",
      "EventsBus45DE4339",
      "EventsStripeBus0603A864",
      "MediaBucket4022EBBF",
      "OriginSecret5DDC59F1",
      "TableCD117FA1",
      "TicketKeysCF8B8546",
      "WebsiteBucket4326D7C2",
      "WebsiteDistribution0C86AB5B",
    ]);
  });

  it("can be deployed for the first time without protection, so that a failed deployment can be repeated", async () => {
    const custom = await stageTemplate("custom");
    custom.hasResource("AWS::DynamoDB::GlobalTable", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: { Replicas: [{ DeletionProtectionEnabled: false }] },
    });
    custom.hasResourceProperties("AWS::Cognito::UserPool", { DeletionProtection: "INACTIVE" });
    expect(await stackProperties("custom")).not.toMatchObject({ terminationProtection: true });
  });
});

describe("buckets", () => {
  it("are private, encrypted, versioned, and kept when the stack is deleted", () => {
    dev.allResources("AWS::S3::Bucket", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: Match.objectLike({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: Match.anyValue(),
        VersioningConfiguration: { Status: "Enabled" },
      }),
    });
  });

  it("refuse plain HTTP", () => {
    dev.allResourcesProperties("AWS::S3::BucketPolicy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
        ]),
      },
    });
  });

  it("let CloudFront read checked pictures, but no uploads", () => {
    dev.hasResourceProperties("AWS::S3::BucketPolicy", {
      PolicyDocument: {
        Statement: [
          Match.objectLike({ Effect: "Deny" }),
          Match.objectLike({
            Action: "s3:GetObject",
            Principal: { Service: "cloudfront.amazonaws.com" },
            Resource: { "Fn::Join": ["", [Match.anyValue(), "/products/*"]] },
            Condition: { StringEquals: { "AWS:SourceArn": Match.anyValue() } },
          }),
        ],
      },
    });
  });

  it("delete uploads after a day, send an event for each upload, and accept uploads from the shop's pages", () => {
    prod.hasResourceProperties("AWS::S3::Bucket", {
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({
            Prefix: "uploads/",
            ExpirationInDays: 1,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
          }),
          Match.objectLike({
            NoncurrentVersionExpiration: { NoncurrentDays: 30 },
            ExpiredObjectDeleteMarker: true,
          }),
        ]),
      },
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
      CorsConfiguration: {
        CorsRules: [
          Match.objectLike({
            AllowedMethods: ["POST"],
            AllowedOrigins: ["https://shop.bourbonvipers.example"],
          }),
        ],
      },
    });
  });
});

describe("secrets", () => {
  it("are generated, not written in the template", () => {
    dev.resourceCountIs("AWS::SecretsManager::Secret", 3);
    dev.allResourcesProperties("AWS::SecretsManager::Secret", {
      GenerateSecretString: Match.anyValue(),
      SecretString: Match.absent(),
    });
  });
});

describe("sign-in", () => {
  it("is by invitation only, with passwords of at least 12 characters, which SRP never sends", () => {
    dev.hasResourceProperties("AWS::Cognito::UserPool", {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      Policies: { PasswordPolicy: { MinimumLength: 12 } },
      EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "verified_email", Priority: 1 }] },
    });
    dev.hasResourceProperties("AWS::Cognito::UserPoolClient", {
      GenerateSecret: false,
      ExplicitAuthFlows: ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
      PreventUserExistenceErrors: "ENABLED",
      EnableTokenRevocation: true,
      AuthSessionValidity: 15,
    });
    dev.hasResourceProperties("AWS::Cognito::UserPoolGroup", { GroupName: "admin" });
  });

  it("keeps an account's address until a code has confirmed the new one, so that nobody takes the address of a future admin", () => {
    dev.hasResourceProperties("AWS::Cognito::UserPool", {
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email"] },
    });
  });

  it("requires a second factor in production", () => {
    dev.hasResourceProperties("AWS::Cognito::UserPool", { MfaConfiguration: "OPTIONAL" });
    prod.hasResourceProperties("AWS::Cognito::UserPool", { MfaConfiguration: "ON" });
  });

  it("has an invitation mail that names the sign-in page, and has no point right after the password that could be taken for a part of the password", () => {
    prod.hasResourceProperties("AWS::Cognito::UserPool", {
      AdminCreateUserConfig: {
        InviteMessageTemplate: {
          EmailMessage: Match.stringLikeRegexp(
            "https://shop\\.bourbonvipers\\.example/door with your email address and the temporary password \\{####\\} within.*\\{username\\}",
          ),
        },
      },
    });
    dev.hasResourceProperties("AWS::Cognito::UserPool", {
      AdminCreateUserConfig: {
        InviteMessageTemplate: {
          EmailMessage: {
            "Fn::Join": [
              "",
              Match.arrayWith([{ "Fn::GetAtt": [Match.stringLikeRegexp("Distribution"), "DomainName"] }]),
            ],
          },
        },
      },
    });
  });
});
