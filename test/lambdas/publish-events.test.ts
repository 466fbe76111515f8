import { marshall } from "@aws-sdk/util-dynamodb";
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { CONTEXT } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";
import type { Item } from "../support/table.ts";

let shop: Shop;
let driver: CheckoutDriver;
let handler: (stream: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse>;
const tee = testProduct({ stock: 100 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  ({ handler } = await import("../../lambdas/publish-events.ts"));
  await stockUp(shop.table, tee);
});
afterEach(() => {
  shop.faults.bus = false;
  shop.bus.length = 0;
});

/** Creates orders; returns the items of their outboxes. */
async function createOutboxItems(orderCount: number): Promise<Item[]> {
  const orders = await Promise.all(Array.from({ length: orderCount }, () => driver.openCheckout([[tee, 1]])));
  const items = await Promise.all(orders.map(({ orderId }) => shop.table.partition(`ORDER#${orderId}`)));
  return items.flat().filter(({ sk }) => String(sk).startsWith("OUTBOX#"));
}
const publishItems = (items: readonly Item[]) =>
  handler(
    {
      Records: items.map((item, i) => ({
        eventName: "INSERT",
        dynamodb: { SequenceNumber: `${100 + i}`, NewImage: marshall(item) },
      })),
    } as DynamoDBStreamEvent,
    CONTEXT,
  );
const isPublished = async (item: Item | undefined) => {
  const storedItem = (await shop.table.partition(String(item?.["pk"]))).find(({ sk }) => sk === item?.["sk"]);
  return !String(storedItem?.["duePk"]).startsWith("OUTBOX#");
};
const idOf = (event: unknown) => (event as { id: string }).id;

describe("publishing events from the table's stream", () => {
  test("puts more than ten events on the bus, unchanged and in order, and marks the events as published", async () => {
    const items = await createOutboxItems(12);
    expect(await publishItems(items)).toEqual({ batchItemFailures: [] });
    expect(shop.bus.map(({ detail }) => detail)).toEqual(items.map(({ event }) => event));
    expect(shop.bus[0]).toMatchObject({ source: "shop.orders", detailType: "OrderPlaced" });
    for (const item of items) expect(await isPublished(item)).toBe(true);
  });

  test("reports the first event that the bus refuses, and marks accepted events as published", async () => {
    const items = await createOutboxItems(3);
    shop.faults.bus = (_, index) => index === 1;
    expect(await publishItems(items)).toEqual({ batchItemFailures: [{ itemIdentifier: "101" }] });
    expect(await Promise.all(items.map(isPublished))).toEqual([true, false, true]);
    expect(shop.logs.join()).toMatch(/"errorCode": *"ThrottlingException"/);
    shop.faults.bus = false;
    expect(await publishItems(items.slice(1))).toEqual({ batchItemFailures: [] });
    expect(await Promise.all(items.map(isPublished))).toEqual([true, true, true]);
  });

  test("throws when the bus is down, so that the stream keeps the batch", async () => {
    const items = await createOutboxItems(1);
    shop.faults.bus = true;
    await expect(publishItems(items)).rejects.toThrow();
    expect(await isPublished(items[0])).toBe(false);
  });

  test("repeats an event with the same id, so that consumers can deduplicate", async () => {
    const items = await createOutboxItems(1);
    await publishItems(items);
    await publishItems(items);
    expect(new Set(shop.bus.map(({ detail }) => idOf(detail))).size).toBe(1);
  });
});

test("an invalid event does not block others", async () => {
  const [invalidItem, validItem] = await createOutboxItems(2);
  if (!invalidItem || !validItem) throw new Error("There are fewer than two events");
  expect(await publishItems([{ ...invalidItem, event: { type: "Nonsense" } }, validItem])).toEqual({
    batchItemFailures: [],
  });
  expect(shop.bus.map(({ detail }) => idOf(detail))).toEqual([idOf(validItem["event"])]);
  expect(await isPublished(invalidItem)).toBe(false);
});

test("the personal data of an event is deleted when the event is published, not before", async () => {
  const { orderId } = await driver.buyAndPay([[tee, 1]]);
  const items = (await shop.table.partition(`ORDER#${orderId}`)).filter(({ sk }) =>
    String(sk).startsWith("OUTBOX#"),
  );
  const readStoredEvents = async () =>
    JSON.stringify((await shop.table.partition(`ORDER#${orderId}`)).filter(({ sk }) => sk !== "ORDER"));
  shop.faults.bus = true;
  await expect(publishItems(items)).rejects.toThrow();
  expect(await readStoredEvents()).toContain("grace@example.com");
  shop.faults.bus = false;
  // The stream may deliver a transaction's items in any order.
  expect(await publishItems(items.toReversed())).toEqual({ batchItemFailures: [] });
  expect(shop.bus.map(({ detailType }) => detailType)).toEqual(["OrderPlaced", "OrderPaid", "OrderContact"]);
  expect(shop.bus.at(-1)?.detail).toMatchObject({ billingInfo: { email: "grace@example.com" } });
  expect(await readStoredEvents()).not.toMatch(/grace@|Barrel|Hopper/);
  expect(await publishItems(items)).toEqual({ batchItemFailures: [] });
});
