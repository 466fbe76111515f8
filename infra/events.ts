import { Duration, Stack } from "aws-cdk-lib";
import { Archive, EventBus, Match } from "aws-cdk-lib/aws-events";
import { AccountPrincipal, PolicyStatement, type PolicyStatementProps } from "aws-cdk-lib/aws-iam";
import { StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import type { Env as PublishEnv } from "../lambdas/publish-events.ts";
import { EVENT_SOURCE, PERSONAL_EVENTS, STRIPE_SOURCE } from "../shared/events.ts";
import { asBus, asTable } from "./cdk-types.ts";
import { type EnvBinding, type CommonProps, shopFunction, withPermissions } from "./function.ts";
import type { ShopTable } from "./table.ts";

type Source = typeof EVENT_SOURCE | typeof STRIPE_SOURCE;
/** Event filter for records of the table's stream that are new outbox items. */
const outboxItems = {
  pattern: JSON.stringify({
    eventName: ["INSERT"],
    dynamodb: { Keys: { sk: { S: [{ prefix: "OUTBOX#" }] } } },
  }),
};

type EventsProps = CommonProps & { table: ShopTable };

/** The shop's event bus, the bus for Stripe's events, and the function that publishes the table's outbox. */
export class Events extends Construct {
  readonly bus: EventBus;
  /**
   * A separate bus, because accounts that may create rules on the shop's bus must not read Stripe's events.
   */
  readonly stripeBus: EventBus;

  constructor(scope: Construct, id: string, { table, ...common }: EventsProps) {
    super(scope, id);
    this.bus = new EventBus(this, "Bus", { description: "Changes of the shop's orders" });
    this.stripeBus = new EventBus(this, "StripeBus", { description: "Stripe's events, for the shop alone" });
    new Archive(this, "Archive", {
      sourceEventBus: asBus(this.bus),
      eventPattern: { source: [EVENT_SOURCE], detailType: Match.anythingBut(...PERSONAL_EVENTS) },
      retention: Duration.days(365),
    });
    this.allowConsumers(common.settings.consumerAccounts);
    this.publishFrom(table, common);
  }

  /** The name of the bus for events from `source`, and permission to publish only such events there. */
  publishAccess(source: Source): EnvBinding {
    const bus = source === STRIPE_SOURCE ? this.stripeBus : this.bus;
    return withPermissions(bus.eventBusName, {
      actions: ["events:PutEvents"],
      resources: [bus.eventBusArn],
      conditions: { StringEquals: { "events:source": [source] } },
    });
  }

  /**
   * Allow other accounts to create rules on the bus. A rule must name its event sources, and every source
   * must be the shop's. An account cannot change another account's rules.
   * Source: EventBridge user guide, "Permissions for event buses: cross-account rule creation" and "Using IAM
   * policy conditions". ForAllValues also accepts a rule without a source; the condition `Null: false`
   * requires a source.
   */
  private allowConsumers(accounts: string[]): void {
    if (accounts.length === 0) return;
    const onlyOwnRules = { StringEqualsIfExists: { "events:creatorAccount": "${aws:PrincipalAccount}" } };
    const allow = (sid: string, actions: string[], conditions: PolicyStatementProps["conditions"] = {}) =>
      this.bus.addToResourcePolicy(
        new PolicyStatement({
          sid,
          principals: accounts.map((account) => new AccountPrincipal(account)),
          actions: actions.map((action) => `events:${action}`),
          // The consumer chooses the rule's name.
          resources: [
            Stack.of(this).formatArn({
              service: "events",
              resource: "rule",
              resourceName: `${this.bus.eventBusName}/*`,
            }),
          ],
          conditions: { ...onlyOwnRules, ...conditions },
        }),
      );
    allow("ConsumersMakeTheirOwnRules", ["PutRule"], {
      "ForAllValues:StringEquals": { "events:source": [EVENT_SOURCE] },
      Null: { "events:source": "false" },
    });
    allow("ConsumersManageTheirOwnRules", [
      "DeleteRule",
      "DescribeRule",
      "EnableRule",
      "DisableRule",
      "PutTargets",
      "RemoveTargets",
    ]);
  }

  private publishFrom(table: ShopTable, common: CommonProps): void {
    const publishEvents = shopFunction<PublishEnv>(this, "publish-events", {
      ...common,
      environment: {
        TABLE_NAME: table.limitedAccess({ UpdateItem: ["ORDER#", "PRODUCT#"] }),
        BUS_NAME: this.publishAccess(EVENT_SOURCE),
      },
      timeout: Duration.seconds(30),
    });
    publishEvents.addEventSource(
      new DynamoEventSource(asTable(table), {
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [outboxItems],
        batchSize: 25,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 5,
        maxRecordAge: Duration.hours(1),
        onFailure: new SqsDlq(common.deadLetters),
      }),
    );
    common.alarms.create(this, "PublishingLate", {
      metric: publishEvents.metric("IteratorAge", { statistic: "Maximum", period: Duration.minutes(1) }),
      threshold: Duration.minutes(2).toMilliseconds(),
      text:
        "Events reach the bus more than two minutes after they happened: receipts and refunds are late. " +
        "Read publish-events' log for errors. Without errors the function is too slow: raise its batch " +
        "size or parallelization.",
    });
  }
}
