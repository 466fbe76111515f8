import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Env as CountEnv } from "../lambdas/count-sales.ts";
import { EVENT_SOURCE, type ShopEvent } from "../shared/events.ts";
import { ruleDescription } from "./consumers/rule-description.ts";
import type { Events } from "./events.ts";
import { type CommonProps, createShopFunction } from "./function.ts";
import { Subscription } from "./queue.ts";
import type { ShopTable } from "./table.ts";

type AnalyticsProps = CommonProps & { table: ShopTable; events: Events };

/** The function that counts the sales of each day from the shop's own events. */
export class Analytics extends Construct {
  constructor(scope: Construct, id: string, { table, events, ...common }: AnalyticsProps) {
    super(scope, id);
    const countSales = createShopFunction<CountEnv>(this, "count-sales", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({
          GetItem: ["SALES#"],
          PutItem: ["SALES#"],
          UpdateItem: ["SALES#"],
        }),
      },
      timeout: Duration.seconds(30),
    });
    new Subscription(this, "Sales", {
      ...common,
      bus: events.bus,
      description: ruleDescription("count-sales"),
      pattern: {
        source: [EVENT_SOURCE],
        detailType: [
          "OrderPaid",
          "OrderRefunded",
          "RefundFailed",
          "DisputeUpdated",
          "OrderCancelled",
          "OrderStatusChanged",
        ] satisfies ShopEvent["type"][],
      },
      consumer: countSales,
    });
  }
}
