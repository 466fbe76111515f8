import { Aws, Duration } from "aws-cdk-lib";
import { Archive, EventBus, Match, Rule, type IEventBus } from "aws-cdk-lib/aws-events";
import { EventBus as EventBusTarget } from "aws-cdk-lib/aws-events-targets";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import type { EVENT_PREFIX } from "../lambdas/orders/outbox-table.ts";
import type { Env as PublishEnv } from "../lambdas/publish-events.ts";
import { PERSONAL_EVENTS } from "../shared/event-kinds.ts";
import { EVENT_SOURCE, STRIPE_SOURCE } from "../shared/events.ts";
import type { LINK_SOURCE } from "../shared/order-link.ts";
import { asBus, asTable } from "./cdk-types.ts";
import { ruleDescription } from "./consumers/rule-description.ts";
import { type EnvBinding, type CommonProps, createShopFunction, withPermissions } from "./function.ts";
import type { ShopTable } from "./table.ts";

type Source = typeof EVENT_SOURCE | typeof STRIPE_SOURCE | typeof LINK_SOURCE;
/** The event filter that selects new outbox items in the table's stream. */
const newOutboxItemFilter = {
  pattern: JSON.stringify({
    eventName: ["INSERT"],
    dynamodb: { Keys: { sk: { S: [{ prefix: "OUTBOX#" satisfies typeof EVENT_PREFIX }] } } },
  }),
};

type EventsProps = CommonProps & { table: ShopTable };

/** The shop's event bus, the bus for Stripe's events, and the function that publishes the table's outbox. */
export class Events extends Construct {
  readonly bus: IEventBus;
  /** A separate bus, because consumers of the shop's bus must not read Stripe's events. */
  readonly stripeBus: IEventBus;

  constructor(scope: Construct, id: string, { table, ...common }: EventsProps) {
    super(scope, id);
    const createBus = (busId: string, description: string) =>
      asBus(new EventBus(this, busId, { description }));
    this.bus = createBus("Bus", "The shop's events");
    this.stripeBus = createBus("StripeBus", "Stripe's events, for the shop alone");
    new Archive(this, "Archive", {
      sourceEventBus: this.bus,
      eventPattern: { source: [EVENT_SOURCE], detailType: Match.anythingBut(...PERSONAL_EVENTS) },
      retention: Duration.days(365),
    });
    this.forwardToConsumers(common);
    this.addPublisher(table, common);
  }

  /**
   * The name of the bus for events from `source`, and permission to publish only such events there. One call
   * publishes several events, so the sources of a call are a list, which IAM compares by set operators only.
   * `ForAllValues` would also allow a call without a source, so `Null` refuses such a call.
   * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
   */
  busNameWithPublishAccess(source: Source): EnvBinding {
    const bus = source === STRIPE_SOURCE ? this.stripeBus : this.bus;
    return withPermissions(bus.eventBusName, {
      actions: ["events:PutEvents"],
      resources: [bus.eventBusArn],
      conditions: {
        "ForAllValues:StringEquals": { "events:source": [source] },
        Null: { "events:source": "false" },
      },
    });
  }

  /**
   * Forwards the shop's events to the buses of consumers, in any account and region. Each consumer creates its rules on its
   * own bus, because a rule must be in the account and region of its bus, and this stack knows no queues of consumers.
   */
  private forwardToConsumers({ settings, deadLetters }: CommonProps): void {
    for (const { name, busArn } of settings.consumers) {
      const bus = EventBus.fromEventBusArn(this, `Consumer-${name}`, busArn);
      // The CDK's own role would also let EventBridge forward events for rules of other accounts.
      // https://docs.aws.amazon.com/eventbridge/latest/userguide/cross-service-confused-deputy-prevention.html
      const assumedBy = new ServicePrincipal("events.amazonaws.com", {
        conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
      });
      const role = new Role(this, `Forward-${name}Role`, { assumedBy });
      new Rule(this, `Forward-${name}`, {
        eventBus: this.bus,
        description: ruleDescription(name),
        eventPattern: { source: [EVENT_SOURCE] },
        targets: [deadLetters.withDeadLetters(new EventBusTarget(bus, { role }))],
      });
    }
  }

  private addPublisher(table: ShopTable, common: CommonProps): void {
    const publishEvents = createShopFunction<PublishEnv>(this, "publish-events", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({ UpdateItem: ["ORDER#", "TICKET#", "PRODUCT#", "BOOKS"] }),
        BUS_NAME: this.busNameWithPublishAccess(EVENT_SOURCE),
      },
      timeout: Duration.seconds(30),
    });
    publishEvents.addEventSource(
      new DynamoEventSource(asTable(table), {
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [newOutboxItemFilter],
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
