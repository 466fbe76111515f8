import { setTimeout as wait } from "node:timers/promises";
import { ConditionalCheckFailedException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { documentClient, tableName } from "./dynamodb.ts";
import { unavailable } from "./errors.ts";

export type Item = Record<string, unknown>;
/** `item` is the item as it is, where its condition did not hold; undefined when there is none. */
export type Updated = { ok: true } | { ok: false; item: Item | undefined };

const ATTEMPTS = 8;

/**
 * One conditional update of one item, outside of transactions: DynamoDB lets such updates of one item wait for each
 * other, where it refuses transactions that overlap. A failed condition is an answer. A conflict with a transaction on
 * the item is tried again, at most 8 times with jitter, then 503.
 */
export async function updateItem(input: Omit<UpdateCommandInput, "TableName">): Promise<Updated> {
  for (let attempt = 0; ; attempt++) {
    try {
      await documentClient().send(
        new UpdateCommand({
          ...input,
          TableName: tableName(),
          ...(input.ConditionExpression ? { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } : {}),
        }),
      );
      return { ok: true };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException)
        return { ok: false, item: error.Item && unmarshall(error.Item) };
      if (!(error instanceof TransactionConflictException)) throw error;
      if (attempt + 1 >= ATTEMPTS) throw unavailable(error);
      await wait(Math.random() * 25 * 2 ** attempt);
    }
  }
}
