/**
 * The discounts that must be updated at Stripe: new ones, and those that an admin has ended. They are in the index `due`:
 * | duePk | dueSk |
 * | DISCOUNTS | time of the next try |
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseValid } from "../lib/parse-item.ts";
import { updateItem } from "../lib/update-item.ts";
import { discountKey, DISCOUNTS } from "./discount-table.ts";

const DueItem = z.object({ sk: z.string(), dueSk: z.string() });
/** A discount to update, with its `dueSk` at the time of the read. */
export type DueDiscount = { id: string; dueSk: string };

/** The discounts that are due at `now`, the longest waiting first, at most `limit`. */
export async function readDueDiscounts(now: Date, limit: number): Promise<DueDiscount[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: "due",
      KeyConditionExpression: "duePk = :discounts AND dueSk <= :now",
      ExpressionAttributeValues: { ":discounts": DISCOUNTS, ":now": now.toISOString() },
      Limit: limit,
    }),
  );
  return parseValid(DueItem, Items).map(({ sk, dueSk }) => ({ id: sk.replace("DISCOUNT#", ""), dueSk }));
}

/**
 * Updates a due discount. Does nothing if an admin has ended the discount since it was read: the discount
 * then has another `dueSk` and stays due.
 */
const updateDue = (
  { id, dueSk }: DueDiscount,
  updateExpression: string,
  values: Record<string, unknown> = {},
) =>
  updateItem({
    Key: discountKey(id),
    UpdateExpression: updateExpression,
    ConditionExpression: "dueSk = :seen",
    ExpressionAttributeValues: { ":seen": dueSk, ...values },
  });

/** Records that Stripe has the current state of the discount. */
export const markUpToDate = (dueDiscount: DueDiscount) =>
  updateDue(dueDiscount, "SET isInStripe = :yes REMOVE duePk, dueSk, stripeTries", { ":yes": true });

export const postponeDue = (dueDiscount: DueDiscount, next: Date) =>
  updateDue(dueDiscount, "SET dueSk = :next", { ":next": next.toISOString() });

/**
 * Records a failed try, and the time `next` of the next try; undefined for no further try. `tries`: the number of failed
 * tries.
 */
export const recordFailure = (dueDiscount: DueDiscount, tries: number, next: Date | undefined) =>
  next
    ? updateDue(dueDiscount, "SET stripeTries = :tries, dueSk = :next", {
        ":tries": tries,
        ":next": next.toISOString(),
      })
    : updateDue(dueDiscount, "SET stripeTries = :tries REMOVE duePk, dueSk", { ":tries": tries });
