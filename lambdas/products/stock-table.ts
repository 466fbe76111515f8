/**
 * What happens to stock items. Keys: see product-table.ts. A stock item is never part of a transaction, so that a crowd
 * of buyers of one product waits in line instead of conflicting. Each change is one conditional update that notes in the
 * stock item itself for which order it was made: repeated, it changes nothing.
 * | attribute | meaning |
 * | hold:<order id> | pieces that this order holds; `held` is the sum of all of them |
 * | restock:<change id> | pieces that this change of an order put back for sale, kept until no repetition can come |
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { waitForAll } from "../lib/wait-for-all.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { updateItem } from "../lib/update-item.ts";
import { HOLD_PREFIX, stockKey } from "./product-table.ts";

/** Some pieces of a product or variant. */
export type Pieces = { productId: string; variantId?: string | undefined; quantity: number };

/** Name of a stock item, to say which pieces are meant. */
export const stockName = ({ productId, variantId }: Omit<Pieces, "quantity">): string =>
  `${productId}#${variantId ?? "-"}`;

const holdName = (orderId: string): string => HOLD_PREFIX + orderId;

/** Lines of one product or variant become one, in one order for all. */
export function mergePieces(lines: readonly Pieces[]): Pieces[] {
  const merged = new Map<string, Pieces>();
  for (const { productId, variantId, quantity } of lines) {
    const name = stockName({ productId, variantId });
    const before = merged.get(name)?.quantity ?? 0;
    merged.set(name, { productId, ...(variantId ? { variantId } : {}), quantity: before + quantity });
  }
  return [...merged.values()].sort((a, b) => stockName(a).localeCompare(stockName(b)));
}

/**
 * Takes pieces from sale for an order. 'limited': enough are there, but more than `mostHeld` of them would wait for
 * payment. The same call again answers 'taken'.
 */
export async function takePieces(
  orderId: string,
  { quantity, ...of }: Pieces,
  mostHeld = Number.MAX_SAFE_INTEGER,
): Promise<"taken" | "short" | "limited"> {
  const hold = holdName(orderId);
  const { ok, item } = asFailure(
    await updateItem({
      Key: stockKey(of.productId, of.variantId),
      UpdateExpression: "ADD available :minus, held :plus SET #hold = :plus, ordered = :true",
      ConditionExpression: "attribute_not_exists(#hold) AND available >= :plus AND held <= :room",
      ExpressionAttributeNames: { "#hold": hold },
      ExpressionAttributeValues: {
        ":minus": -quantity,
        ":plus": quantity,
        ":room": mostHeld - quantity,
        ":true": true,
      },
    }),
  );
  if (ok || (item && Object.hasOwn(item, hold))) return "taken";
  return Number(item?.["available"] ?? 0) < quantity ? "short" : "limited";
}

/** Those of the pieces that are held under this name. Reading first spares a busy stock item a write that does nothing. */
export async function heldPieces(name: string, pieces: readonly Pieces[]): Promise<Pieces[]> {
  const held = await waitForAll(
    pieces.map(async ({ productId, variantId }) => {
      const { Item } = await documentClient().send(
        new GetCommand({
          TableName: tableName(),
          Key: stockKey(productId, variantId),
          ProjectionExpression: "#hold",
          ExpressionAttributeNames: { "#hold": holdName(name) },
          ConsistentRead: true,
        }),
      );
      return Item !== undefined && Object.hasOwn(Item, holdName(name));
    }),
  );
  return pieces.filter((_, i) => held[i]);
}

const asFailure = (result: Awaited<ReturnType<typeof updateItem>>) =>
  result.ok ? { ok: true, item: undefined } : result;

/** What an order holds is for sale again, or sold; nothing happens when it holds none. */
async function endHold(orderId: string, { quantity, ...of }: Pieces, to: "available" | "sold") {
  await updateItem({
    Key: stockKey(of.productId, of.variantId),
    UpdateExpression: "ADD held :minus, #to :plus REMOVE #hold",
    ConditionExpression: "#hold = :plus",
    ExpressionAttributeNames: { "#hold": holdName(orderId), "#to": to },
    ExpressionAttributeValues: { ":minus": -quantity, ":plus": quantity },
  });
}

export const freePieces = (orderId: string, pieces: Pieces): Promise<void> =>
  endHold(orderId, pieces, "available");
export const sellPieces = (orderId: string, pieces: Pieces): Promise<void> =>
  endHold(orderId, pieces, "sold");

/** Puts sold pieces back for sale, once for each `changeId`. */
export async function restockPieces(changeId: string, { quantity, ...of }: Pieces): Promise<void> {
  await updateItem({
    Key: stockKey(of.productId, of.variantId),
    UpdateExpression: "ADD sold :minus, available :plus SET #change = :plus",
    ConditionExpression: "attribute_not_exists(#change) AND sold >= :plus",
    ExpressionAttributeNames: { "#change": `restock:${changeId}` },
    ExpressionAttributeValues: { ":minus": -quantity, ":plus": quantity },
  });
}

/** Forgets that a change was made, when nobody can repeat it any more. */
export async function forgetRestock(changeId: string, of: Omit<Pieces, "quantity">): Promise<void> {
  await updateItem({
    Key: stockKey(of.productId, of.variantId),
    UpdateExpression: "REMOVE #change",
    ConditionExpression: "attribute_exists(#change)",
    ExpressionAttributeNames: { "#change": `restock:${changeId}` },
  });
}
