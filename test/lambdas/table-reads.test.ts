import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { readTakenCodes } from "../../lambdas/discounts/discount-table.ts";
import { tableName } from "../../lambdas/lib/dynamodb.ts";
import { readDueTimes } from "../../lambdas/orders/hold-table.ts";
import { changeProductsOfEpisode } from "../../lambdas/podcast/products-of-episode.ts";
import { readProduct } from "../../lambdas/products/product-table.ts";
import { mockClient } from "../support/mock-client.ts";

process.env["AWS_REGION"] ??= "us-east-1";
process.env["TABLE_NAME"] ??= "shop";
const table = mockClient(DynamoDBDocumentClient);
beforeEach(() => table.reset());

/** Makes the table leave all keys unread in the first `unreadCallCount` calls. Returns a list to which each call adds its time in ms. */
function leaveUnread(unreadCallCount: number): number[] {
  const times: number[] = [];
  table.on(BatchGetCommand).callsFake(({ RequestItems }: BatchGetCommand["input"]) => {
    times.push(performance.now());
    return times.length <= unreadCallCount
      ? { UnprocessedKeys: RequestItems }
      : { Responses: { [tableName()]: [{ code: "SPRING", discountId: "dsc_1", taken: 1 }] } };
  });
  return times;
}

test("keys that the table has left unread are read again after a growing pause", async () => {
  const random = vi.spyOn(Math, "random").mockReturnValue(1);
  onTestFinished(() => random.mockRestore());
  const times = leaveUnread(2);
  expect(await readTakenCodes(["SPRING"])).toEqual(new Set(["SPRING"]));
  const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  expect(pauses).toHaveLength(2);
  // The pauses are 50 and 100 ms. A timer may be some ms early.
  expect(pauses[0]).toBeGreaterThan(48);
  expect(pauses[1]).toBeGreaterThan(98);
});

test("a table that leaves all keys unread is asked five times, and the answer is 503", async () => {
  const times = leaveUnread(20);
  await expect(readTakenCodes(["SPRING"])).rejects.toMatchObject({ status: 503 });
  expect(times).toHaveLength(5);
});

test("a product is read completely even if its items fill more than one page", async () => {
  const pk = "PRODUCT#prd_1";
  const stockItem = (variantId: string) => ({
    pk,
    sk: `STOCK#${variantId}`,
    variantId,
    available: 3,
    held: 0,
  });
  table.on(QueryCommand).callsFake(({ ExclusiveStartKey }: QueryCommand["input"]) =>
    ExclusiveStartKey
      ? { Items: [stockItem("l")] }
      : {
          Items: [{ pk, sk: "PRODUCT", id: "prd_1", name: "Tee" }, stockItem("m")],
          LastEvaluatedKey: { pk, sk: "STOCK#m" },
        },
  );
  const product = await readProduct("prd_1");
  expect(product?.stock.map(({ variantId }) => variantId)).toEqual(["m", "l"]);
});

test("due times of holds that the table has left unread are read again", async () => {
  let callCount = 0;
  table
    .on(BatchGetCommand)
    .callsFake(({ RequestItems }: BatchGetCommand["input"]) =>
      ++callCount === 1
        ? { UnprocessedKeys: RequestItems }
        : { Responses: { [tableName()]: [{ orderId: "o1", dueAt: "2026-11-20T12:00:00.000Z" }] } },
    );
  expect(await readDueTimes(["o1"])).toEqual(new Map([["o1", "2026-11-20T12:00:00.000Z"]]));
});

test("a change of an episode's products first reads the stored ones with a consistent read", async () => {
  table.on(QueryCommand).resolves({ Items: [] });
  table.on(GetCommand).resolves({});
  const change = changeProductsOfEpisode("ep_1", { productIds: [] });
  await expect(change).rejects.toMatchObject({ status: 404 });
  expect(table.commandCalls(QueryCommand).map(({ args }) => args[0].input.ConsistentRead)).toEqual([true]);
});
