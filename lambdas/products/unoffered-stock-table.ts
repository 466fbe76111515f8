/**
 * Pieces in stock items that no product offers any more. Keys: see product-table.ts.
 * A move goes from item to item by single conditional updates: `moving` on the item that gave notes what is under way,
 * `movedIn` on the item that took notes which moves it has, so that one which was cut off is finished exactly once.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { productKey, stockKey } from "./product-table.ts";

/** Some pieces under way from one variant of a product to another. */
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

/** Changes one stock item; false when its condition does not hold. */
async function update(productId: string, variantId: string, change: Change): Promise<boolean> {
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

/** Takes all available pieces, as many as were seen, off the books; false when there are not that many any more. */
export const writeOff = (productId: string, variantId: string, pieces: number): Promise<boolean> =>
  update(productId, variantId, {
    UpdateExpression: "SET available = :none",
    ConditionExpression: "available = :pieces AND attribute_not_exists(moving)",
    ExpressionAttributeValues: { ":pieces": pieces, ":none": 0 },
  });

/** Takes all available pieces, as many as were seen, on their way; false when there are not that many any more. */
export const startMove = (move: Move): Promise<boolean> =>
  update(move.productId, move.from, {
    UpdateExpression: "SET available = :none, moving = :move",
    ConditionExpression: "available = :pieces AND attribute_not_exists(moving)",
    ExpressionAttributeValues: { ":pieces": move.pieces, ":none": 0, ":move": move },
  });

/** Brings pieces that are on their way to where they go. Repeated, it changes nothing more. */
export async function finishMove({ id, productId, from, to, pieces }: Move): Promise<void> {
  await update(productId, to, {
    // The id stays: somebody slower may still be about to bring the same pieces. Moves are few.
    UpdateExpression: "ADD available :pieces, movedIn :ids",
    ConditionExpression: "attribute_exists(pk) AND NOT contains(movedIn, :id)",
    ExpressionAttributeValues: { ":pieces": pieces, ":ids": new Set([id]), ":id": id },
  });
  await update(productId, from, {
    UpdateExpression: "REMOVE moving",
    ConditionExpression: "moving.id = :id",
    ExpressionAttributeValues: { ":id": id },
  });
}

/** Takes an item out of the catalogue's index that has nothing left for sale or held. */
export const unlistEmpty = (productId: string, variantId: string): Promise<boolean> =>
  update(productId, variantId, {
    UpdateExpression: "REMOVE listPk, listSk",
    ConditionExpression: "available <= :none AND held <= :none AND attribute_not_exists(moving)",
    ExpressionAttributeValues: { ":none": 0 },
  });

/** Moves of a product that were cut off. */
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
