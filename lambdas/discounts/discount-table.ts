/**
 * Discounts and their codes.
 * | item | pk | sk | index `due` |
 * | discount, with its codes | DISCOUNTS | DISCOUNT#<id> | DISCOUNTS, while it must be updated at Stripe |
 * | code; if it has a limit, with how often it is taken: held or paid | CODE#<code> | CODE | |
 * | how often a customer has taken a code; deleted when no use is left, or by TTL | CODE#<code> | CUSTOMER#<hash of the mail address> | |
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Discount } from "../../shared/discounts.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseStored, parseValid } from "../lib/parse-item.ts";
import { queryAll } from "../lib/query-all.ts";
import { readItems } from "../lib/read-items.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { updateItem } from "../lib/update-item.ts";

export const DISCOUNTS = "DISCOUNTS";
export const discountKey = (id: string) => ({ pk: DISCOUNTS, sk: `DISCOUNT#${id}` });
export const codeKey = (code: string) => ({ pk: `CODE#${code}`, sk: "CODE" });
export const customerKey = (code: string, customerHash: string) => ({
  pk: `CODE#${code}`,
  sk: `CUSTOMER#${customerHash}`,
});

export const StoredDiscount = z.extend(Discount, {
  codes: z.array(z.string()),
  /** How often the update of the discount at Stripe has failed. */
  stripeTries: z.optional(z.int()),
});
export type StoredDiscount = z.infer<typeof StoredDiscount>;

export const CodeItem = z.object({
  code: z.string(),
  discountId: z.string(),
  limit: z.optional(z.int()),
  /** The number of held and paid uses; 0 for a code without a limit. */
  taken: z.int(),
});
export type CodeItem = z.infer<typeof CodeItem>;

export const putDiscount = (discount: StoredDiscount): TransactionWrite<"discount"> => ({
  name: "discount",
  Put: {
    TableName: tableName(),
    Item: { ...discountKey(discount.id), duePk: DISCOUNTS, dueSk: discount.createdAt, ...discount },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

export const putCode = ({ limit, ...item }: CodeItem): TransactionWrite<"code"> => ({
  name: "code",
  Put: {
    TableName: tableName(),
    Item: { ...codeKey(item.code), ...item, ...(limit === undefined ? {} : { limit }) },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** All discounts, the newest first. */
export async function readDiscounts(): Promise<StoredDiscount[]> {
  const items = await queryAll({
    KeyConditionExpression: "pk = :discounts",
    ExpressionAttributeValues: { ":discounts": DISCOUNTS },
  });
  return parseValid(StoredDiscount, items).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Throws UnreadableItem if the discount does not match its schema. */
export async function getDiscount(id: string): Promise<StoredDiscount | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: discountKey(id), ConsistentRead: true }),
  );
  return Item && parseStored(StoredDiscount, Item);
}

export async function getCode(code: string): Promise<CodeItem | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: codeKey(code), ConsistentRead: true }),
  );
  return Item && z.parse(CodeItem, Item);
}

/** How often a customer has taken a code. */
export async function readCustomerUses(code: string, customerHash: string): Promise<number> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: customerKey(code, customerHash), ConsistentRead: true }),
  );
  return Item ? z.parse(z.object({ taken: z.int() }), Item).taken : 0;
}

/** The codes with a limit among `codes` that are held or paid. Throws 503 if DynamoDB leaves keys unread. */
export async function readTakenCodes(codes: readonly string[]): Promise<Set<string>> {
  const items = (await readItems(codes.map(codeKey))).map((item) => z.parse(CodeItem, item));
  return new Set(items.flatMap(({ code, taken }) => (taken > 0 ? [code] : [])));
}

/** Ends a discount and schedules its update at Stripe. Idempotent. Returns the discount; undefined if there is none. */
export async function endDiscount(id: string, now: Date): Promise<StoredDiscount | undefined> {
  const { item } = await updateItem({
    Key: discountKey(id),
    UpdateExpression:
      "SET endedAt = if_not_exists(endedAt, :now), isInStripe = :no, duePk = :duePk, dueSk = :now REMOVE stripeTries",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":now": now.toISOString(), ":no": false, ":duePk": DISCOUNTS },
    ReturnValues: "ALL_NEW",
  });
  return item && parseStored(StoredDiscount, item);
}
