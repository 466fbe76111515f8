/** The keys under which orders have retaken pieces (README, Glossary) after their first hold had ended. */
import { encodeTime } from "ulid";
import { readAllShards } from "../../shared/shards.ts";
import { queryAll } from "../lib/query-all.ts";
import { readHolds } from "./read-orders.ts";
import type { Run } from "./run.ts";

const PREFIX = "hld_";
/**
 * Younger keys are skipped. This time is longer than a change of an order takes, and longer than the delay of the index
 * of hold items.
 */
const IN_USE_MS = 10 * 60_000;

/** The ids of all orders with a hold item. */
const readOrderIdsWithHold = (): Promise<string[]> =>
  readAllShards("HOLDS", async (shard) => {
    const items = await queryAll({
      IndexName: "due",
      KeyConditionExpression: "duePk = :holds",
      ExpressionAttributeValues: { ":holds": shard },
    });
    return items.map(({ pk }) => String(pk).replace("ORDER#", ""));
  });

/**
 * The retake keys among `keys` that belong to no order. A retake key does not contain its order's id. Instead, the
 * order's hold item lists the key: from before the pieces are taken until they are freed or sold.
 */
export async function findUnownedRetakeKeys(run: Run, keys: readonly string[]): Promise<Set<string>> {
  // Keys sort by the time at which they were made.
  const keyAt = (ms: number) => PREFIX + encodeTime(ms);
  const isInUse = (key: string) => key > keyAt(+run.now - IN_USE_MS) && key < keyAt(+run.now + IN_USE_MS);
  const oldKeys = keys.filter((key) => key.startsWith(PREFIX) && !isInUse(key));
  if (oldKeys.length === 0) return new Set();
  const orderIds = await readOrderIdsWithHold();
  const holds = await readHolds(orderIds, run.unreadable);
  // A hold item that cannot be read may list any key, so no key is known to be unowned.
  if (orderIds.some((id) => run.unreadable.has(`ORDER#${id} HOLD`))) return new Set();
  const listedKeys = new Set([...holds.values()].flatMap(({ takes = [] }) => takes));
  return new Set(oldKeys.filter((key) => !listedKeys.has(key)));
}
