import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { AttributeType, Billing, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { IEventBus } from "aws-cdk-lib/aws-events";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import { CONSUMER_TIMEOUT_SECONDS } from "../../shared/consumers.ts";
import { PERSONAL_EVENTS } from "../../shared/event-kinds.ts";
import { EVENT_SOURCE, type OrderEvent } from "../../shared/events.ts";
import { createAlarm } from "../alarms.ts";
import {
  type EnvBinding,
  type Environment,
  createLambdaFunction,
  type LogRetention,
  pascalCase,
  createLogGroup,
  plainVariable,
  withPermissions,
} from "../function.ts";
import { ownLogName } from "../names.ts";
import { DeadLetterQueue, Subscription } from "../queue.ts";
import { ruleDescription } from "./rule-description.ts";
import { suppressFindings } from "../suppress-findings.ts";

/** Where a consumer gets its events from, and who gets its alarms. */
export type ConsumerProps = LogRetention & {
  /** The shop's bus, or the bus of a `ShopEventsBus`. */
  bus: IEventBus;
  alarmTopic: ITopic;
};

type Props<Env> = ConsumerProps & {
  /** The function `lambdas/<name>.ts`, made by `orderEventsFunction`. */
  name: string;
  /**
   * The events that the function takes. `OrderContact` is personal data: take it only if the consumer needs it, and only
   * together with `OrderErased`, which says when to delete it.
   */
  events: readonly OrderEvent["type"][];
  environment: Environment<Env>;
  /**
   * Only with `OrderContact`: the days after the order's latest event for which the consumer's table stores `OrderContact`;
   * default: 90. Other events have no personal data, so the table stores them without a limit of time.
   */
  keepDays?: number;
};

/**
 * A consumer of the shop's order events: rule, queue, dead-letter queue, alarm, function and table. With the table, the
 * function drops repeated events and puts late ones in order. Works in the shop's stack and in any other stack. Throws for `OrderContact`
 * without `OrderErased`, and for `keepDays` without `OrderContact`.
 */
export class OrderEventsConsumer<Env> extends Construct {
  constructor(scope: Construct, id: string, props: Props<Env>) {
    super(scope, id);
    const { name, bus, events, environment, alarmTopic, logRetentionDays } = props;
    const takesPersonalData = events.some((type) => PERSONAL_EVENTS.includes(type));
    if (takesPersonalData && !events.includes("OrderErased"))
      throw new Error(
        `${name} takes OrderContact, so it needs OrderErased too, to delete the customer's data.`,
      );
    if (!takesPersonalData && props.keepDays !== undefined)
      throw new Error(`${name} does not take OrderContact, so it has nothing to delete after keepDays.`);
    const deadLetters = new DeadLetterQueue(this, "DeadLetters");
    createAlarm(this, "DeadLettersNotEmpty", {
      topic: alarmTopic,
      chapter: "DeadLetters",
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: "Maximum",
      }),
      text:
        `${name} could not apply an order event for hours, so what it keeps about that order is out of date. Read its log, ` +
        `remove the cause, then run npm run events:redrive -- --queue ${deadLetters.queueUrl} with credentials of this account. ` +
        "Repeated and late events do no harm. As long as a message is in the queue, further ones raise no mail.",
    });
    // A log group of its own, because the shop's alarms count the lines of the shop's log group.
    const logName = ownLogName(Stack.of(this).stackName, name);
    const logGroup = createLogGroup(this, `${pascalCase(name)}Log`, logName, { logRetentionDays });
    const consumer = createLambdaFunction<Env & { TABLE_NAME: string; KEEP_DAYS?: number }>(this, name, {
      environment: {
        ...environment,
        TABLE_NAME: this.createTable(takesPersonalData),
        ...(takesPersonalData && { KEEP_DAYS: plainVariable(String(props.keepDays ?? 90)) }),
      },
      timeout: Duration.seconds(CONSUMER_TIMEOUT_SECONDS),
      logGroup,
    });
    new Subscription(this, "Events", {
      bus,
      description: ruleDescription(name),
      pattern: { source: [EVENT_SOURCE], detailType: [...events] },
      consumer,
      deadLetters,
    });
  }

  /** Creates the consumer's table. Returns its name, with permission to write. */
  private createTable(takesPersonalData: boolean): EnvBinding {
    const table = new TableV2(this, "Table", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      billing: Billing.onDemand(),
      ...(takesPersonalData && { timeToLiveAttribute: "ttl" }),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    suppressFindings(table, {
      "AwsSolutions-DDB3":
        "The table has copies of events. The shop's archive can deliver those of a year again.",
    });
    return withPermissions(table.tableName, {
      actions: ["dynamodb:UpdateItem", ...(takesPersonalData ? ["dynamodb:DeleteItem"] : [])],
      resources: [table.tableArn],
    });
  }
}
