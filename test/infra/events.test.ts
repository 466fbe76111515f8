import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { compilePattern } from "../../infra/local/bus/pattern.ts";
import { STACK_PREFIX } from "../../infra/names.ts";
import { LINK_REQUESTED } from "../../shared/order-link.ts";
import { PERSONAL_EVENTS } from "../../shared/event-kinds.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import { events } from "../../shared/events.ts";
import { MAX_RECEIVES, totalRetryDelaySeconds } from "../../shared/retries.ts";
import { CONSUMER_BUS, GetAtt, Ref, resources, stageTemplate } from "./stage-templates.ts";

const template = await stageTemplate("dev");

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
    EventPattern: z.object({
      source: z.array(z.string()),
      "detail-type": z.array(z.string()),
      detail: z.optional(z.record(z.string(), z.unknown())),
    }),
    Targets: z.tuple([z.object({ Arn: GetAtt, DeadLetterConfig: z.object({ Arn: GetAtt }) })]),
  }),
);
const shopEventRules = rules.filter(({ properties }) =>
  properties.EventPattern.source.includes("shop.orders"),
);
const mappings = resources(
  template,
  "AWS::Lambda::EventSourceMapping",
  z.object({
    EventSourceArn: GetAtt,
    FunctionName: Ref,
    FunctionResponseTypes: z.array(z.string()),
    BatchSize: z.number(),
  }),
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

const queueWithId = (id: string) => queues.find((queue) => queue.id === id)?.properties;
/** The function that handles the messages of a queue. */
const handlerOf = (queueId: string) => {
  const mapping = mappings.find(({ properties }) => properties.EventSourceArn === queueId);
  return functions.find(({ id }) => id === mapping?.properties.FunctionName);
};
const deadLetterQueues = queues.filter(({ properties }) => !properties.RedrivePolicy);

describe("rules", () => {
  it("of a stage without optional features send each event to the function that handles it", () => {
    const subscriptions = rules.map(({ properties: { EventPattern, Targets } }) => [
      handlerOf(Targets[0].Arn)?.properties.FunctionName?.replace(`${STACK_PREFIX}dev-`, ""),
      EventPattern.source,
      EventPattern["detail-type"],
    ]);
    expect(subscriptions.sort()).toEqual([
      [
        "count-sales",
        ["shop.orders"],
        [
          "OrderPaid",
          "OrderRefunded",
          "RefundFailed",
          "DisputeUpdated",
          "OrderCancelled",
          "OrderStatusChanged",
        ],
      ],
      ["expire-session", ["shop.orders"], ["OrderCancelled"]],
      ["note-undelivered", ["aws.ses"], ["Email Bounced", "Email Complaint Received"]],
      ["process-image", ["aws.s3"], ["Object Created"]],
      ["refund-payment", ["shop.orders"], ["RefundRequested"]],
      [
        "send-order-email",
        ["shop.orders"],
        ["OrderStatusChanged", "OrderReadyForPickup", "FulfilmentHoldChanged"],
      ],
      [
        "send-order-email",
        ["shop.orders", "shop.order-links"],
        [
          "OrderPaid",
          "OrderCancelled",
          "OrderMailRequested",
          "OrderRequestUpdated",
          "RefundRequested",
          "OrderRefunded",
          "RefundFailed",
          "CheckoutExpired",
          "OrderLinkRequested",
        ],
      ],
      [
        "settle-payment",
        ["stripe"],
        expect.arrayContaining(["checkout.session.completed", "refund.failed", "charge.dispute.closed"]),
      ],
      ["watch-stock", ["shop.orders"], ["OrderPlaced", "OrderPaid", "CheckoutExpired"]],
    ]);
  });

  it("send each event with a mail to send-order-email, and CheckoutExpired only if the payment failed", () => {
    const mailRules = shopEventRules.filter(({ properties: { Targets } }) =>
      handlerOf(Targets[0].Arn)?.properties.FunctionName?.endsWith("send-order-email"),
    );
    const namedTypes = mailRules.flatMap(({ properties }) => properties.EventPattern["detail-type"]);
    const isSent = (detail: { type: string; reason?: string }) =>
      mailRules.some(({ properties: { EventPattern } }) =>
        compilePattern(EventPattern)({ source: "shop.orders", "detail-type": detail.type, detail }),
      );
    const { CheckoutExpired, ...others } = eventSamples;
    const samplesWithMail = Object.values(others).filter(({ type }) => namedTypes.includes(type));
    expect(samplesWithMail.map(({ type }) => type)).toContain("RefundRequested");
    expect(samplesWithMail.filter((sample) => !isSent(sample))).toEqual([]);
    const reasonsWithMail = ["expired", "failed", "released", "refused"].filter((reason) =>
      isSent({ ...CheckoutExpired, reason }),
    );
    expect(reasonsWithMail).toEqual(["failed"]);
  });

  it("name only events that exist", () => {
    for (const { properties } of shopEventRules)
      expect([...Object.keys(events), LINK_REQUESTED]).toEqual(
        expect.arrayContaining(properties.EventPattern["detail-type"]),
      );
  });

  it.each(rules)(
    "$id has a queue that retries for over four hours, then a dead-letter queue that keeps the event for two weeks",
    ({ properties }) => {
      const [{ Arn, DeadLetterConfig }] = properties.Targets;
      const redrive = queueWithId(Arn)?.RedrivePolicy;
      expect(redrive?.maxReceiveCount).toBe(MAX_RECEIVES);
      // With the random number 0 the delays are the shortest, with 1 the longest.
      expect(totalRetryDelaySeconds(0)).toBeGreaterThan(4 * 3600);
      expect(queueWithId(Arn)?.MessageRetentionPeriod).toBeGreaterThan(2 * totalRetryDelaySeconds(1));
      expect(redrive?.deadLetterTargetArn).toBe(DeadLetterConfig.Arn);
      expect(queueWithId(DeadLetterConfig.Arn)?.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    },
  );

  it.each(rules)(
    "$id has a queue that waits long enough for the function, and retries only the failed messages of a batch",
    ({ properties }) => {
      const [{ Arn }] = properties.Targets;
      // AWS recommends six times the function's timeout.
      expect(queueWithId(Arn)?.VisibilityTimeout).toBeGreaterThanOrEqual(
        6 * (handlerOf(Arn)?.properties.Timeout ?? Infinity),
      );
      const mapping = mappings.find(({ properties: { EventSourceArn } }) => EventSourceArn === Arn);
      expect(mapping?.properties.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
    },
  );
});

describe("uploaded pictures", () => {
  it("are handled in batches of two, because a function's memory has room for two large pictures", () => {
    const [uploadRule] = rules.filter(({ properties }) => properties.EventPattern.source.includes("aws.s3"));
    const queueId = uploadRule?.properties.Targets[0].Arn;
    const mapping = mappings.find(({ properties }) => properties.EventSourceArn === queueId);
    expect(mapping?.properties.BatchSize).toBe(2);
  });
});

describe("dead letters", () => {
  it("are in one queue, with an alarm whose description says what to do", () => {
    expect(deadLetterQueues).toHaveLength(1);
    const alarm = alarms.find(({ properties }) =>
      properties.Dimensions?.some(
        ({ Value }) => JSON.stringify(Value) === `{"Fn::GetAtt":["${deadLetterQueues[0]?.id}","QueueName"]}`,
      ),
    );
    expect(alarm?.properties.MetricName).toBe("ApproximateNumberOfMessagesVisible");
    expect(alarm?.properties.AlarmDescription).toContain("redrive");
    // CloudWatch mails only when the state of an alarm changes.
    expect(alarm?.properties.AlarmDescription).toContain("further ones raise no mail");
  });

  it("of all rules are allowed by one policy statement, because SQS allows 20 statements and 10 conditions", () => {
    template.hasResourceProperties("AWS::SQS::QueuePolicy", {
      Queues: [{ Ref: deadLetterQueues[0]?.id }],
      PolicyDocument: {
        Statement: [
          Match.objectLike({ Effect: "Deny" }),
          {
            Sid: "Rules",
            Effect: "Allow",
            Action: "sqs:SendMessage",
            Principal: { Service: "events.amazonaws.com" },
            Resource: { "Fn::GetAtt": [deadLetterQueues[0]?.id, "Arn"] },
            Condition: {
              ArnEquals: { "aws:SourceArn": rules.map(({ id }) => ({ "Fn::GetAtt": [id, "Arn"] })) },
            },
          },
        ],
      },
    });
  });
});

describe("queues", () => {
  it("are encrypted, and each has a policy", () => {
    template.allResourcesProperties("AWS::SQS::Queue", { SqsManagedSseEnabled: true });
    expect(Object.keys(template.findResources("AWS::SQS::QueuePolicy"))).toHaveLength(queues.length);
  });
});

describe("the table's stream", () => {
  it("invokes publish-events for new outbox items, and skips an item that still fails after the retries", () => {
    template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FunctionName: { Ref: Match.stringLikeRegexp("PublishEvents") },
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

describe("the archive of events", () => {
  it("keeps the shop's events that have no personal data, and no events from Stripe", () => {
    const archives = resources(
      template,
      "AWS::Events::Archive",
      z.object({ EventPattern: z.record(z.string(), z.unknown()) }),
    );
    expect(archives).toHaveLength(1);
    const matchesArchive = compilePattern(archives[0]?.properties.EventPattern ?? {});
    const isArchived = (source: string, type: string) => matchesArchive({ source, "detail-type": type });
    expect(Object.keys(events).filter((type) => !isArchived("shop.orders", type))).toEqual(["OrderContact"]);
    expect(isArchived("stripe", "checkout.session.completed")).toBe(false);
  });

  it.each(Object.entries(events))(
    "%s has fields with personal data if, and only if, it is not archived",
    (type, schema) => {
      const schemaText = JSON.stringify(z.toJSONSchema(schema));
      const personalField = /"(email|phone\w*|address|firstName|lastName|zipCode|city|tracking|company)":/;
      expect(personalField.test(schemaText)).toBe(PERSONAL_EVENTS.some((personal) => personal === type));
    },
  );
});

describe("consumers in other accounts", async () => {
  const custom = await stageTemplate("custom");
  const Target = z.object({ Arn: z.string(), RoleArn: GetAtt, DeadLetterConfig: z.object({ Arn: GetAtt }) });
  const [forwardingRule, ...otherRules] = resources(
    custom,
    "AWS::Events::Rule",
    z.object({
      EventBusName: z.optional(Ref),
      EventPattern: z.object({ source: z.array(z.string()) }),
      Targets: z.array(z.unknown()),
    }),
  ).filter(({ properties }) => JSON.stringify(properties.Targets).includes(CONSUMER_BUS));

  it("get no events by default, and the shop's bus has no policy for other accounts", () => {
    expect(JSON.stringify(template.toJSON())).not.toContain("event-bus/shop-events");
    for (const stage of [template, custom]) stage.resourceCountIs("AWS::Events::EventBusPolicy", 0);
  });

  it("get the shop's events on their own bus, and none of Stripe's", () => {
    expect(otherRules).toEqual([]);
    expect(forwardingRule?.properties.EventPattern).toEqual({ source: ["shop.orders"] });
    expect(forwardingRule?.properties.EventBusName).toMatch(/^EventsBus/);
  });

  it("get events through a role for their bus only; an event that cannot be sent goes to the dead-letter queue", () => {
    const [target] = z.parse(z.tuple([Target]), forwardingRule?.properties.Targets);
    expect(queues.map(({ id }) => id)).toContain(target.DeadLetterConfig.Arn);
    custom.hasResourceProperties("AWS::IAM::Policy", {
      Roles: [{ Ref: target.RoleArn }],
      PolicyDocument: {
        Statement: [{ Action: "events:PutEvents", Effect: "Allow", Resource: CONSUMER_BUS }],
      },
    });
    const role = custom.findResources("AWS::IAM::Role")[target.RoleArn];
    expect(role?.["Properties"]).toMatchObject({
      AssumeRolePolicyDocument: {
        Statement: [{ Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } } }],
      },
    });
  });
});
