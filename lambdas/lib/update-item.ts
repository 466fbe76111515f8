import { ConditionalCheckFailedException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { backOff } from "./backoff.ts";
import { documentClient, tableName } from "./dynamodb.ts";
import { unavailable } from "./errors.ts";

export type Item = Record<string, unknown>;
/**
 * After an update, `item` has the attributes that `ReturnValues` asks for. After a failed condition, `item` is the
 * stored item; undefined when no item is stored under the key.
 */
export type UpdateResult = { ok: boolean; item: Item | undefined };

const MAX_TRIES = 8;

/**
 * Updates one item outside of transactions. DynamoDB serializes such updates, but refuses overlapping
 * transactions. A failed condition is a result, not an error. Tries up to 8 times when a transaction
 * conflicts, then throws 503.
 */
export async function updateItem(input: Omit<UpdateCommandInput, "TableName">): Promise<UpdateResult> {
  for (let tries = 0; ; tries++) {
    try {
      const { Attributes } = await documentClient().send(
        new UpdateCommand({
          ...input,
          TableName: tableName(),
          ...(input.ConditionExpression ? { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } : {}),
        }),
      );
      return { ok: true, item: Attributes };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException)
        return { ok: false, item: error.Item && unmarshall(error.Item) };
      if (!(error instanceof TransactionConflictException)) throw error;
      if (tries + 1 >= MAX_TRIES) throw unavailable(error);
      await backOff(tries);
    }
  }
}
