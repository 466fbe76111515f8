import { beforeAll, expect, test } from "vitest";
import { indexes } from "../../infra/indexes.ts";
import { documentClient } from "../../lambdas/lib/dynamodb.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { shardsOf } from "../../shared/shards.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

/**
 * The most write units of one partition of a table or index in a second. DynamoDB developer guide, "Partitions and data
 * distribution".
 */
const PARTITION_UNITS = 1_000;
/** The shards into which the busiest key of an index is split. */
const SHARD_COUNT = shardsOf("").length;

type Capacity = { CapacityUnits?: number | undefined };
type Consumed = Capacity & { Table?: Capacity; GlobalSecondaryIndexes?: Record<string, Capacity> };

let shop: Shop;
let driver: CheckoutDriver;
/** Write units by name: 'table' or an index. */
let unitCounts: Map<string, number>;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  documentClient().middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as { ReturnConsumedCapacity?: string };
      const isWrite = /^(Put|Update|Delete|TransactWrite)/.test(context.commandName ?? "");
      if (isWrite) input.ReturnConsumedCapacity = "INDEXES";
      const result = await next(args);
      if (!isWrite) return result;
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
      for (const { Table, GlobalSecondaryIndexes = {} } of [ConsumedCapacity ?? []].flat()) {
        for (const [name, { CapacityUnits = 0 }] of Object.entries({
          table: Table ?? {},
          ...GlobalSecondaryIndexes,
        }))
          unitCounts.set(name, (unitCounts.get(name) ?? 0) + CapacityUnits);
      }
      return result;
    },
    { step: "initialize", name: "countUnits" },
  );
});

test("an order uses so few write units that the busiest index key allows at least 300 orders a second", async () => {
  const tee = testProduct({ stock: 100 });
  await stockUp(shop.table, tee);
  unitCounts = new Map();
  const { orderId } = await driver.buyAndPay([[tee, 1]]);
  advanceClock(3 * 60_000);
  await driver.reconcileCheckouts();
  const unitsOf = (name: string) => unitCounts.get(name) ?? 0;
  const unitsPerIndex = Object.keys(indexes).map((name) => [name, unitsOf(name)] as const);
  const mostUnits = Math.max(...unitsPerIndex.map(([, count]) => count));
  const ordersPerSecond = Math.floor((PARTITION_UNITS * SHARD_COUNT) / mostUnits);
  process.stdout.write(
    `write units of an order (${orderId}): table ${unitsOf("table")}, ` +
      `${unitsPerIndex.map(([name, count]) => `${name} ${count}`).join(", ")}; ${ordersPerSecond} orders a second before an index key is full\n`,
  );
  expect(unitsOf("table")).toBeGreaterThan(0);
  expect(ordersPerSecond).toBeGreaterThanOrEqual(300);
});
