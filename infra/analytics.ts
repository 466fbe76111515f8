import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Env as CountEnv } from "../lambdas/count-sales.ts";
import { EVENT_SOURCE, type ShopEvent } from "../shared/events.ts";
import type { Events } from "./events.ts";
import { type CommonProps, shopFunction } from "./function.ts";
import { Subscription, retryText } from "./queue.ts";
import type { ShopTable } from "./table.ts";

type AnalyticsProps = CommonProps & { table: ShopTable; events: Events };

/** The sales figures of each day, counted from the shop's own events. */
export class Analytics extends Construct {
  constructor(scope: Construct, id: string, { table, events, ...common }: AnalyticsProps) {
    super(scope, id);
    const countSales = shopFunction<CountEnv>(this, "count-sales", {
      ...common,
      environment: {
        TABLE_NAME: table.limitedTo({ GetItem: ["SALES#"], PutItem: ["SALES#"], UpdateItem: ["SALES#"] }),
      },
      timeout: Duration.seconds(30),
      failureAlarm: `The back office's figures fall behind; orders and money are not touched. ${retryText}`,
    });
    new Subscription(this, "Sales", {
      ...common,
      bus: events.bus,
      pattern: {
        source: [EVENT_SOURCE],
        detailType: [
          "OrderPaid",
          "OrderRefunded",
          "RefundFailed",
          "DisputeUpdated",
        ] satisfies ShopEvent["type"][],
      },
      to: countSales,
      deadLetterAlarm: "The back office's revenue and best sellers miss an order or a refund.",
    });
  }
}
