import { Duration, Names, RemovalPolicy } from "aws-cdk-lib";
import { CfnOriginAccessControl, type IDistribution, type IOrigin } from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, HttpMethods } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { asBucket } from "./cdk-types.ts";
import type { StageSettings } from "./stages.ts";

/** Where browsers put pictures that nobody has checked yet; never served. */
const UPLOADS = "uploads/";
/** Checked pictures; the edge serves them under /media/. */
const PRODUCTS = "products/";

/** Product pictures: a private place to upload to, and what the edge may read of it. */
export class Media extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    this.bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        { id: "DropUploads", prefix: UPLOADS, expiration: Duration.days(1) },
        {
          id: "DropOldVersions",
          noncurrentVersionExpiration: Duration.days(30),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      cors: [
        {
          allowedMethods: [HttpMethods.POST],
          allowedOrigins: [uploadOrigin(settings)],
          allowedHeaders: ["*"],
          maxAge: 3600,
        },
      ],
      // CloudFormation deletes no bucket that holds something: let it go in peace.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(this.bucket, {
      "AwsSolutions-S1": "The edge alone reads it; each upload is signed for an admin.",
    });
    // The construct's own switch for this would bring a custom resource.
    const bucket = this.bucket.node.defaultChild;
    if (bucket instanceof CfnBucket)
      bucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
  }

  /** The bucket as an origin of the edge; `serveTo` has to let the distribution in. */
  origin(): IOrigin {
    const access = new CfnOriginAccessControl(this, "Access", {
      originAccessControlConfig: {
        name: Names.uniqueResourceName(this, { maxLength: 64 }),
        originAccessControlOriginType: "s3",
        signingBehavior: "always",
        signingProtocol: "sigv4",
      },
    });
    // The origin that makes its own access control lets the edge read the whole bucket, uploads too.
    return S3BucketOrigin.withBucketDefaults(asBucket(this.bucket), { originAccessControlId: access.attrId });
  }

  /** Let the edge read the checked pictures, and nothing else. */
  serveTo(distribution: IDistribution & { distributionArn: string }): void {
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
        actions: ["s3:GetObject"],
        resources: [this.bucket.arnForObjects(`${PRODUCTS}*`)],
        conditions: { StringEquals: { "AWS:SourceArn": distribution.distributionArn } },
      }),
    );
  }
}

/**
 * Pages that may read the answer to an upload. Without a domain the distribution's name would be needed here while the
 * distribution needs the bucket's; an upload is worth nothing without a form signed for it, so any of CloudFront's will do.
 */
const uploadOrigin = ({ siteOrigin, domain }: StageSettings): string =>
  siteOrigin ?? (domain ? `https://${domain}` : "https://*.cloudfront.net");
