import { Duration, Names, RemovalPolicy, Stack } from "aws-cdk-lib";
import { CfnOriginAccessControl, type IDistribution, type IOrigin } from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, HttpMethods } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { Env as ImageEnv } from "../lambdas/process-image.ts";
import type { Env as RemoveEnv } from "../lambdas/remove-pictures.ts";
import { acknowledge } from "./acknowledge.ts";
import { asBucket } from "./cdk-types.ts";
import { allowed, shopFunction, type Shop, type Use } from "./function.ts";
import { Subscription, triedAgain } from "./queue.ts";
import { Regularly } from "./schedule.ts";
import { sharpLayer } from "./sharp-layer.ts";
import type { StageSettings } from "./stages.ts";
import type { ShopTable } from "./table.ts";

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
        {
          id: "DropUploads",
          prefix: UPLOADS,
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          // A picture that was removed can be had back for as long.
          id: "DropOldVersions",
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
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

  /** The bucket's name, and permission to sign forms with which a browser may upload: a form can do what its signer can. */
  signUploads(): Use {
    return this.objects({ actions: ["s3:PutObject"], folder: UPLOADS });
  }

  /** The bucket's name, and permission to take uploads away and put checked pictures. */
  private processUploads(): Use {
    const { value, grant } = this.objects(
      { actions: ["s3:GetObject", "s3:DeleteObject"], folder: UPLOADS },
      { actions: ["s3:PutObject"], folder: PRODUCTS },
    );
    // Who may not list is told 403, not 404, of an object that is gone: a message that comes twice would never end.
    // No condition on the prefix: reading an object brings none. Source: S3's API reference, GetObject, "Permissions".
    const listing = allowed(value, { actions: ["s3:ListBucket"], resources: [this.bucket.bucketArn] });
    return {
      value,
      grant: (fn) => {
        grant?.(fn);
        listing.grant?.(fn);
      },
    };
  }

  /** The bucket's name, and permission for what is in its folders: pictures are named when they come. */
  private objects(...statements: { actions: string[]; folder: string }[]): Use {
    const grants = statements.map(({ actions, folder }) => ({
      actions,
      resources: [this.bucket.arnForObjects(`${folder}*`)],
    }));
    const { value, grant } = allowed(this.bucket.bucketName, ...grants);
    return {
      value,
      grant: (fn) => {
        grant?.(fn);
        const bucket = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnBucket);
        acknowledge(
          fn.role ?? fn,
          Object.fromEntries(
            statements.map(({ folder }) => [
              `AwsSolutions-IAM5[Resource::<${bucket}.Arn>/${folder}*]`,
              "Pictures are named when they come; the permission ends at their folder.",
            ]),
          ),
        );
      },
    };
  }

  /** Uploads → queue → process-image, which alone puts pictures where the edge serves them. */
  process({ table, layer, ...shop }: Shop & { table: ShopTable; layer: string }): void {
    const processImage = shopFunction<ImageEnv>(this, "process-image", {
      ...shop,
      uses: {
        TABLE_NAME: table.limitedTo({ UpdateItem: ["UPLOAD#"] }),
        MEDIA_BUCKET_NAME: this.processUploads(),
      },
      timeout: Duration.seconds(60),
      memorySize: 2048,
      whenFailing: `Pictures that an admin uploads do not appear; the form waits for them. ${triedAgain}`,
    });
    processImage.addLayers(sharpLayer(this, layer));
    new Subscription(this, "Uploads", {
      ...shop,
      pattern: {
        source: ["aws.s3"],
        detailType: ["Object Created"],
        detail: { bucket: { name: [this.bucket.bucketName] }, object: { key: [{ prefix: UPLOADS }] } },
      },
      to: processImage,
      whenDead: "A picture that an admin uploaded was neither taken nor refused; uploading it again may do.",
    });
  }

  /** Every hour, pictures that no product has shown for a day go. */
  tidy({ table, ...shop }: Shop & { table: ShopTable }): void {
    const remove = shopFunction<RemoveEnv>(this, "remove-pictures", {
      ...shop,
      uses: {
        TABLE_NAME: table.limitedTo({ Query: ["PICTURES", "PRODUCT#"], UpdateItem: ["UPLOAD#"] }),
        MEDIA_BUCKET_NAME: this.objects({ actions: ["s3:DeleteObject"], folder: PRODUCTS }),
      },
      timeout: Duration.seconds(55),
      whenFailing:
        "Pictures that nobody needs stay; the shop is not touched. The next hour tries again; read its log.",
    });
    new Regularly(this, "Tidy", {
      ...shop,
      every: "hour",
      runs: remove,
      whenDead:
        "remove-pictures did not run or failed: pictures that nobody needs stay. Read its log and mend the cause; " +
        "the next run does the work of those that failed, so purge this queue.",
    });
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
