import { EventBus, type IEventBus } from "aws-cdk-lib/aws-events";
import { AccountPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { EVENT_SOURCE } from "../../shared/events.ts";
import { asBus } from "../cdk-types.ts";

/** The bus has a fixed name for each stage, so that its ARN is known before the deployment. */
const busNameOf = (stage: string): string => `shop-events-${stage}`;

type Props = {
  /** The shop's stage that forwards its events. With one bus for two stages, trial orders would be handled as real ones. */
  stage: string;
  shopAccount: string;
};

/**
 * The bus of a consumer in another account or region, on which the shop's account may put the shop's events. The stage's
 * `consumers` in infra/stages.ts names its ARN.
 */
export class ShopEventsBus extends Construct {
  readonly bus: IEventBus;

  constructor(scope: Construct, id: string, { stage, shopAccount }: Props) {
    super(scope, id);
    const bus = new EventBus(this, "Bus", {
      eventBusName: busNameOf(stage),
      description: `The events that stage ${stage} of the shop forwards`,
    });
    bus.addToResourcePolicy(
      new PolicyStatement({
        sid: "Shop",
        principals: [new AccountPrincipal(shopAccount)],
        actions: ["events:PutEvents"],
        resources: [bus.eventBusArn],
        // AWS's own example has this operator: the sources of a request are a list.
        // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-bus-example-policy-cross-account-custom-bus-source.html
        conditions: { "ForAllValues:StringEquals": { "events:source": EVENT_SOURCE } },
      }),
    );
    this.bus = asBus(bus);
  }
}
