/**
 * The codes of orders to pick up.
 * | item | pk | sk |
 * | code of an order to pick up | ORDER#<id> | PICKUP |
 */
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";
import { isKeyEnded, signWithNewestKey } from "./keys.ts";

const keyOf = (orderId: string) => ({ pk: `ORDER#${orderId}`, sk: "PICKUP" });
const PickUp = z.object({ code: z.string() });

/** The code of an order to pick up; undefined if it has none. */
export async function getPickUpCode(orderId: string): Promise<string | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(orderId), ConsistentRead: true }),
  );
  return Item && z.parse(PickUp, Item).code;
}

/**
 * The code of an order to pick up. Makes a code if there is none, or if the key of the stored code was ended. A code whose key
 * the shop no longer has stays, because doors compare it with the stored code.
 */
export async function ensurePickUpCode(orderId: string, secretArn: string, now: Date): Promise<string> {
  const storedCode = await getPickUpCode(orderId);
  if (storedCode !== undefined && !(await isKeyEnded(storedCode, secretArn, now))) return storedCode;
  const { code } = await signWithNewestKey({ kind: "order", id: orderId, generation: 0 }, secretArn, now);
  const isStored = await isConditionMet(
    documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...keyOf(orderId), code, issuedAt: now.toISOString() },
        ...(storedCode === undefined
          ? { ConditionExpression: "attribute_not_exists(pk)" }
          : { ConditionExpression: "code = :before", ExpressionAttributeValues: { ":before": storedCode } }),
      }),
    ),
  );
  // If another function was faster, its code is used.
  return isStored ? code : ((await getPickUpCode(orderId)) ?? code);
}
