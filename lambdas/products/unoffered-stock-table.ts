/**
 * Pieces of variants that are no longer offered. Keys: see product-table.ts.
 * A move consists of single conditional updates. `moving` on the source item records the move, and `movedIn` on the target
 * item records the ids of finished moves. So an interrupted move is finished exactly once.
 */
import * as z from "zod/mini";
import { queryAll } from "../lib/query-all.ts";
import { updateItem } from "../lib/update-item.ts";
import { productKey, stockKey } from "./product-table.ts";
import { updateStock } from "./update-stock.ts";

/** A move of pieces from one variant of a product to another. */
const Move = z.object({
  id: z.string(),
  productId: z.string(),
  from: z.string(),
  to: z.string(),
  pieces: z.int(),
  /** The admin's email address. Absent in moves that are older than the history of stocks. */
  by: z.optional(z.string()),
});
export type Move = z.infer<typeof Move>;

const adminField = ({ by }: Move) => (by === undefined ? {} : { by });

/** Writes off all available pieces of a variant; false when their number is not `pieces`, or while pieces are moved. */
export async function writeOffPieces(
  productId: string,
  variantId: string,
  pieces: number,
  by: string,
): Promise<boolean> {
  const stock = { productId, variantId };
  const { ok } = await updateStock(
    stock,
    {
      UpdateExpression: "SET available = :none ADD revision :one",
      ConditionExpression: "available = :pieces AND attribute_not_exists(moving)",
      ExpressionAttributeValues: { ":pieces": pieces, ":none": 0 },
    },
    { kind: "written-off", n: -pieces, by },
  );
  return ok;
}

/** Starts to move all available pieces of a variant; false when their number has changed, or while pieces are moved. */
export async function startMove(move: Move): Promise<boolean> {
  const stock = { productId: move.productId, variantId: move.from };
  const { ok } = await updateStock(
    stock,
    {
      UpdateExpression: "SET available = :none, moving = :move ADD revision :one",
      ConditionExpression: "available = :pieces AND attribute_not_exists(moving)",
      ExpressionAttributeValues: { ":pieces": move.pieces, ":none": 0, ":move": move },
    },
    { kind: "moved-out", n: -move.pieces, ...adminField(move), other: move.to },
  );
  return ok;
}

/** Adds the pieces of a started move to the target variant. Idempotent. */
export async function finishMove(move: Move): Promise<void> {
  const { id, productId, from, to, pieces } = move;
  const target = { productId, variantId: to };
  await updateStock(
    target,
    {
      // The id stays in `movedIn`, because a slower request may still finish the same move. Moves are rare.
      UpdateExpression: "ADD available :pieces, movedIn :ids, revision :one",
      ConditionExpression: "attribute_exists(pk) AND NOT contains(movedIn, :id)",
      ExpressionAttributeValues: { ":pieces": pieces, ":ids": new Set([id]), ":id": id },
    },
    { kind: "moved-in", n: pieces, ...adminField(move), other: from },
  );
  await updateItem({
    Key: stockKey(productId, from),
    UpdateExpression: "REMOVE moving",
    ConditionExpression: "moving.id = :id",
    ExpressionAttributeValues: { ":id": id },
  });
}

/** Removes a stock item without available, held and sold pieces from the catalog's index. */
export async function removeEmptyStockFromIndex(productId: string, variantId: string): Promise<void> {
  await updateItem({
    Key: stockKey(productId, variantId),
    UpdateExpression: "REMOVE listPk, listSk",
    ConditionExpression:
      "available <= :none AND held <= :none AND NOT sold > :none AND attribute_not_exists(moving)",
    ExpressionAttributeValues: { ":none": 0 },
  });
}

export async function readUnfinishedMoves(productId: string): Promise<Move[]> {
  const items = await queryAll({
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :stock)",
    FilterExpression: "attribute_exists(moving)",
    ExpressionAttributeValues: { ":pk": productKey(productId).pk, ":stock": "STOCK#" },
    ConsistentRead: true,
  });
  return items.map(({ moving }) => z.parse(Move, moving));
}
