import { Stack } from "aws-cdk-lib";
import type { Template } from "aws-cdk-lib/assertions";
import { consumerOf } from "../../infra/consumers/rule-description.ts";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { compilePattern } from "../../infra/local/bus/pattern.ts";
import { OrderEventsConsumer } from "../../infra/consumers/order-events-consumer.ts";
import { consumerSettings } from "../../infra/consumers/settings.ts";
import { STACK_PREFIX } from "../../infra/names.ts";
import { CLAIM_SECONDS, CONSUMER_TIMEOUT_SECONDS, FULFILMENT_EVENTS } from "../../shared/consumers.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import {
  CONSUMER_BUS,
  consumerTemplate,
  customSettings,
  GetAtt,
  Ref,
  resources,
  SHOP_BUS,
  stageTemplate,
} from "./stage-templates.ts";

const templates = {
  "in the shop's stack": await stageTemplate("local"),
  "in another stack of its account": await consumerTemplate("beside"),
  "in another account and region": await consumerTemplate("elsewhere"),
};
const consumers = Object.entries(templates);
const Rule = z.object({
  Description: z.optional(z.string()),
  EventBusName: z.optional(z.unknown()),
  EventPattern: z.record(z.string(), z.unknown()),
  Targets: z.array(z.object({ Arn: z.unknown() })),
});

/** The consumer's resources in a template. Throws unless there is exactly one of each type other than queues. */
function partsOf(template: Template) {
  const consumerResources = (type: string) =>
    Object.entries(template.findResources(type)).filter(([id]) => /^Fulfilment/.test(id));
  const onlyResource = <S extends z.ZodMiniType>(type: string, schema: S) => {
    const [found, ...others] = consumerResources(type).map(([id, { Properties }]) => ({
      id,
      properties: z.parse<S>(schema, Properties),
    }));
    if (!found || others.length > 0) throw new Error(`There is not exactly one ${type}`);
    return found;
  };
  const queues = consumerResources("AWS::SQS::Queue").map(([id, { Properties }]) => ({
    id,
    ...z.parse(
      z.object({
        RedrivePolicy: z.optional(z.object({ deadLetterTargetArn: GetAtt })),
        VisibilityTimeout: z.optional(z.number()),
      }),
      Properties,
    ),
  }));
  return {
    rule: onlyResource("AWS::Events::Rule", Rule).properties,
    deadLetterQueue: queues.find(({ RedrivePolicy }) => !RedrivePolicy),
    queue: queues.find(({ RedrivePolicy }) => RedrivePolicy),
    alarm: onlyResource(
      "AWS::CloudWatch::Alarm",
      z.object({
        AlarmActions: z.tuple([Ref]),
        AlarmDescription: z.unknown(),
        Dimensions: z.tuple([z.object({ Value: GetAtt })]),
      }),
    ).properties,
    mapping: onlyResource(
      "AWS::Lambda::EventSourceMapping",
      z.object({ EventSourceArn: GetAtt, FunctionName: Ref }),
    ).properties,
    fn: onlyResource("AWS::Lambda::Function", z.object({ FunctionName: z.string(), Timeout: z.number() })),
    statements: onlyResource(
      "AWS::IAM::Policy",
      z.object({
        PolicyDocument: z.object({
          Statement: z.array(
            z.object({ Action: z.union([z.string(), z.array(z.string())]), Resource: z.unknown() }),
          ),
        }),
      }),
    ).properties.PolicyDocument.Statement,
    table: onlyResource("AWS::DynamoDB::GlobalTable", z.unknown()).id,
    bucket: onlyResource("AWS::S3::Bucket", z.unknown()).id,
  };
}

describe.each(consumers)("a consumer %s", (_, template) => {
  const { rule, queue, deadLetterQueue, alarm, mapping, fn, statements, table, bucket } = partsOf(template);

  it("gets its events through a queue, and its dead letters raise an alarm", () => {
    expect(rule.Targets).toMatchObject([{ Arn: { "Fn::GetAtt": [queue?.id, "Arn"] } }]);
    expect(mapping).toEqual({ EventSourceArn: queue?.id, FunctionName: fn.id });
    expect(queue?.RedrivePolicy?.deadLetterTargetArn).toBe(deadLetterQueue?.id);
    expect(alarm.Dimensions[0].Value).toBe(deadLetterQueue?.id);
    // Unlike AWS's own redrive, the project's command also moves the messages that EventBridge has put into this queue.
    expect(JSON.stringify(alarm.AlarmDescription)).toContain(
      `events:redrive -- --queue ",{"Ref":"${deadLetterQueue?.id}"}`,
    );
    const topics = Object.keys(template.findResources("AWS::SNS::Topic"));
    expect(topics).toEqual([alarm.AlarmActions[0]]);
  });

  it("may only change its own table and files, write its log, and read its queue", () => {
    const allowed = statements.map(({ Action, Resource }) => [
      [Action].flat().sort(),
      JSON.stringify(Resource),
    ]);
    expect(allowed.sort()).toEqual(
      [
        [["dynamodb:DeleteItem", "dynamodb:UpdateItem"], expect.stringContaining(`"${table}"`)],
        [["logs:CreateLogStream", "logs:PutLogEvents"], expect.stringContaining("Log")],
        [["s3:DeleteObject", "s3:PutObject"], expect.stringMatching(new RegExp(`"${bucket}".*/orders/\\*`))],
        [
          [
            "sqs:ChangeMessageVisibility",
            "sqs:DeleteMessage",
            "sqs:GetQueueAttributes",
            "sqs:GetQueueUrl",
            "sqs:ReceiveMessage",
          ],
          expect.stringContaining(`"${queue?.id}"`),
        ],
      ].sort(),
    );
  });

  it("that takes OrderContact must take OrderErased, and one without OrderContact may not have keepDays", () => {
    const props = { name: "fulfilment-example", events: ["OrderContact"], environment: {} };
    expect(() => new OrderEventsConsumer(new Stack(), "Consumer", props as never)).toThrow(
      "fulfilment-example takes OrderContact, so it needs OrderErased too",
    );
    const propsWithoutContact = { ...props, events: ["OrderPaid"], keepDays: 30 };
    expect(() => new OrderEventsConsumer(new Stack(), "Consumer", propsWithoutContact as never)).toThrow(
      "has nothing to delete after keepDays",
    );
  });

  it("never handles one order in two runs at the same time: a claim outlasts a run, and a message returns after the claim", () => {
    expect(fn.properties.Timeout).toBe(CONSUMER_TIMEOUT_SECONDS);
    expect(CLAIM_SECONDS).toBeGreaterThan(fn.properties.Timeout);
    expect(queue?.VisibilityTimeout).toBeGreaterThan(CLAIM_SECONDS);
  });
});

describe("a consumer's function", () => {
  it("has the shop's stage in its name, so that an account can have a consumer for each stage", () => {
    const names = consumers.map(([, template]) => partsOf(template).fn.properties.FunctionName);
    expect(names).toEqual([
      `${STACK_PREFIX}local-fulfilment-example`,
      `${STACK_PREFIX}fulfilment-prod-fulfilment-example`,
      `${STACK_PREFIX}fulfilment-prod-fulfilment-example`,
    ]);
  });
});

describe("a consumer's rule", () => {
  it("is on the shop's bus in the shop's account, and on the consumer's own bus elsewhere", () => {
    const busOf = (where: keyof typeof templates) => partsOf(templates[where]).rule.EventBusName;
    expect(busOf("in the shop's stack")).toEqual({ Ref: expect.stringMatching(/^EventsBus/) as string });
    expect(JSON.stringify(busOf("in another stack of its account"))).toContain(SHOP_BUS.split("/").at(-1));
    const [ownBus] = resources(
      templates["in another account and region"],
      "AWS::Events::EventBus",
      z.unknown(),
    );
    expect(busOf("in another account and region")).toEqual({ Ref: ownBus?.id });
  });

  it("matches exactly those forwarded events that the consumer takes", async () => {
    const [forwarding] = resources(await stageTemplate("custom"), "AWS::Events::Rule", Rule).filter(
      ({ properties }) => JSON.stringify(properties.Targets).includes(CONSUMER_BUS),
    );
    // `npm run events:replay` finds the rules by their descriptions.
    expect(consumerOf(forwarding?.properties.Description)).toBe("fulfilment");
    const isForwarded = compilePattern(forwarding?.properties.EventPattern ?? {});
    for (const template of Object.values(templates)) {
      expect(consumerOf(partsOf(template).rule.Description)).toBe("fulfilment-example");
      const isTaken = compilePattern(partsOf(template).rule.EventPattern);
      const envelopes = Object.keys(eventSamples).map((type) => ({
        source: "shop.orders",
        "detail-type": type,
      }));
      const arriving = envelopes.filter((event) => isForwarded(event) && isTaken(event));
      expect(arriving.map((event) => event["detail-type"]).sort()).toEqual([...FULFILMENT_EVENTS].sort());
      expect(isTaken({ source: "stripe", "detail-type": "OrderPaid" })).toBe(false);
    }
  });
});

describe("the bus of a consumer in another account", () => {
  const template = templates["in another account and region"];

  it("has the ARN to which the shop forwards, and accepts only the shop's events, only from the shop's account", () => {
    const buses = resources(template, "AWS::Events::EventBus", z.object({ Name: z.string() }));
    const [account, region] = ["111122223333", "eu-west-1"];
    expect(
      buses.map(({ properties }) => `arn:aws:events:${region}:${account}:event-bus/${properties.Name}`),
    ).toEqual(customSettings.consumers.map(({ busArn }) => busArn));
    const [policy, ...others] = resources(
      template,
      "AWS::Events::EventBusPolicy",
      z.object({ Statement: z.unknown() }),
    );
    expect(others).toEqual([]);
    expect(JSON.stringify(policy?.properties.Statement)).toContain(`:iam::${customSettings.account}:root`);
    expect(policy?.properties.Statement).toMatchObject({
      Effect: "Allow",
      Action: "events:PutEvents",
      Resource: { "Fn::GetAtt": [buses[0]?.id, "Arn"] },
      Condition: { "ForAllValues:StringEquals": { "events:source": "shop.orders" } },
    });
  });
});

describe("the settings of a consumer's stack", () => {
  const readSettings = (context: Record<string, string>) => consumerSettings((name) => context[name]);
  const shopAccount = "999988887777";
  const commonSettings = { stage: "prod", alarmEmail: "you@example.org" };

  it("are refused if the bus is in another account or region than the credentials", () => {
    const [, , , region = "", account = ""] = SHOP_BUS.split(":");
    const readWithCredentials =
      (credentials: { account: string | undefined; region: string | undefined }) => () =>
        consumerSettings((name) => ({ ...commonSettings, busArn: SHOP_BUS })[name], credentials);
    expect(readWithCredentials({ account, region })).not.toThrow();
    expect(readWithCredentials({ account: undefined, region: undefined })).not.toThrow();
    const advice = `give -c shopAccount=${account} in place of -c busArn.`;
    expect(readWithCredentials({ account: "444455556666", region })).toThrow(advice);
    expect(readWithCredentials({ account, region: "eu-west-1" })).toThrow(advice);
  });

  it("are the shop's stage, the alarm's mailbox, and the shop's bus or account", () => {
    expect(readSettings({ ...commonSettings, busArn: SHOP_BUS })).toEqual({
      ...commonSettings,
      busArn: SHOP_BUS,
    });
    expect(readSettings({ ...commonSettings, shopAccount })).toEqual({ ...commonSettings, shopAccount });
  });

  it.each([
    [{}],
    [commonSettings],
    [{ ...commonSettings, shopAccount: "12" }],
    [{ stage: "prod", shopAccount }],
    [{ alarmEmail: commonSettings.alarmEmail, shopAccount }],
    [{ ...commonSettings, stage: "a-name-that-is-too-long", shopAccount }],
    [{ ...commonSettings, busArn: SHOP_BUS, shopAccount }],
  ])("%j are refused, and the error says what to give", (context) => {
    expect(() => readSettings(context)).toThrow("-c shopAccount=<the shop's account number>");
  });
});
