import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { splitIntoParts } from "../../shared/split-into-parts.ts";
import { backOff } from "./backoff.ts";
import { documentClient, tableName } from "./dynamodb.ts";
import { unavailable } from "./errors.ts";
import { waitForAll } from "./wait-for-all.ts";

type Key = { pk: string; sk: string };
/** DynamoDB's limit for one call. */
const MAX_KEYS = 100;
const MAX_TRIES = 5;

/** The stored items with these keys, unsorted, by strongly consistent reads. Throws 503 if DynamoDB leaves keys unread. */
export async function readItems(keys: readonly Key[]): Promise<Record<string, unknown>[]> {
  return (await waitForAll(splitIntoParts(keys, MAX_KEYS).map(readBatch))).flat();
}

async function readBatch(keys: Key[]): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let unreadKeys = keys;
  for (let tries = 0; unreadKeys.length > 0; tries++) {
    if (tries === MAX_TRIES)
      throw unavailable(new Error(`BatchGetItem left keys unprocessed ${MAX_TRIES} times`));
    if (tries > 0) await backOff(tries);
    const response = await documentClient().send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: unreadKeys, ConsistentRead: true } } }),
    );
    items.push(...(response.Responses?.[tableName()] ?? []));
    unreadKeys = (response.UnprocessedKeys?.[tableName()]?.Keys ?? []) as Key[];
  }
  return items;
}
