/**
 * Which products an admin has tied to which episodes. The two items of a tie are written and deleted together.
 * | item | pk | sk |
 * | product of an episode | EPISODE_PRODUCTS | <episode id>#<product id> |
 * | episode of a product | PRODUCT#<product id> | EPISODE#<episode id> |
 */
import { tableName } from "../lib/dynamodb.ts";
import { queryAll } from "../lib/query-all.ts";
import { transact, type TransactionWrite } from "../lib/transact.ts";

const TIES = "EPISODE_PRODUCTS";

const keysOf = (episodeId: string, productId: string) => [
  { pk: TIES, sk: `${episodeId}#${productId}` },
  { pk: `PRODUCT#${productId}`, sk: `EPISODE#${episodeId}` },
];

/** The sort keys in a partition that begin with a prefix, without the prefix. */
async function readSortKeys(pk: string, prefix: string, ConsistentRead = false): Promise<string[]> {
  const items = await queryAll({
    KeyConditionExpression: prefix === "" ? "pk = :pk" : "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": pk, ...(prefix === "" ? {} : { ":prefix": prefix }) },
    ConsistentRead,
  });
  return items.map(({ sk }) => String(sk).slice(prefix.length));
}

export const readProductIds = (episodeId: string, isConsistentRead = false): Promise<string[]> =>
  readSortKeys(TIES, `${episodeId}#`, isConsistentRead);

export const readEpisodeIds = (productId: string, isConsistentRead = false): Promise<string[]> =>
  readSortKeys(`PRODUCT#${productId}`, "EPISODE#", isConsistentRead);

/** The products of all episodes that have some, by the episodes' ids. */
export async function readAllTies(): Promise<Map<string, string[]>> {
  const ties = new Map<string, string[]>();
  for (const key of await readSortKeys(TIES, "")) {
    const [episodeId = "", productId = ""] = key.split("#");
    ties.set(episodeId, [...(ties.get(episodeId) ?? []), productId]);
  }
  return ties;
}

type Tie = { episodeId: string; productId: string };

/** Adds and removes ties, all or none. At most 50, because each tie needs two of the 100 writes of a transaction. */
export async function changeTies(tiesToAdd: readonly Tie[], tiesToRemove: readonly Tie[]): Promise<void> {
  const TableName = tableName();
  const itemKeys = (ties: readonly Tie[]) =>
    ties.flatMap(({ episodeId, productId }) => keysOf(episodeId, productId));
  const writes: TransactionWrite<"tie">[] = [
    ...itemKeys(tiesToAdd).map((Item) => ({ name: "tie" as const, Put: { TableName, Item } })),
    ...itemKeys(tiesToRemove).map((Key) => ({ name: "tie" as const, Delete: { TableName, Key } })),
  ];
  if (writes.length > 0) await transact(writes);
}
