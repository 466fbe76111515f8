/**
 * Changes of stock items by orders. Keys: see product-table.ts. No order's transaction includes a stock item: DynamoDB
 * serializes single updates of one item, but refuses overlapping transactions. Each change is one conditional
 * update. It adds or removes its hold key, or adds its change id, so that a repetition changes nothing.
 * | attribute | meaning |
 * | hold:<hold key> | pieces held under this key; `held` is the sum of all these attributes |
 * | restock:<change id> | pieces that this change of an order restocked, stored until no repetition is possible |
 * A hold key is the order's id, or a new id when the pieces are retaken after the first hold has ended.
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { waitForAll } from "../lib/wait-for-all.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { updateItem } from "../lib/update-item.ts";
import { HOLD_PREFIX, stockKey } from "./product-table.ts";
import { updateHeldStock, updateStock } from "./update-stock.ts";

/** Some pieces of a product or variant. */
export type Pieces = { productId: string; variantId?: string | undefined; quantity: number };

/** A hold of an order. `key`: the hold key, which is not the order's id when the pieces were retaken. */
export type KeyedHold = { key: string; orderId: string };

export const stockName = ({ productId, variantId }: Omit<Pieces, "quantity">): string =>
  `${productId}#${variantId ?? "-"}`;

const holdAttribute = (holdKey: string): string => HOLD_PREFIX + holdKey;

/** Merges the lines of each product or variant into one line, and sorts the lines by `stockName`. */
export function mergePieces(lines: readonly Pieces[]): Pieces[] {
  const mergedPieces = new Map<string, Pieces>();
  for (const { productId, variantId, quantity } of lines) {
    const name = stockName({ productId, variantId });
    const quantityBefore = mergedPieces.get(name)?.quantity ?? 0;
    mergedPieces.set(name, {
      productId,
      ...(variantId ? { variantId } : {}),
      quantity: quantityBefore + quantity,
    });
  }
  return [...mergedPieces.values()].sort((a, b) => stockName(a).localeCompare(stockName(b)));
}

/**
 * Takes pieces under a hold key. 'short': too few pieces are for sale, or the product was deleted, which prevents only first
 * holds. 'limited': more than `maxHeld` pieces would be held. Idempotent: a repeated call returns 'taken'.
 */
export async function takePieces(
  { key, orderId }: KeyedHold,
  { productId, variantId, quantity }: Pieces,
  maxHeld = Number.MAX_SAFE_INTEGER,
): Promise<"taken" | "short" | "limited"> {
  const holdName = holdAttribute(key);
  const stock = { productId, variantId };
  const isFirstHold = key === orderId;
  const note = { kind: isFirstHold ? "held" : "retaken", n: -quantity, order: orderId } as const;
  const result = await updateStock(
    stock,
    {
      UpdateExpression: "ADD available :minus, held :plus, revision :one SET #hold = :plus, ordered = :true",
      ConditionExpression:
        "attribute_not_exists(#hold) AND available >= :plus AND held <= :maxBefore" +
        // The stock of a deleted product is not in the index, so a checkout cannot take it.
        (isFirstHold ? " AND attribute_exists(listPk)" : ""),
      ExpressionAttributeNames: { "#hold": holdName },
      ExpressionAttributeValues: {
        ":minus": -quantity,
        ":plus": quantity,
        ":maxBefore": maxHeld - quantity,
        ":true": true,
      },
    },
    note,
  );
  if (result.ok || (result.item && Object.hasOwn(result.item, holdName))) return "taken";
  const isDeleted = isFirstHold && result.item?.["listPk"] === undefined;
  return isDeleted || Number(result.item?.["available"] ?? 0) < quantity ? "short" : "limited";
}

/**
 * The pieces that are held under a hold key, with the held quantities. Read before pieces are freed or sold, they save updates
 * that would change nothing.
 */
export async function readHeldPieces(holdKey: string, pieces: readonly Pieces[]): Promise<Pieces[]> {
  const heldLines = await waitForAll(
    pieces.map(async (line) => {
      const { productId, variantId } = line;
      const { Item } = await documentClient().send(
        new GetCommand({
          TableName: tableName(),
          Key: stockKey(productId, variantId),
          ProjectionExpression: "#hold",
          ExpressionAttributeNames: { "#hold": holdAttribute(holdKey) },
          ConsistentRead: true,
        }),
      );
      const quantity: unknown = Item?.[holdAttribute(holdKey)];
      return typeof quantity === "number" ? [{ ...line, quantity }] : [];
    }),
  );
  return heldLines.flat();
}

/** Moves held pieces to the pieces for sale. Idempotent. */
export async function freePieces(
  { key, orderId }: KeyedHold,
  { productId, variantId, quantity }: Pieces,
): Promise<void> {
  const stock = { productId, variantId };
  await updateStock(
    stock,
    {
      UpdateExpression: "ADD held :minus, available :plus, revision :one REMOVE #hold",
      ConditionExpression: "#hold = :plus",
      ExpressionAttributeNames: { "#hold": holdAttribute(key) },
      ExpressionAttributeValues: { ":minus": -quantity, ":plus": quantity },
    },
    { kind: "released", n: quantity, order: orderId },
  );
}

/** Moves held pieces to the sold pieces. Idempotent. */
export async function sellPieces(
  { key, orderId }: KeyedHold,
  { productId, variantId, quantity }: Pieces,
): Promise<void> {
  await updateHeldStock(
    { productId, variantId },
    {
      UpdateExpression: "ADD held :minus, sold :plus REMOVE #hold",
      ConditionExpression: "#hold = :plus",
      ExpressionAttributeNames: { "#hold": holdAttribute(key) },
      ExpressionAttributeValues: { ":minus": -quantity, ":plus": quantity },
    },
    { kind: "sold", n: quantity, order: orderId },
  );
}

/** Restocks sold pieces of an order, once for each `changeId`. */
export async function restockPieces(
  changeId: string,
  orderId: string,
  { productId, variantId, quantity }: Pieces,
): Promise<void> {
  const stock = { productId, variantId };
  await updateStock(
    stock,
    {
      UpdateExpression: "ADD sold :minus, available :plus, revision :one SET #change = :plus",
      ConditionExpression: "attribute_not_exists(#change) AND sold >= :plus",
      ExpressionAttributeNames: { "#change": `restock:${changeId}` },
      ExpressionAttributeValues: { ":minus": -quantity, ":plus": quantity },
    },
    { kind: "restocked", n: quantity, order: orderId },
  );
}

/** Removes the record of a restock that cannot be repeated any more. */
export async function removeRestockRecord(
  changeId: string,
  { productId, variantId }: Omit<Pieces, "quantity">,
): Promise<void> {
  await updateItem({
    Key: stockKey(productId, variantId),
    UpdateExpression: "REMOVE #change",
    ConditionExpression: "attribute_exists(#change)",
    ExpressionAttributeNames: { "#change": `restock:${changeId}` },
  });
}
