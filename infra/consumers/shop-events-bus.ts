import { EventBus, type IEventBus } from "aws-cdk-lib/aws-events";
import { AccountPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { asBus } from "../cdk-types.ts";

/** The name of the bus, so that its ARN is known before the deployment. */
const SHOP_EVENTS = "shop-events";

/**
 * The bus of a consumer in another account or region, on which the shop's account may put events. The stage's `consumers` in
 * infra/stages.ts names its ARN.
 */
export class ShopEventsBus extends Construct {
  readonly bus: IEventBus;

  constructor(scope: Construct, id: string, { shopAccount }: { shopAccount: string }) {
    super(scope, id);
    const bus = new EventBus(this, "Bus", {
      eventBusName: SHOP_EVENTS,
      description: "The order events that the shop forwards",
    });
    bus.addToResourcePolicy(
      new PolicyStatement({
        sid: "Shop",
        principals: [new AccountPrincipal(shopAccount)],
        actions: ["events:PutEvents"],
        resources: [bus.eventBusArn],
      }),
    );
    this.bus = asBus(bus);
  }
}
