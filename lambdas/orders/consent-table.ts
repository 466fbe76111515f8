/**
 * The orders with which a mailbox consented to the newsletter. Only a hash of the address is stored, as in
 * undeliverable-table.ts.
 * | item | pk | sk |
 * | an order with a consent; deleted by TTL while unpaid | MAILBOX#<hash> | CONSENT#<order id> |
 */
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { queryAll } from "../lib/query-all.ts";
import { mailboxPk } from "../mail/undeliverable-table.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { KEEP_UNPAID_SECONDS } from "./order-table.ts";
import type { StoredOrder } from "./stored-order.ts";

const CONSENT = "CONSENT#";

/** The key of the item by which a withdrawal finds an order with a consent. */
export const consentKey = (email: string, orderId: string) => ({
  pk: mailboxPk(email),
  sk: CONSENT + orderId,
});

type ConsentFields = Pick<StoredOrder, "orderId" | "billingInfo" | "marketingConsent" | "consentWaits">;

/**
 * The write of the item by which a withdrawal finds the order. Empty if the order has no consent. In the state 'unpaid', the
 * item has a TTL.
 */
export function putConsent(
  { orderId, billingInfo, marketingConsent, consentWaits }: ConsentFields,
  state: "unpaid" | "paid",
  now: Date,
): TransactionWrite<"consent">[] {
  if ((!marketingConsent && !consentWaits) || !billingInfo) return [];
  const ttl = state === "unpaid" ? { ttl: toEpochSeconds(now) + KEEP_UNPAID_SECONDS } : {};
  const Item = { ...consentKey(billingInfo.email, orderId), ...ttl };
  return [{ name: "consent", Put: { TableName: tableName(), Item } }];
}

export async function readOrderIdsWithConsent(email: string): Promise<string[]> {
  const items = await queryAll({
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :consent)",
    ExpressionAttributeValues: { ":pk": mailboxPk(email), ":consent": CONSENT },
    ConsistentRead: true,
  });
  return items.map(({ sk }) => String(sk).slice(CONSENT.length));
}

export async function deleteConsent(email: string, orderId: string): Promise<void> {
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: consentKey(email, orderId) }));
}
