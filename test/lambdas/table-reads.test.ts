import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, test } from "vitest";
import { takenCodes } from "../../lambdas/discounts/discount-table.ts";
import { tableName } from "../../lambdas/lib/dynamodb.ts";
import { setProductIds } from "../../lambdas/podcast/tie-table.ts";
import { mockClient } from "../support/mock-client.ts";

process.env["AWS_REGION"] ??= "us-east-1";
process.env["TABLE_NAME"] ??= "shop";
const table = mockClient(DynamoDBDocumentClient);
beforeEach(() => table.reset());

/** Makes the table leave all keys unread in the first calls. Returns the times of the calls. */
function leaveUnread(calls: number): number[] {
  const times: number[] = [];
  table.on(BatchGetCommand).callsFake(({ RequestItems }: BatchGetCommand["input"]) => {
    times.push(performance.now());
    return times.length <= calls
      ? { UnprocessedKeys: RequestItems }
      : { Responses: { [tableName()]: [{ code: "SPRING", discountId: "dsc_1", taken: 1 }] } };
  });
  return times;
}

test("keys that the table has left unread are read again after a growing pause", async () => {
  const random = Math.random;
  Math.random = () => 1;
  const times = leaveUnread(2);
  expect(await takenCodes(["SPRING"])).toEqual(new Set(["SPRING"]));
  Math.random = random;
  const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  expect(pauses).toHaveLength(2);
  expect(pauses[0]).toBeGreaterThan(48);
  expect(pauses[1]).toBeGreaterThan(98);
});

test("a table that leaves all keys unread is asked five times, and the answer is 503", async () => {
  const times = leaveUnread(20);
  await expect(takenCodes(["SPRING"])).rejects.toMatchObject({ status: 503 });
  expect(times).toHaveLength(5);
});

test("the products of an episode are compared with the latest ones", async () => {
  table.on(QueryCommand).resolves({ Items: [] });
  await setProductIds("ep_1", []);
  expect(table.commandCalls(QueryCommand).map(({ args }) => args[0].input.ConsistentRead)).toEqual([true]);
});
