import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { indexes } from "./indexes.ts";
import type { StageSettings } from "./stage-settings.ts";
import { type EnvBinding, withPermissions } from "./function.ts";

const stringKey = (name: string) => ({ name, type: AttributeType.STRING });

const readActions = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
/** Also enough for transactions, which need only the permissions for the writes that they contain. */
const writeActions = [
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:ConditionCheckItem",
];

/** For each allowed action, the prefixes of the partition keys on which the action is allowed. */
type LimitedActions = Partial<
  Record<
    "GetItem" | "BatchGetItem" | "Query" | "PutItem" | "UpdateItem" | "DeleteItem",
    readonly [string, ...string[]]
  >
>;

/** The shop's only table: for example products, stock, orders and tickets, and the outbox of events to publish. */
export class ShopTable extends TableV2 {
  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id, {
      partitionKey: stringKey("pk"),
      sortKey: stringKey("sk"),
      globalSecondaryIndexes: Object.entries(indexes).map(([indexName, { keys, attributes }]) => ({
        indexName,
        partitionKey: stringKey(keys[0]),
        sortKey: stringKey(keys[1]),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...attributes],
      })),
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: "ttl",
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: settings.retainData && !settings.firstDeployment,
      removalPolicy: settings.retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }

  /** The table's name, and permission to read without scans, and to write single items and transactions. */
  nameWithReadWriteAccess(): EnvBinding {
    return withPermissions(
      this.tableName,
      { actions: readActions, resources: this.tableAndIndexes() },
      { actions: writeActions, resources: [this.tableArn] },
    );
  }

  /** The table's name, and permission for some actions, each only on partition keys with certain prefixes. */
  nameWithAccess(actions: LimitedActions): EnvBinding {
    const statements = Object.entries(actions).map(([action, prefixes]) => ({
      actions: [`dynamodb:${action}`],
      resources: action === "Query" ? this.tableAndIndexes() : [this.tableArn],
      conditions: {
        "ForAllValues:StringLike": { "dynamodb:LeadingKeys": prefixes.map((prefix) => `${prefix}*`) },
      },
    }));
    return withPermissions(this.tableName, ...statements);
  }

  private tableAndIndexes(): string[] {
    return [this.tableArn, ...Object.keys(indexes).map((index) => `${this.tableArn}/index/${index}`)];
  }
}
