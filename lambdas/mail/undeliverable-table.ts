/**
 * Addresses to which the shop sends no more mail. Only a hash of the address is stored.
 * | item | pk | sk |
 * | an address | MAILBOX#<SHA-256 of `mailbox:<address>`> | UNDELIVERABLE |
 */
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Undeliverable } from "../../shared/order.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { hash } from "../lib/ids.ts";

/** The partition of a mailbox. Addresses that differ only in case have the same partition. */
export const mailboxPk = (address: string): string =>
  `MAILBOX#${hash(`mailbox:${address.trim().toLowerCase()}`)}`;

const keyOf = (address: string) => ({ pk: mailboxPk(address), sk: "UNDELIVERABLE" });

/** Records a bounce or complaint at `since` (ISO). The first record stays. */
export async function recordUndeliverable(address: string, { reason, since }: Undeliverable): Promise<void> {
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keyOf(address),
      UpdateExpression:
        "SET #reason = if_not_exists(#reason, :reason), #since = if_not_exists(#since, :since)",
      ExpressionAttributeNames: { "#reason": "reason", "#since": "since" },
      ExpressionAttributeValues: { ":reason": reason, ":since": since },
    }),
  );
}

export async function findUndeliverable(address: string): Promise<Undeliverable | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(address), ConsistentRead: true }),
  );
  return Item && z.parse(Undeliverable, Item);
}
