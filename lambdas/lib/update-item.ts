import { setTimeout as wait } from "node:timers/promises";
import { ConditionalCheckFailedException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { documentClient, tableName } from "./dynamodb.ts";
import { unavailable } from "./errors.ts";

export type Item = Record<string, unknown>;
/** After a failed condition, `item` is the current item; undefined when there is none. */
export type Updated = { ok: true } | { ok: false; item: Item | undefined };

const ATTEMPTS = 8;

/**
 * Updates one item outside of transactions. DynamoDB serializes such updates, but refuses overlapping transactions. A
 * failed condition is a result, not an error. Retries up to 8 times on a conflict with a transaction, then throws 503.
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
