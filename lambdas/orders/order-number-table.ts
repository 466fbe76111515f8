/**
 * The order numbers that customers and admins see.
 * | item | pk | sk |
 * | the last number that was given | ORDER_NUMBER | LAST |
 * | a paid order by the mailbox of its customer and its number | MAILBOX#<hash> | NUMBER#<number> |
 */
import { DeleteCommand, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { toOrderNumber } from "../../shared/order-number.ts";
import { firstOrderNumber } from "../../shared/site/order-number.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { mailboxPk } from "../mail/undeliverable-table.ts";
import type { StoredOrder } from "./stored-order.ts";

const Counter = z.object({ last: z.int() });

/**
 * A number that no other order has. Writes outside of a transaction, because DynamoDB would refuse simultaneous
 * transactions, but makes simultaneous updates wait. A number is lost when the checkout fails after this call.
 */
export async function takeNextOrderNumber(): Promise<string> {
  const { Attributes } = await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: "ORDER_NUMBER", sk: "LAST" },
      UpdateExpression: "SET #last = if_not_exists(#last, :before) + :one",
      ExpressionAttributeNames: { "#last": "last" },
      ExpressionAttributeValues: { ":before": firstOrderNumber - 1, ":one": 1 },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return toOrderNumber(z.parse(Counter, Attributes).last);
}

const skOf = (orderNumber: string): string => `NUMBER#${orderNumber}`;
/** The key of the item by which the customer finds a paid order. */
export const numberKey = (email: string, orderNumber: string) => ({
  pk: mailboxPk(email),
  sk: skOf(orderNumber),
});

type NumberedOrder = Pick<StoredOrder, "orderId" | "orderNumber" | "billingInfo">;

/** The write of the item by which the customer finds a paid order. Empty for an order without a number or an email. */
export function putNumber({
  orderId,
  orderNumber,
  billingInfo,
}: NumberedOrder): TransactionWrite<"number">[] {
  if (orderNumber === undefined || !billingInfo) return [];
  const Item = { ...numberKey(billingInfo.email, orderNumber), orderId };
  return [{ name: "number", Put: { TableName: tableName(), Item } }];
}

const Pointer = z.object({ orderId: z.string() });

export async function findOrderIdInMailbox(
  mailboxPartition: string,
  orderNumber: string,
): Promise<string | undefined> {
  const Key = { pk: mailboxPartition, sk: skOf(orderNumber) };
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item && z.parse(Pointer, Item).orderId;
}

export async function deleteNumber({ orderNumber, billingInfo }: NumberedOrder): Promise<void> {
  if (orderNumber === undefined || !billingInfo) return;
  const Key = numberKey(billingInfo.email, orderNumber);
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key }));
}
