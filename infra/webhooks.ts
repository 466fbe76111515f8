import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Env as DeliverEnv } from "../lambdas/deliver-webhooks.ts";
import type { Env as RetryEnv } from "../lambdas/retry-webhooks.ts";
import { EVENT_SOURCE } from "../shared/events.ts";
import { ruleDescription } from "./consumers/rule-description.ts";
import type { Events } from "./events.ts";
import { type CommonProps, createShopFunction } from "./function.ts";
import { Subscription } from "./queue.ts";
import { ScheduledFunction } from "./schedule.ts";
import type { ShopTable } from "./table.ts";

type WebhooksProps = CommonProps & { table: ShopTable; events: Events };

/** The prefix of the keys of endpoints (WEBHOOKS), erased orders (WEBHOOKS#…) and deliveries (WEBHOOK#<endpoint>). */
const KEY_PREFIXES = ["WEBHOOK"] as const;

/** Sends the shop's events to the endpoints that admins have added, and retries failed deliveries. */
export class Webhooks extends Construct {
  constructor(scope: Construct, id: string, { table, events, ...common }: WebhooksProps) {
    super(scope, id);
    const deliverWebhooks = createShopFunction<DeliverEnv>(this, "deliver-webhooks", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({
          GetItem: KEY_PREFIXES,
          Query: KEY_PREFIXES,
          PutItem: KEY_PREFIXES,
          UpdateItem: KEY_PREFIXES,
        }),
      },
      // A try waits up to 10 s for the endpoint's answer. Then the function stores the result.
      timeout: Duration.seconds(30),
    });
    const retryWebhooks = createShopFunction<RetryEnv>(this, "retry-webhooks", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({
          GetItem: KEY_PREFIXES,
          Query: KEY_PREFIXES,
          UpdateItem: KEY_PREFIXES,
        }),
      },
      timeout: Duration.seconds(60),
    });
    new Subscription(this, "Events", {
      ...common,
      bus: events.bus,
      // `npm run events:replay` finds the rule by this description.
      description: ruleDescription("webhooks"),
      pattern: { source: [EVENT_SOURCE] },
      consumer: deliverWebhooks,
    });
    new ScheduledFunction(this, "RetrySchedule", { ...common, every: "minute", fn: retryWebhooks });
    common.alarms.createForLogLines("WebhooksFailing");
  }
}
