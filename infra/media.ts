import { Duration, Names, RemovalPolicy, Stack } from "aws-cdk-lib";
import { CfnOriginAccessControl, type IDistribution, type IOrigin } from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, HttpMethods } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { Env as ImageEnv } from "../lambdas/process-image.ts";
import type { Env as RemoveEnv } from "../lambdas/remove-pictures.ts";
import { suppressFindings } from "./suppress-findings.ts";
import { asBucket } from "./cdk-types.ts";
import { type EnvBinding, type CommonProps, createShopFunction, withPermissions } from "./function.ts";
import { Subscription } from "./queue.ts";
import { ScheduledFunction } from "./schedule.ts";
import { createSharpLayer } from "./sharp-layer.ts";
import type { StageSettings } from "./stage-settings.ts";
import type { ShopTable } from "./table.ts";

/** Folder that browsers upload pictures to. These files are not checked yet, so CloudFront does not serve them. */
const UPLOADS_FOLDER = "uploads/";
/** Folder of checked pictures, which CloudFront serves under /media/. */
const PICTURES_FOLDER = "products/";

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
          prefix: UPLOADS_FOLDER,
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          // A removed picture can be restored for 30 days.
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
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    suppressFindings(this.bucket, {
      "AwsSolutions-S1":
        "Only CloudFront and process-image read the bucket, and each upload is signed for an admin.",
    });
    // The construct's own option `eventBridgeEnabled` would add a custom resource.
    const bucket = this.bucket.node.defaultChild;
    if (bucket instanceof CfnBucket)
      bucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
  }

  /**
   * The bucket's name, and permission to create uploads: a signed form has the permissions of the function that signs
   * it.
   */
  bucketNameWithUploadAccess(): EnvBinding {
    return this.bucketNameWithAccess({ actions: ["s3:PutObject"], folder: UPLOADS_FOLDER });
  }

  /** The bucket's name, and permission to read and delete uploads and to write checked pictures. */
  private bucketNameWithProcessingAccess(): EnvBinding {
    const { value, grant } = this.bucketNameWithAccess(
      { actions: ["s3:GetObject", "s3:DeleteObject"], folder: UPLOADS_FOLDER },
      { actions: ["s3:PutObject"], folder: PICTURES_FOLDER },
    );
    // Without ListBucket a missing key gives 403 instead of 404, so a redelivered message would be retried
    // for hours. A condition on the prefix would never match, since GetObject sends no prefix.
    // Source: S3 API reference, GetObject, "Permissions".
    const listPermission = withPermissions(value, {
      actions: ["s3:ListBucket"],
      resources: [this.bucket.bucketArn],
    });
    return {
      value,
      grant: (fn) => {
        grant?.(fn);
        listPermission.grant?.(fn);
      },
    };
  }

  /** The bucket's name, and permission for the `actions` on all objects in each `folder`. */
  private bucketNameWithAccess(...statements: { actions: string[]; folder: string }[]): EnvBinding {
    const policyStatements = statements.map(({ actions, folder }) => ({
      actions,
      resources: [this.bucket.arnForObjects(`${folder}*`)],
    }));
    const { value, grant } = withPermissions(this.bucket.bucketName, ...policyStatements);
    return {
      value,
      grant: (fn) => {
        grant?.(fn);
        const bucketId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnBucket);
        suppressFindings(
          fn.role ?? fn,
          Object.fromEntries(
            statements.map(({ folder }) => [
              `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${folder}*]`,
              "The names of pictures are not known beforehand; the permission is limited to their folder.",
            ]),
          ),
        );
      },
    };
  }

  /** Sends uploads through a queue to process-image, the only function that writes checked pictures. */
  addUploadProcessing({
    table,
    layerFolder,
    ...common
  }: CommonProps & { table: ShopTable; layerFolder: string }): void {
    const processImage = createShopFunction<ImageEnv>(this, "process-image", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({ UpdateItem: ["UPLOAD#"] }),
        MEDIA_BUCKET_NAME: this.bucketNameWithProcessingAccess(),
      },
      timeout: Duration.seconds(60),
      memorySize: 2048,
    });
    processImage.addLayers(createSharpLayer(this, layerFolder));
    new Subscription(this, "Uploads", {
      ...common,
      pattern: {
        source: ["aws.s3"],
        detailType: ["Object Created"],
        detail: { bucket: { name: [this.bucket.bucketName] }, object: { key: [{ prefix: UPLOADS_FOLDER }] } },
      },
      consumer: processImage,
      // The default of ten large pictures at once would need more memory than the function has.
      batchSize: 2,
    });
  }

  /** Runs remove-pictures every hour: it removes the pictures that no product has shown for a day and no order refers to. */
  addPictureRemoval({ table, ...common }: CommonProps & { table: ShopTable }): void {
    const removePictures = createShopFunction<RemoveEnv>(this, "remove-pictures", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({ Query: ["PICTURES", "PRODUCT#"], UpdateItem: ["UPLOAD#"] }),
        MEDIA_BUCKET_NAME: this.bucketNameWithAccess({
          actions: ["s3:DeleteObject"],
          folder: PICTURES_FOLDER,
        }),
      },
      timeout: Duration.seconds(55),
    });
    new ScheduledFunction(this, "RemovePicturesSchedule", {
      ...common,
      every: "hour",
      fn: removePictures,
    });
  }

  /** Creates an origin for CloudFront from the bucket. `allowReads` adds the permission. */
  createOrigin(): IOrigin {
    const access = new CfnOriginAccessControl(this, "Access", {
      originAccessControlConfig: {
        name: Names.uniqueResourceName(this, { maxLength: 64 }),
        originAccessControlOriginType: "s3",
        signingBehavior: "always",
        signingProtocol: "sigv4",
      },
    });
    // `withOriginAccessControl` would allow CloudFront to read the whole bucket, also the uploads.
    return S3BucketOrigin.withBucketDefaults(asBucket(this.bucket), { originAccessControlId: access.attrId });
  }

  allowReads(distribution: IDistribution & { distributionArn: string }): void {
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
        actions: ["s3:GetObject"],
        resources: [this.bucket.arnForObjects(`${PICTURES_FOLDER}*`)],
        conditions: { StringEquals: { "AWS:SourceArn": distribution.distributionArn } },
      }),
    );
  }
}

/**
 * The origin whose pages may upload. If the stage has no domain of its own, every CloudFront domain is allowed, because the
 * distribution's name is not known before the bucket exists. An upload needs a signed form in any case.
 */
const uploadOrigin = ({ siteOrigin, domain }: StageSettings): string =>
  siteOrigin ?? (domain ? `https://${domain}` : "https://*.cloudfront.net");
