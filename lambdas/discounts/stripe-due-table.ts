/**
 * The discounts that Stripe has to be told about: new ones, and those that an admin has ended. They are in the index `due`:
 * | duePk | dueSk |
 * | DISCOUNTS | when to try next |
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseValid } from "../lib/parse-item.ts";
import { updateItem } from "../lib/update-item.ts";
import { discountKey, DISCOUNTS } from "./discount-table.ts";

const DueDiscount = z.object({ sk: z.string(), dueSk: z.string() });
export type DueDiscount = { id: string; dueSk: string };

/** The discounts that are due before `now`, the oldest first, at most `limit`. */
export async function dueDiscounts(now: Date, limit: number): Promise<DueDiscount[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: "due",
      KeyConditionExpression: "duePk = :discounts AND dueSk <= :now",
      ExpressionAttributeValues: { ":discounts": DISCOUNTS, ":now": now.toISOString() },
      Limit: limit,
    }),
  );
  return parseValid(DueDiscount, Items).map(({ sk, dueSk }) => ({ id: sk.replace("DISCOUNT#", ""), dueSk }));
}

/** A discount that an admin has ended meanwhile has another `dueSk`, and stays due. */
const updateDue = ({ id, dueSk }: DueDiscount, change: string, values: Record<string, unknown> = {}) =>
  updateItem({
    Key: discountKey(id),
    UpdateExpression: change,
    ConditionExpression: "dueSk = :seen",
    ExpressionAttributeValues: { ":seen": dueSk, ...values },
  });

/** Stripe has the discount as it is. */
export const markInStripe = (due: DueDiscount) =>
  updateDue(due, "SET isInStripe = :yes REMOVE duePk, dueSk, stripeTries", { ":yes": true });

/** Has Stripe told again at `next`; never if undefined. `tries`: how often it failed. */
export const postponeDue = (due: DueDiscount, tries: number, next: Date | undefined) =>
  next
    ? updateDue(due, "SET stripeTries = :tries, dueSk = :next", {
        ":tries": tries,
        ":next": next.toISOString(),
      })
    : updateDue(due, "SET stripeTries = :tries REMOVE duePk, dueSk", { ":tries": tries });
