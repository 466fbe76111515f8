import { expect, test } from "vitest";
import { readPermissions } from "../../../infra/local/iam/permissions.ts";
import { createTableCalls } from "../../../infra/local/table/table-calls.ts";
import { stackOf } from "./stack-support.ts";

const keySchema = (partition: string) => [
  { AttributeName: partition, KeyType: "HASH" },
  { AttributeName: `${partition}Sort`, KeyType: "RANGE" },
];
const tableArn = { "Fn::GetAtt": ["Table", "Arn"] };
const keysLike = (...prefixes: string[]) => ({
  "ForAllValues:StringLike": { "dynamodb:LeadingKeys": prefixes },
});
const stackWith = (statements: object[]) =>
  stackOf({
    Table: [
      "AWS::DynamoDB::GlobalTable",
      {
        TableName: "shop",
        KeySchema: keySchema("pk"),
        GlobalSecondaryIndexes: [{ IndexName: "due", KeySchema: keySchema("duePk") }],
      },
    ],
    Role: ["AWS::IAM::Role"],
    Sender: [
      "AWS::Lambda::Function",
      { FunctionName: "sender", Role: { "Fn::GetAtt": ["Role", "Arn"] }, Code: {} },
    ],
    Policy: [
      "AWS::IAM::Policy",
      {
        Roles: [{ Ref: "Role" }],
        PolicyDocument: { Statement: statements.map((statement) => ({ Effect: "Allow", ...statement })) },
      },
    ],
  });
const stack = stackWith([
  { Action: "dynamodb:GetItem", Resource: tableArn, Condition: keysLike("ORDER#*", "MAILBOX#*") },
  {
    Action: ["dynamodb:PutItem", "dynamodb:BatchGetItem"],
    Resource: tableArn,
    Condition: keysLike("ORDER#*"),
  },
  {
    Action: "dynamodb:Query",
    Resource: [tableArn, { "Fn::Join": ["", [tableArn, "/index/due"]] }],
    Condition: keysLike("PRODUCT#*", "HOLDS#*"),
  },
]);
const findRefusal = readPermissions(stack);
const callsOf = createTableCalls(stack);
/** The first action of the request that is refused to the function; undefined if all are allowed. */
const refusedAction = (operation: string, body: object, functionName: string | undefined = "sender") =>
  callsOf(operation, JSON.stringify({ TableName: "shop", ...body }))
    .map((call) => findRefusal(functionName, call))
    .find((message) => message !== undefined)
    ?.match(/not authorized to perform: (\S+)/)?.[1];
const item = (pk: string) => ({ pk: { S: pk }, pkSort: { S: "x" } });
const query = (expression: string, value: string, more: object = {}) => ({
  KeyConditionExpression: expression,
  ExpressionAttributeValues: { ":value": { S: value } },
  ...more,
});

test("a function may do what its role allows, on the partition keys of the condition only", () => {
  expect(refusedAction("GetItem", { Key: item("ORDER#1") })).toBeUndefined();
  expect(refusedAction("GetItem", { Key: item("PRODUCT#1") })).toBe("dynamodb:GetItem");
  expect(refusedAction("PutItem", { Item: item("ORDER#1") })).toBeUndefined();
  expect(refusedAction("PutItem", { Item: item("MAILBOX#1") })).toBe("dynamodb:PutItem");
  expect(refusedAction("UpdateItem", { Key: item("ORDER#1") })).toBe("dynamodb:UpdateItem");
  expect(refusedAction("Scan", {})).toBe("dynamodb:Scan");
});

test("all keys of a batch must be allowed, and a transaction needs the permission of each of its parts", () => {
  const batch = (...keys: string[]) => ({ RequestItems: { shop: { Keys: keys.map(item) } } });
  expect(refusedAction("BatchGetItem", batch("ORDER#1", "ORDER#2"))).toBeUndefined();
  expect(refusedAction("BatchGetItem", batch("ORDER#1", "PRODUCT#1"))).toBe("dynamodb:BatchGetItem");
  const put = { Put: { TableName: "shop", Item: item("ORDER#1") } };
  const check = { ConditionCheck: { TableName: "shop", Key: item("ORDER#1") } };
  expect(refusedAction("TransactWriteItems", { TransactItems: [put] })).toBeUndefined();
  expect(refusedAction("TransactWriteItems", { TransactItems: [put, check] })).toBe(
    "dynamodb:ConditionCheckItem",
  );
});

test("a query needs the permission for its index, on the partition key of the index", () => {
  expect(refusedAction("Query", query("pk = :value AND pkSort > :other", "PRODUCT#1"))).toBeUndefined();
  expect(refusedAction("Query", query("pk = :value", "ORDER#1"))).toBe("dynamodb:Query");
  const due = { IndexName: "due", ExpressionAttributeNames: { "#due": "duePk" } };
  expect(refusedAction("Query", query("#due = :value", "HOLDS#1", due))).toBeUndefined();
  expect(refusedAction("Query", query("#due = :value", "OUTBOX#1", due))).toBe("dynamodb:Query");
  expect(refusedAction("Query", query("x = :value", "HOLDS#1", { IndexName: "changes" }))).toBe(
    "dynamodb:Query",
  );
});

test("a function of another name may do nothing, and a command, which has no name, may do everything", () => {
  expect(refusedAction("GetItem", { Key: item("ORDER#1") }, "other")).toBe("dynamodb:GetItem");
  const [call = { action: "", resource: "" }] = callsOf("Scan", JSON.stringify({ TableName: "shop" }));
  expect(findRefusal(undefined, call)).toBeUndefined();
});

test("ForAllValues compares each value of a list, and Null refuses a call without a value", () => {
  const Condition = {
    "ForAllValues:StringEquals": { "events:source": ["shop.orders"] },
    Null: { "events:source": "false" },
  };
  const refusalOf = readPermissions(stackWith([{ Action: "events:PutEvents", Resource: "*", Condition }]));
  const isAllowed = (...sources: string[]) =>
    refusalOf("sender", {
      ...{ action: "events:PutEvents", resource: "bus" },
      ...(sources.length > 0 && { context: { "events:source": sources } }),
    }) === undefined;
  expect(isAllowed("shop.orders", "shop.orders")).toBe(true);
  expect(isAllowed("shop.orders", "stripe")).toBe(false);
  expect(isAllowed()).toBe(false);
});

test("a condition that the local stack does not know stops the start", () => {
  const Condition = { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } };
  expect(() => readPermissions(stackWith([{ Action: "s3:GetObject", Resource: "*", Condition }]))).toThrow(
    "The local stack does not know the condition operator IpAddress.",
  );
});
