/**
 * The code with which an order is picked up.
 * | item | pk | sk |
 * | code | ORDER#<id> | PICKUP |
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseStored } from "../lib/parse-item.ts";

const PickUp = z.object({ code: z.string() });

export const pickUpKey = (orderId: string) => ({ pk: `ORDER#${orderId}`, sk: "PICKUP" });

/** The order's code; undefined for an order without one. */
export async function getPickUpCode(orderId: string): Promise<string | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: pickUpKey(orderId), ConsistentRead: true }),
  );
  return Item && parseStored(PickUp, Item).code;
}
