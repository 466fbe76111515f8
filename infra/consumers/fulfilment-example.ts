import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { Env } from "../../lambdas/fulfilment-example.ts";
import { FULFILMENT_EVENTS } from "../../shared/consumers.ts";
import { withPermissions, type EnvBinding } from "../function.ts";
import { suppressFindings } from "../suppress-findings.ts";
import { type ConsumerProps, OrderEventsConsumer } from "./order-events-consumer.ts";

const FILE_KEYS = "orders/*";

/** Example of a consumer: writes a file into a bucket for each paid order with a shipping address. */
export class FulfilmentExample extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, props: ConsumerProps) {
    super(scope, id);
    this.bucket = new Bucket(this, "Files", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // The files have names and addresses.
      lifecycleRules: [{ id: "DropFiles", expiration: Duration.days(30) }],
      // CloudFormation cannot delete a bucket that is not empty.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    suppressFindings(this.bucket, {
      "AwsSolutions-S1": "An example. A warehouse that reads the files would log who reads them.",
    });
    new OrderEventsConsumer<Env>(this, "Consumer", {
      ...props,
      name: "fulfilment-example",
      events: FULFILMENT_EVENTS,
      environment: { FILES_BUCKET_NAME: this.bucketNameWithWriteAccess() },
      keepDays: 30,
    });
  }

  private bucketNameWithWriteAccess(): EnvBinding {
    const { value, grant } = withPermissions(this.bucket.bucketName, {
      actions: ["s3:PutObject", "s3:DeleteObject"],
      resources: [this.bucket.arnForObjects(FILE_KEYS)],
    });
    return {
      value,
      grant: (fn) => {
        grant?.(fn);
        const bucketId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnBucket);
        suppressFindings(fn.role ?? fn, {
          [`AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${FILE_KEYS}]`]:
            "Each order has a file; the permission is limited to the folder of these files.",
        });
      },
    };
  }
}
