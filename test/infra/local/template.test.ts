import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { stackOf } from "./stack-support.ts";

const queue: [string] = ["AWS::SQS::Queue"];
const stack = stackOf(
  { Jobs: queue, Pictures: ["AWS::S3::Bucket"], Named: ["AWS::Events::EventBus", { Name: "shop" }] },
  {
    Parameters: { Color: { Default: "amber" } },
    Mappings: { Sizes: { small: { width: "400" } } },
    Conditions: {
      Yes: { "Fn::Equals": [{ Ref: "AWS::Region" }, "us-east-1"] },
      No: { "Fn::Not": [{ Condition: "Yes" }] },
      Both: { "Fn::And": [{ Condition: "Yes" }, { Condition: "No" }] },
      Either: { "Fn::Or": [{ Condition: "Yes" }, { Condition: "No" }] },
    },
  },
  { secret: (id) => (id.endsWith(":Key") ? "s3cret" : '{"user":"ann"}') },
);

describe("the stack evaluates", () => {
  test.each<[string, unknown, unknown]>([
    ["a literal", { a: [1, "two", true, null] }, { a: [1, "two", true, null] }],
    ["a parameter", { Ref: "Color" }, "amber"],
    ["a pseudo parameter", { Ref: "AWS::Region" }, "us-east-1"],
    ["a named resource", { Ref: "Named" }, "shop"],
    ["an attribute", { "Fn::GetAtt": ["Jobs", "Arn"] }, "arn:aws:sqs:us-east-1:000000000000:Jobs"],
    ["an attribute in one text", { "Fn::GetAtt": "Jobs.QueueName" }, "Jobs"],
    ["a join", { "Fn::Join": ["-", ["a", { Ref: "Color" }, 3]] }, "a-amber-3"],
    ["a substitution", { "Fn::Sub": "${Color}/${Jobs.QueueName}/${!kept}" }, "amber/Jobs/${kept}"],
    [
      "a substitution with variables",
      { "Fn::Sub": ["${It}-${Color}", { It: { Ref: "Named" } }] },
      "shop-amber",
    ],
    ["a selection of a split", { "Fn::Select": [1, { "Fn::Split": ["/", "a/b/c"] }] }, "b"],
    ["a mapping", { "Fn::FindInMap": ["Sizes", "small", "width"] }, "400"],
    ["a choice", [{ "Fn::If": ["Yes", 1, 2] }, { "Fn::If": ["No", 1, 2] }], [1, 2]],
    [
      "a choice by a combined condition",
      [{ "Fn::If": ["Both", 1, 2] }, { "Fn::If": ["Either", 1, 2] }],
      [2, 1],
    ],
    [
      "AWS::NoValue, which leaves a part out",
      { a: 1, b: { Ref: "AWS::NoValue" }, c: [{ Ref: "AWS::NoValue" }, 2] },
      { a: 1, c: [2] },
    ],
    ["base64", { "Fn::Base64": "hi" }, "aGk="],
    ["a property called Condition", { Condition: { StringEquals: {} } }, { Condition: { StringEquals: {} } }],
    [
      "a secret",
      {
        "Fn::Join": [
          "",
          [
            "{{resolve:secretsmanager:arn:aws:secretsmanager:us-east-1:000000000000:secret:Key",
            ":SecretString:::}}",
          ],
        ],
      },
      "s3cret",
    ],
    ["a key of a secret", "<{{resolve:secretsmanager:login:SecretString:user}}>", "<ann>"],
  ])("%s", (_, expression, value) => {
    expect(stack.evaluate(expression)).toEqual(value);
  });
});

describe("the start fails, and the error names", () => {
  test("an unknown intrinsic, even in a property that is not read", () => {
    const resources = {
      Jobs: ["AWS::SQS::Queue", { Tags: [{ "Fn::ImportValue": "x" }] }] as [string, object],
    };
    expect(() => stackOf(resources as Parameters<typeof stackOf>[0])).toThrow("Fn::ImportValue");
  });
  test("an unknown resource type", () => {
    expect(() => stackOf({ Box: ["AWS::EC2::Instance"] })).toThrow("AWS::EC2::Instance");
  });
  test.each<[string, unknown, string]>([
    ["an unknown attribute", { "Fn::GetAtt": ["Jobs", "Color"] }, "Color of AWS::SQS::Queue"],
    ["an unknown resource", { Ref: "Nobody" }, "Nobody"],
    ["an unknown variable of a substitution", { "Fn::Sub": "${Nobody}" }, "Nobody"],
    ["an unknown mapping", { "Fn::FindInMap": ["Sizes", "large", "width"] }, "Sizes.large.width"],
    ["an unknown condition", { "Fn::If": ["Maybe", 1, 2] }, "Maybe"],
    ["an unsupported dynamic reference", "{{resolve:ssm:/shop/key}}", "{{resolve:ssm:/shop/key}}"],
  ])("%s", (_, expression, name) => {
    expect(() => stack.evaluate(expression)).toThrow(name);
  });
  test("a resource whose properties do not match the schema", () => {
    expect(() => stack.resources("AWS::Events::EventBus", z.object({ Name: z.number() }))).toThrow("Named");
  });
});

test("unreadTypes lists the resource types that the local stack must run but has not read", () => {
  const unreadStack = stackOf({ Jobs: queue, Role: ["AWS::IAM::Role"] });
  expect(unreadStack.unreadTypes()).toEqual(["AWS::SQS::Queue"]);
  unreadStack.resources("AWS::SQS::Queue", z.object({}));
  expect(unreadStack.unreadTypes()).toEqual([]);
});
