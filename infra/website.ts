import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import type { Api } from "./api.ts";
import { apiBehaviors, onRequest } from "./behaviors.ts";
import { asBucket } from "./cdk-types.ts";
import { Domain } from "./domain.ts";
import { mediaKey, pageOf } from "./edge-functions.ts";
import { firewall } from "./firewall.ts";
import type { Shop } from "./function.ts";
import type { Identity } from "./identity.ts";
import type { Media } from "./media.ts";
import type { ShopSecret } from "./secrets.ts";
import { mediaHeaders, pageHeaders } from "./security-headers.ts";
import { kindsOf, pagesOf, SiteDeployment, siteFiles } from "./site-files.ts";

type WebsiteProps = Shop & {
  api: Api;
  identity: Identity;
  media: Media;
  originSecret: ShopSecret;
  /** Folder of the built site. */
  folder: string;
};

/** The edge: the only way in, to pages, pictures and API alike. */
export class Website extends Construct {
  readonly distribution: cloudfront.Distribution;
  /** `https://…` without a slash at the end. */
  readonly origin: string;

  constructor(
    scope: Construct,
    id: string,
    { settings, api, identity, media, originSecret, folder }: WebsiteProps,
  ) {
    super(scope, id);
    const region = Stack.of(this).region;
    const { identityEndpoint } = settings;
    const domain = settings.domain
      ? new Domain(this, "Domain", { ...settings, name: settings.domain })
      : undefined;
    const bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [{ id: "DropOldVersions", noncurrentVersionExpiration: Duration.days(30) }],
      // CloudFormation deletes no bucket that holds something: let it go in peace.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const headers = pageHeaders(this, "PageHeaders", [
      identityEndpoint ? new URL(identityEndpoint).origin : `https://cognito-idp.${region}.amazonaws.com`,
      `https://${media.bucket.bucketRegionalDomainName}`,
    ]);
    const https = { viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS };

    const files = siteFiles(folder);
    this.distribution = new cloudfront.Distribution(this, "Distribution", {
      comment: Stack.of(this).stackName,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      defaultRootObject: "index.html",
      ...(domain && {
        domainNames: [domain.name],
        certificate: domain.certificate,
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      ...(settings.firewall && { webAclId: firewall(this, "Firewall").attrArn }),
      defaultBehavior: {
        ...https,
        // May list, so that a file that is not there is 404, not 403; no query reaches the bucket.
        origin: S3BucketOrigin.withOriginAccessControl(asBucket(bucket), {
          originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
        }),
        responseHeadersPolicy: headers,
        functionAssociations: [onRequest(this, "Rewrite", pageOf(pagesOf(files), kindsOf(files)))],
      },
      additionalBehaviors: {
        ...apiBehaviors(this, {
          api,
          originSecret,
          originSecretVersion: settings.originSecretVersion,
          responseHeadersPolicy: headers,
        }),
        "/media/products/*": {
          ...https,
          origin: media.origin(),
          responseHeadersPolicy: mediaHeaders(this, "MediaHeaders"),
          functionAssociations: [onRequest(this, "MediaKey", mediaKey)],
        },
      },
      // The edge would keep an error for ten seconds, whatever the origin says, and give it to the next visitor.
      errorResponses: [404, 500, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
    });
    acknowledge(bucket, { "AwsSolutions-S1": "The edge alone reads it, and what it holds is public." });
    acknowledge(this.distribution, {
      "AwsSolutions-CFR1":
        "The site is for everybody; what is sold and where it is sent is the checkout's affair.",
      "AwsSolutions-CFR3":
        "Who looked at what is personal data that nobody needs; the API has its access log.",
      "@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk":
        "There is a default root object, and no query is passed on.",
      ...(!settings.firewall && {
        "AwsSolutions-CFR2": "A stage for trials; stages for the public set `firewall`.",
      }),
      ...(!domain && {
        "AwsSolutions-CFR4":
          "CloudFront's own certificate decides without a domain; stages for the public have one.",
      }),
    });
    media.serveTo(this.distribution);
    domain?.leadTo(this.distribution);
    const host = domain?.name ?? this.distribution.distributionDomainName;
    this.origin = settings.siteOrigin ?? `https://${host}`;

    new SiteDeployment(this, "Site", {
      bucket: asBucket(bucket),
      folder,
      origin: this.origin,
      config: {
        region,
        userPoolId: identity.pool.userPoolId,
        userPoolClientId: identity.client.userPoolClientId,
        ...(identityEndpoint && { userPoolEndpoint: identityEndpoint }),
      },
    });
  }
}
