/**
 * Pieces of variants that are no longer offered. Keys: see product-table.ts.
 * A move consists of single conditional updates: `moving` on the source records the move, `movedIn` on the target records
 * the ids of finished moves, so that an interrupted move is finished exactly once.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { productKey, stockKey } from "./product-table.ts";

/** A move of pieces from one variant of a product to another. */
const Move = z.object({
  id: z.string(),
  productId: z.string(),
  from: z.string(),
  to: z.string(),
  pieces: z.int(),
});
export type Move = z.infer<typeof Move>;

type Change = Pick<
  UpdateCommandInput,
  "UpdateExpression" | "ConditionExpression" | "ExpressionAttributeValues"
>;

/** Changes one stock item; false when the condition fails. */
async function updateStock(productId: string, variantId: string, change: Change): Promise<boolean> {
  try {
    await documentClient().send(
      new UpdateCommand({ TableName: tableName(), Key: stockKey(productId, variantId), ...change }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Writes off all available pieces of a variant; false when the number of these pieces is not `pieces`. */
export const writeOff = (productId: string, variantId: string, pieces: number): Promise<boolean> =>
  updateStock(productId, variantId, {
    UpdateExpression: "SET available = :none",
    ConditionExpression: "available = :pieces AND attribute_not_exists(moving)",
    ExpressionAttributeValues: { ":pieces": pieces, ":none": 0 },
  });

/** Starts to move all available pieces of a variant; false when the number of these pieces has changed. */
export const startMove = (move: Move): Promise<boolean> =>
  updateStock(move.productId, move.from, {
    UpdateExpression: "SET available = :none, moving = :move",
    ConditionExpression: "available = :pieces AND attribute_not_exists(moving)",
    ExpressionAttributeValues: { ":pieces": move.pieces, ":none": 0, ":move": move },
  });

/** Adds the pieces of a started move to the target variant. Idempotent. */
export async function finishMove({ id, productId, from, to, pieces }: Move): Promise<void> {
  await updateStock(productId, to, {
    // The id stays in `movedIn`, because a slower request may still finish the same move. Moves are few.
    UpdateExpression: "ADD available :pieces, movedIn :ids",
    ConditionExpression: "attribute_exists(pk) AND NOT contains(movedIn, :id)",
    ExpressionAttributeValues: { ":pieces": pieces, ":ids": new Set([id]), ":id": id },
  });
  await updateStock(productId, from, {
    UpdateExpression: "REMOVE moving",
    ConditionExpression: "moving.id = :id",
    ExpressionAttributeValues: { ":id": id },
  });
}

/** Removes a stock item with neither available nor held pieces from the catalog's index. */
export const unlistEmpty = (productId: string, variantId: string): Promise<boolean> =>
  updateStock(productId, variantId, {
    UpdateExpression: "REMOVE listPk, listSk",
    ConditionExpression: "available <= :none AND held <= :none AND attribute_not_exists(moving)",
    ExpressionAttributeValues: { ":none": 0 },
  });

/** Interrupted moves of a product. */
export async function unfinishedMoves(productId: string): Promise<Move[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :stock)",
      FilterExpression: "attribute_exists(moving)",
      ExpressionAttributeValues: { ":pk": productKey(productId).pk, ":stock": "STOCK#" },
      ConsistentRead: true,
    }),
  );
  return Items.map(({ moving }) => z.parse(Move, moving));
}
