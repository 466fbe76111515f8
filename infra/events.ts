import { Duration, Stack } from "aws-cdk-lib";
import { Archive, EventBus } from "aws-cdk-lib/aws-events";
import { AccountPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import type { Env as PublishEnv } from "../lambdas/publish-events.ts";
import { EVENT_SOURCE, type STRIPE_SOURCE } from "../shared/events.ts";
import { asBus, asTable } from "./cdk-types.ts";
import { allowed, shopFunction, type Shop, type Use } from "./function.ts";
import { deadLetterQueue } from "./queue.ts";
import type { ShopTable } from "./table.ts";

type Source = typeof EVENT_SOURCE | typeof STRIPE_SOURCE;
/** A record of the stream that is a new outbox item, in the pattern language of event filters. */
const outboxItems = {
  pattern: JSON.stringify({
    eventName: ["INSERT"],
    dynamodb: { Keys: { sk: { S: [{ prefix: "OUTBOX#" }] } } },
  }),
};

type EventsProps = Shop & { table: ShopTable };

/** The shop's bus, and the way from the table's outbox to it. */
export class Events extends Construct {
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, { table, ...shop }: EventsProps) {
    super(scope, id);
    this.bus = new EventBus(this, "Bus", { description: "The shop's orders and Stripe's events" });
    // Stripe's events hold personal data; the shop's own can be kept, and played again.
    new Archive(this, "Archive", {
      sourceEventBus: asBus(this.bus),
      eventPattern: { source: [EVENT_SOURCE] },
      retention: Duration.days(365),
    });
    this.admit(shop.settings.consumerAccounts);
    this.publishFrom(table, shop);
  }

  /** The bus's name, and permission to put events of these sources on it: nobody speaks for another. */
  put(...sources: [Source, ...Source[]]): Use {
    return allowed(this.bus.eventBusName, {
      actions: ["events:PutEvents"],
      resources: [this.bus.eventBusArn],
      conditions: { StringEquals: { "events:source": sources } },
    });
  }

  /**
   * Let other accounts make rules of their own for the shop's events, and for those only.
   * Source: EventBridge user guide, "Permissions for event buses: cross-account rule creation".
   */
  private admit(accounts: string[]): void {
    if (accounts.length === 0) return;
    this.bus.addToResourcePolicy(
      new PolicyStatement({
        sid: "ConsumersMakeTheirOwnRules",
        principals: accounts.map((account) => new AccountPrincipal(account)),
        actions: [
          "PutRule",
          "DeleteRule",
          "DescribeRule",
          "EnableRule",
          "DisableRule",
          "PutTargets",
          "RemoveTargets",
        ].map((action) => `events:${action}`),
        // Rules of this bus, whatever their makers call them.
        resources: [
          Stack.of(this).formatArn({
            service: "events",
            resource: "rule",
            resourceName: `${this.bus.eventBusName}/*`,
          }),
        ],
        conditions: {
          StringEqualsIfExists: {
            "events:creatorAccount": "${aws:PrincipalAccount}",
            "events:source": EVENT_SOURCE,
          },
        },
      }),
    );
  }

  private publishFrom(table: ShopTable, shop: Shop): void {
    const publish = shopFunction<PublishEnv>(this, "publish-events", {
      ...shop,
      uses: { TABLE_NAME: table.update(), BUS_NAME: this.put(EVENT_SOURCE) },
      timeout: Duration.seconds(30),
      whenFailing:
        "Receipts, refunds and every consumer's events are late; nothing is lost, since the events wait in the table " +
        "and tend-checkouts publishes them minutes later. Read its log for the first error.",
    });
    const deadLetters = deadLetterQueue(this, "PublishDeadLetters", {
      alarms: shop.alarms,
      whenDead:
        "publish-events gave up on a part of the table's stream. The events themselves are still in the table and " +
        "tend-checkouts publishes them; these messages only say where in the stream it was. If receipts do not come " +
        "within minutes, read the logs of both functions; then purge this queue.",
    });
    publish.addEventSource(
      new DynamoEventSource(asTable(table), {
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [outboxItems],
        batchSize: 25,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 5,
        maxRecordAge: Duration.hours(1),
        onFailure: new SqsDlq(deadLetters),
      }),
    );
    shop.alarms.watch(this, "PublishingLate", {
      metric: publish.metric("IteratorAge", { statistic: "Maximum", period: Duration.minutes(1) }),
      threshold: Duration.minutes(2).toMilliseconds(),
      text:
        "Events reach the bus more than two minutes after they happened: receipts and refunds are late. Read " +
        "publish-events' log for errors; if there are none, it is overrun: raise its batch size or parallelization.",
    });
  }
}
