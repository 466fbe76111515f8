import { Duration } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Env } from "../lambdas/order-api.ts";
import { LINK_SOURCE } from "../shared/order-link.ts";
import type { Events } from "./events.ts";
import { createShopFunction, plainVariable, type CommonProps } from "./function.ts";
import type { ShopSecret } from "./secrets.ts";
import type { ShopTable } from "./table.ts";

type OrderPagesProps = CommonProps & {
  table: ShopTable;
  events: Events;
  originSecret: ShopSecret;
  siteOrigin: string;
};

/**
 * The function of the customers' order pages. It has no permission to send mails or to refund. It stores the
 * order's events in the table, and publishes requests for mails to the bus, where `send-order-email` gets them.
 */
export class OrderPages extends Construct {
  readonly orderApi: LambdaFunction;

  constructor(
    scope: Construct,
    id: string,
    { table, events, originSecret, siteOrigin, ...common }: OrderPagesProps,
  ) {
    super(scope, id);
    const { limits, tickets, customersCancel } = common.settings;
    this.orderApi = createShopFunction<Env>(this, "order-api", {
      ...common,
      environment: {
        TABLE_NAME: customersCancel
          ? // A cancellation changes the order, its use of a discount and the stock of its products.
            table.nameWithReadWriteAccess()
          : table.nameWithAccess({
              GetItem: ["ORDER#", "MAILBOX#"],
              BatchGetItem: ["TICKET#"],
              // The current dates of the shows that tickets are for.
              Query: ["PRODUCT#"],
              PutItem: ["ORDER#"],
              UpdateItem: ["ORDER#", "LIMIT#"],
            }),
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        SITE_ORIGIN: plainVariable(siteOrigin),
        BUS_NAME: events.busNameWithPublishAccess(LINK_SOURCE),
        LIMITS: plainVariable(JSON.stringify(limits)),
        TICKETS: plainVariable(tickets ? "on" : "off"),
        // Customers cancel orders themselves ("do"), or ask the team to cancel them ("ask").
        CANCELLATION: plainVariable(customersCancel ? "do" : "ask"),
      },
      timeout: Duration.seconds(20),
    });
  }
}
