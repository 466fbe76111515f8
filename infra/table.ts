import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { indexes } from "./indexes.ts";
import { allowed, type Shop, type Use } from "./function.ts";

const key = (name: string) => ({ name, type: AttributeType.STRING });

const reading = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
/** A transaction needs the permission of each write in it, and no other. */
const writing = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"];

/** For each action, what the partition keys of the items that it may be done to begin with. */
type Access = Partial<
  Record<"GetItem" | "Query" | "PutItem" | "UpdateItem" | "DeleteItem", readonly [string, ...string[]]>
>;

/** The shop's one table: products, stock, orders, and the events that wait to be published. */
export class ShopTable extends TableV2 {
  constructor(scope: Construct, id: string, { settings, alarms }: Shop) {
    super(scope, id, {
      partitionKey: key("pk"),
      sortKey: key("sk"),
      globalSecondaryIndexes: Object.entries(indexes).map(([indexName, { keys, attributes }]) => ({
        indexName,
        partitionKey: key(keys[0]),
        sortKey: key(keys[1]),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...attributes],
      })),
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: "ttl",
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: settings.retainData,
      removalPolicy: settings.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    for (const [direction, throttle] of Object.entries({
      Reads: "ReadThrottleEvents",
      Writes: "WriteThrottleEvents",
    })) {
      alarms.watch(this, `${direction}Throttled`, {
        metric: new Metric({
          namespace: "AWS/DynamoDB",
          metricName: throttle,
          dimensionsMap: { TableName: this.tableName },
          statistic: "Sum",
          period: Duration.minutes(5),
        }),
        threshold: 100,
        text:
          `The table turns ${direction.toLowerCase()} away: pages and checkouts are slow or answer 'try again'. ` +
          "Look for one key that takes all the traffic (CloudWatch Contributor Insights on the table); if it is a sale, ask AWS to raise the table's quota.",
      });
    }
  }

  /** Read items and indexes; never a scan. */
  read(): Use {
    return allowed(this.tableName, { actions: reading, resources: this.tableAndIndexes() });
  }

  /** Read, and write single items or transactions. */
  write(): Use {
    return allowed(
      this.tableName,
      { actions: reading, resources: this.tableAndIndexes() },
      { actions: writing, resources: [this.tableArn] },
    );
  }

  /** These actions alone, each on items whose partition key begins so; in a transaction the same. Lists by an index too. */
  limitedTo(access: Access): Use {
    const statements = Object.entries(access).map(([action, prefixes]) => ({
      actions: [`dynamodb:${action}`],
      resources: action === "Query" ? this.tableAndIndexes() : [this.tableArn],
      conditions: {
        "ForAllValues:StringLike": { "dynamodb:LeadingKeys": prefixes.map((prefix) => `${prefix}*`) },
      },
    }));
    return allowed(this.tableName, ...statements);
  }

  private tableAndIndexes(): string[] {
    return [this.tableArn, ...Object.keys(indexes).map((index) => `${this.tableArn}/index/${index}`)];
  }
}
