/** Pieces that wait for payment, by way of the index `due`. Keys: see order-table.ts. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Timestamp } from "../../shared/dates.ts";
import { documents, tableName } from "../lib/documents.ts";
import { fitting } from "../lib/fitting.ts";

/** A page is up to 1 MB of orders: so many are some ten thousand checkouts at once. */
const MAX_PAGES = 20;

const Held = z.object({
  orderId: z.string(),
  items: z.array(z.object({ productId: z.string(), variantId: z.optional(z.string()), quantity: z.int() })),
  hold: z.object({ endsAt: Timestamp }),
});

export type ProductHold = {
  orderId: string;
  variantId: string | undefined;
  quantity: number;
  endsAt: string;
};

/** Holds on a product, first to end first, until `pieces` of it are found. The index may be a second behind. */
export async function holdsOf(productId: string, pieces: number): Promise<ProductHold[]> {
  const found: ProductHold[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  let left = pieces;
  for (let page = 0; left > 0 && page < MAX_PAGES; page++) {
    const { Items = [], LastEvaluatedKey } = await documents().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: "due",
        KeyConditionExpression: "duePk = :holds",
        ProjectionExpression: "orderId, #items, #hold",
        ExpressionAttributeNames: { "#items": "items", "#hold": "hold" },
        ExpressionAttributeValues: { ":holds": "HOLDS" },
        ExclusiveStartKey,
      }),
    );
    for (const { orderId, items, hold } of fitting(Held, Items)) {
      const lines = items.filter((line) => line.productId === productId);
      found.push(
        ...lines.map(({ variantId, quantity }) => ({ orderId, variantId, quantity, endsAt: hold.endsAt })),
      );
      left -= lines.reduce((sum, { quantity }) => sum + quantity, 0);
    }
    ExclusiveStartKey = LastEvaluatedKey;
    if (!LastEvaluatedKey) break;
  }
  // The index goes by when a hold is looked at, which may have been put off.
  return found.sort((a, b) => a.endsAt.localeCompare(b.endsAt));
}
