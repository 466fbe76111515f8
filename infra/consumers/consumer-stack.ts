import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { Construct } from "constructs";
import { AlarmTopic } from "../alarms.ts";
import { STACK_PREFIX } from "../names.ts";
import { FulfilmentExample } from "./fulfilment-example.ts";
import type { ConsumerSettings } from "./settings.ts";
import { ShopEventsBus } from "./shop-events-bus.ts";

/**
 * A consumer in a stack of its own. With `busArn`, the shop is in the same account and region, and the stack gets the events
 * from the shop's bus. With `shopAccount`, the shop is in another account or region, and the stack makes a bus of its own.
 */
export class ConsumerStack extends Stack {
  constructor(scope: Construct, id: string, { alarmEmail, ...shop }: ConsumerSettings, props?: StackProps) {
    super(scope, id, {
      // The names of its functions begin with the stack's name, so the consumers of two stages can be in one account.
      stackName: `${STACK_PREFIX}fulfilment-${shop.stage}`,
      description: "Writes a file for each order of the shop that is shipped",
      ...props,
    });
    const bus =
      "busArn" in shop
        ? EventBus.fromEventBusArn(this, "ShopBus", shop.busArn)
        : new ShopEventsBus(this, "ShopEvents", shop).bus;
    const { bucket } = new FulfilmentExample(this, "Fulfilment", {
      bus,
      alarmTopic: new AlarmTopic(this, "Alarms", alarmEmail),
      logRetentionDays: 30,
    });
    new CfnOutput(this, "BusArn", {
      value: bus.eventBusArn,
      description: "If it is not the shop's own bus, add it to the stage's consumers in infra/stages.ts",
    });
    new CfnOutput(this, "FilesBucketName", {
      value: bucket.bucketName,
      description: "orders/<order id>.json",
    });
  }
}
