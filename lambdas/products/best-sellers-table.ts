/**
 * The products that sold best, ranked every ten minutes, so that a read of the catalog does not read the analytics.
 * | item | pk | sk |
 * | the best sellers | BEST_SELLERS | BEST_SELLERS |
 */
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";

const key = { pk: "BEST_SELLERS", sk: "BEST_SELLERS" };

/** `ids`: the product with the most sold pieces first. `rankedAt` in ms since 1970. */
const BestSellers = z.object({ ids: z.array(z.string()), rankedAt: z.number() });
type BestSellers = z.infer<typeof BestSellers>;

/** Undefined until the first ranking, and if the item cannot be read as a ranking. */
export async function getBestSellers(): Promise<BestSellers | undefined> {
  const { Item } = await documentClient().send(new GetCommand({ TableName: tableName(), Key: key }));
  return z.safeParse(BestSellers, Item).data;
}

export async function putBestSellers(bestSellers: BestSellers): Promise<void> {
  await documentClient().send(new PutCommand({ TableName: tableName(), Item: { ...key, ...bestSellers } }));
}
