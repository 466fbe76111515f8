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
import { type EnvBinding, type CommonProps, shopFunction, withPermissions } from "./function.ts";
import { Subscription, retryText } from "./queue.ts";
import { ScheduledFunction } from "./schedule.ts";
import { sharpLayer } from "./sharp-layer.ts";
import type { StageSettings } from "./stages.ts";
import type { ShopTable } from "./table.ts";

/** Where browsers upload pictures. They are not checked yet and never served. */
const UPLOADS = "uploads/";
/** Checked pictures, which CloudFront serves under /media/. */
const PRODUCTS = "products/";

/** The bucket of product pictures, and the functions that check uploads and remove unused pictures. */
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
          // A removed picture can be restored for this long.
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
      // CloudFormation cannot delete a bucket that is not empty.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(this.bucket, {
      "AwsSolutions-S1": "Only CloudFront reads it, and each upload is signed for an admin.",
    });
    // `eventBridgeEnabled` of the construct would add a custom resource.
    const bucket = this.bucket.node.defaultChild;
    if (bucket instanceof CfnBucket)
      bucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
  }

  /** The bucket's name, and permission to sign upload forms: a form has the permissions of its signer. */
  signUploads(): EnvBinding {
    return this.objects({ actions: ["s3:PutObject"], folder: UPLOADS });
  }

  /** The bucket's name, and permission to read and delete uploads and to write checked pictures. */
  private processUploads(): EnvBinding {
    const { value, grant } = this.objects(
      { actions: ["s3:GetObject", "s3:DeleteObject"], folder: UPLOADS },
      { actions: ["s3:PutObject"], folder: PRODUCTS },
    );
    // Without ListBucket a missing key is 403 instead of 404, so a redelivered message would be retried for ever.
    // A condition on the prefix would not match, since GetObject sends none. Source: S3 API reference, GetObject, "Permissions".
    const listing = withPermissions(value, {
      actions: ["s3:ListBucket"],
      resources: [this.bucket.bucketArn],
    });
    return {
      value,
      grant: (fn) => {
        grant?.(fn);
        listing.grant?.(fn);
      },
    };
  }

  /** The bucket's name, and permission for all objects in some of its folders. */
  private objects(...statements: { actions: string[]; folder: string }[]): EnvBinding {
    const grants = statements.map(({ actions, folder }) => ({
      actions,
      resources: [this.bucket.arnForObjects(`${folder}*`)],
    }));
    const { value, grant } = withPermissions(this.bucket.bucketName, ...grants);
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
              "The names of pictures are not known beforehand; the permission is limited to their folder.",
            ]),
          ),
        );
      },
    };
  }

  /** Uploads → queue → process-image, the only function that writes the pictures that are served. */
  process({ table, layer, ...common }: CommonProps & { table: ShopTable; layer: string }): void {
    const processImage = shopFunction<ImageEnv>(this, "process-image", {
      ...common,
      environment: {
        TABLE_NAME: table.limitedTo({ UpdateItem: ["UPLOAD#"] }),
        MEDIA_BUCKET_NAME: this.processUploads(),
      },
      timeout: Duration.seconds(60),
      memorySize: 2048,
      failureAlarm: `Pictures that an admin uploads do not appear; the form waits for them. ${retryText}`,
    });
    processImage.addLayers(sharpLayer(this, layer));
    new Subscription(this, "Uploads", {
      ...common,
      pattern: {
        source: ["aws.s3"],
        detailType: ["Object Created"],
        detail: { bucket: { name: [this.bucket.bucketName] }, object: { key: [{ prefix: UPLOADS }] } },
      },
      to: processImage,
      deadLetterAlarm:
        "A picture that an admin uploaded was neither taken nor refused; uploading it again may do.",
    });
  }

  /** Remove, every hour, the pictures that no product has shown for a day. */
  removeUnused({ table, ...common }: CommonProps & { table: ShopTable }): void {
    const remove = shopFunction<RemoveEnv>(this, "remove-pictures", {
      ...common,
      environment: {
        TABLE_NAME: table.limitedTo({ Query: ["PICTURES", "PRODUCT#"], UpdateItem: ["UPLOAD#"] }),
        MEDIA_BUCKET_NAME: this.objects({ actions: ["s3:DeleteObject"], folder: PRODUCTS }),
      },
      timeout: Duration.seconds(55),
      failureAlarm:
        "Unused pictures are not removed; the shop is not affected. The next run tries again in an hour; read its log.",
    });
    new ScheduledFunction(this, "RemovePicturesSchedule", {
      ...common,
      every: "hour",
      fn: remove,
      deadLetterAlarm:
        "remove-pictures did not run or failed: unused pictures are not removed. Read its log and mend the cause; " +
        "the next run does the work of those that failed, so purge this queue.",
    });
  }

  /** The bucket as an origin for CloudFront. `serveTo` gives the distribution its permission. */
  origin(): IOrigin {
    const access = new CfnOriginAccessControl(this, "Access", {
      originAccessControlConfig: {
        name: Names.uniqueResourceName(this, { maxLength: 64 }),
        originAccessControlOriginType: "s3",
        signingBehavior: "always",
        signingProtocol: "sigv4",
      },
    });
    // `withOriginAccessControl` would let CloudFront read the whole bucket, uploads included.
    return S3BucketOrigin.withBucketDefaults(asBucket(this.bucket), { originAccessControlId: access.attrId });
  }

  /** Allow the distribution to read the checked pictures. */
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
 * The origin whose pages may upload. Without a domain it would be the distribution's name, but the distribution depends on
 * the bucket. An upload needs a signed form anyway, so any CloudFront domain is allowed.
 */
const uploadOrigin = ({ siteOrigin, domain }: StageSettings): string =>
  siteOrigin ?? (domain ? `https://${domain}` : "https://*.cloudfront.net");
