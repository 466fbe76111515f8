/**
 * The requests that have added a product, so that a repeated request adds no second product.
 * | item | pk | sk |
 * | the product of a request; deleted by TTL | ADDED#<request id> | ADDED |
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import type { TransactionWrite } from "../lib/transact.ts";

/** An admin repeats a request while its form is open. */
const KEEP_SECONDS = 7 * 86_400;

const keyOf = (requestId: string) => ({ pk: `ADDED#${requestId}`, sk: "ADDED" });

/** The product that a request has added, and the hash of the request. */
const AddRequest = z.object({ productId: z.string(), contentHash: z.string() });
export type AddRequest = z.infer<typeof AddRequest>;

export async function getAddRequest(requestId: string): Promise<AddRequest | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(requestId), ConsistentRead: true }),
  );
  return Item && z.parse(AddRequest, Item);
}

/** The write that records a request; fails if the request was recorded before. */
export const putAddRequest = (
  requestId: string,
  request: AddRequest,
  now: Date,
): TransactionWrite<"request"> => ({
  name: "request",
  Put: {
    TableName: tableName(),
    Item: { ...keyOf(requestId), ...request, ttl: toEpochSeconds(now) + KEEP_SECONDS },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});
