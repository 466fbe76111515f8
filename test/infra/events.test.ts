import { App } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ShopStack } from "../../infra/shop-stack.ts";
import { stageSettings } from "../../infra/stages.ts";
import { events } from "../../shared/events.ts";
import { GetAtt, Ref, resources, synthesized, writeLayer, writeSite } from "./synthesized.ts";

const template = synthesized("dev");

const queues = resources(
  template,
  "AWS::SQS::Queue",
  z.object({
    VisibilityTimeout: z.optional(z.number()),
    MessageRetentionPeriod: z.number(),
    RedrivePolicy: z.optional(z.object({ deadLetterTargetArn: GetAtt, maxReceiveCount: z.number() })),
  }),
);
const rules = resources(
  template,
  "AWS::Events::Rule",
  z.object({
    EventPattern: z.object({ source: z.array(z.string()), "detail-type": z.array(z.string()) }),
    Targets: z.tuple([z.object({ Arn: GetAtt, DeadLetterConfig: z.object({ Arn: GetAtt }) })]),
  }),
);
const mappings = resources(
  template,
  "AWS::Lambda::EventSourceMapping",
  z.object({ EventSourceArn: GetAtt, FunctionName: Ref, FunctionResponseTypes: z.array(z.string()) }),
);
const functions = resources(
  template,
  "AWS::Lambda::Function",
  z.object({ FunctionName: z.optional(z.string()), Timeout: z.number() }),
);
const alarms = resources(
  template,
  "AWS::CloudWatch::Alarm",
  z.object({
    AlarmActions: z.array(Ref),
    AlarmDescription: z.string(),
    MetricName: z.string(),
    TreatMissingData: z.literal("notBreaching"),
    Dimensions: z.optional(z.array(z.object({ Name: z.string(), Value: z.unknown() }))),
  }),
);

const queue = (id: string) => queues.find((one) => one.id === id)?.properties;
const fed = (queueId: string) => {
  const mapping = mappings.find(({ properties }) => properties.EventSourceArn === queueId);
  return functions.find(({ id }) => id === mapping?.properties.FunctionName);
};
const deadLetterQueues = queues.filter(({ properties }) => !properties.RedrivePolicy);

describe("rules", () => {
  it("lead each event to the function that handles it", () => {
    const ways = rules.map(({ properties: { EventPattern, Targets } }) => [
      fed(Targets[0].Arn)?.properties.FunctionName?.replace("bourbon-vipers-dev-", ""),
      EventPattern.source,
      EventPattern["detail-type"],
    ]);
    expect(ways.sort()).toEqual([
      ["count-sales", ["shop.orders"], ["OrderPaid", "OrderRefunded", "RefundFailed"]],
      ["expire-session", ["shop.orders"], ["OrderCancelled"]],
      ["note-undelivered", ["aws.ses"], ["Email Bounced", "Email Complaint Received"]],
      ["process-image", ["aws.s3"], ["Object Created"]],
      ["refund-payment", ["shop.orders"], ["RefundRequested"]],
      [
        "send-order-email",
        ["shop.orders"],
        ["OrderPaid", "OrderStatusChanged", "OrderCancelled", "RefundRequested", "OrderRefunded"],
      ],
      [
        "settle-payment",
        ["stripe"],
        expect.arrayContaining(["checkout.session.completed", "charge.dispute.created"]),
      ],
      ["watch-stock", ["shop.orders"], ["OrderPlaced", "OrderPaid", "CheckoutExpired"]],
    ]);
  });

  it("name no event of the shop's that does not exist", () => {
    const own = rules.filter(({ properties }) => properties.EventPattern.source.includes("shop.orders"));
    for (const { properties } of own)
      expect(Object.keys(events)).toEqual(expect.arrayContaining(properties.EventPattern["detail-type"]));
  });

  it.each(rules)(
    "$id feeds a queue that tries five times, then keeps the event for two weeks",
    ({ properties }) => {
      const [{ Arn, DeadLetterConfig }] = properties.Targets;
      const redrive = queue(Arn)?.RedrivePolicy;
      expect(redrive?.maxReceiveCount).toBe(5);
      expect(redrive?.deadLetterTargetArn).toBe(DeadLetterConfig.Arn);
      expect(queue(DeadLetterConfig.Arn)?.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    },
  );

  it.each(rules)("$id gives the function time, and takes back what failed of a batch", ({ properties }) => {
    const [{ Arn }] = properties.Targets;
    expect(queue(Arn)?.VisibilityTimeout).toBeGreaterThanOrEqual(
      6 * (fed(Arn)?.properties.Timeout ?? Infinity),
    );
    const mapping = mappings.find(({ properties: { EventSourceArn } }) => EventSourceArn === Arn);
    expect(mapping?.properties.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
  });
});

describe("mail that does not arrive", () => {
  const [set] = resources(template, "AWS::SES::ConfigurationSet", z.unknown());
  const destinations = resources(
    template,
    "AWS::SES::ConfigurationSetEventDestination",
    z.object({ ConfigurationSetName: Ref, EventDestination: z.record(z.string(), z.unknown()) }),
  );

  it("is told to a person, and to the account's default bus", () => {
    expect(destinations.map(({ properties }) => properties.ConfigurationSetName)).toEqual([set?.id, set?.id]);
    template.hasResourceProperties("AWS::SES::ConfigurationSetEventDestination", {
      EventDestination: {
        MatchingEventTypes: ["bounce", "complaint", "reject"],
        SnsDestination: { TopicARN: Match.anyValue() },
      },
    });
    template.hasResourceProperties("AWS::SES::ConfigurationSetEventDestination", {
      EventDestination: {
        MatchingEventTypes: ["bounce", "complaint"],
        EventBridgeDestination: { EventBusArn: Match.anyValue() },
      },
    });
  });

  it("is noted when it was this shop's, not another sender's of the account", () => {
    template.hasResourceProperties("AWS::Events::Rule", {
      EventBusName: Match.absent(),
      EventPattern: {
        source: ["aws.ses"],
        detail: { mail: { tags: { "ses:configuration-set": [{ Ref: set?.id }] } } },
      },
    });
  });
});

describe("dead letters", () => {
  it.each(deadLetterQueues)("$id raises an alarm that says what to do", ({ id }) => {
    const alarm = alarms.find(({ properties }) =>
      properties.Dimensions?.some(
        ({ Value }) => JSON.stringify(Value) === `{"Fn::GetAtt":["${id}","QueueName"]}`,
      ),
    );
    expect(alarm?.properties.MetricName).toBe("ApproximateNumberOfMessagesVisible");
    expect(alarm?.properties.AlarmDescription).toMatch(/redrive|purge/);
  });

  it("come from rules, the stream and the two schedules", () => {
    expect(deadLetterQueues).toHaveLength(rules.length + 3);
  });

  it("travel encrypted", () => {
    template.allResourcesProperties("AWS::SQS::Queue", { SqsManagedSseEnabled: true });
    expect(Object.keys(template.findResources("AWS::SQS::QueuePolicy"))).toHaveLength(queues.length);
  });
});

describe("alarms", () => {
  it("all reach somebody, in words that say what is lost", () => {
    const [topic] = resources(template, "AWS::SNS::Topic", z.unknown());
    for (const { properties } of alarms) {
      expect(properties.AlarmActions).toEqual([topic?.id]);
      expect(properties.AlarmDescription.length).toBeGreaterThan(60);
      expect(properties.AlarmDescription).toMatch(/^[^$]*[.]$/);
    }
    template.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: "alarms@bourbonvipers.example",
    });
  });

  it("watch every function, the stream, the gateway, the table and the orders that need a person", () => {
    const watched = new Set(alarms.map(({ properties }) => properties.MetricName));
    expect(watched).toEqual(
      new Set([
        "5xx",
        "ApproximateNumberOfMessagesVisible",
        "Errors",
        "IteratorAge",
        "OrdersNeedingAttention",
        "ReadThrottleEvents",
        "WriteThrottleEvents",
      ]),
    );
    const named = functions.filter(({ properties }) => properties.FunctionName);
    expect(alarms.filter(({ properties }) => properties.MetricName === "Errors")).toHaveLength(named.length);
  });
});

describe("the stream", () => {
  it("brings new outbox items, and a failing one does not hold up the others for ever", () => {
    template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      StartingPosition: "TRIM_HORIZON",
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 5,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      DestinationConfig: { OnFailure: Match.anyValue() },
      FilterCriteria: {
        Filters: [
          {
            Pattern: Match.serializedJson({
              eventName: ["INSERT"],
              dynamodb: { Keys: { sk: { S: [{ prefix: "OUTBOX#" }] } } },
            }),
          },
        ],
      },
    });
  });
});

describe("the archive", () => {
  it("keeps the shop's own events, none of Stripe's", () => {
    template.allResourcesProperties("AWS::Events::Archive", { EventPattern: { source: ["shop.orders"] } });
    template.resourceCountIs("AWS::Events::Archive", 1);
  });
});

describe("consumers", () => {
  it("of other accounts make rules of their own, for the shop's events only", () => {
    template.resourceCountIs("AWS::Events::EventBusPolicy", 0);
    const settings = { ...stageSettings("dev"), consumerAccounts: ["111122223333"] };
    const stack = new ShopStack(new App(), "shared", { settings, folder: writeSite(), layer: writeLayer() });
    Template.fromStack(stack).hasResourceProperties("AWS::Events::EventBusPolicy", {
      Statement: Match.objectLike({
        Effect: "Allow",
        Condition: { StringEqualsIfExists: Match.objectLike({ "events:source": "shop.orders" }) },
      }),
    });
  });
});
