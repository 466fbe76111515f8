/**
 * Offline check-ins with tickets that the shop did not have.
 * | item | pk | sk |
 * | scan; deleted by TTL KEEP_DAYS after its report | TICKETS#<product id> | UNKNOWN#<check-in id> |
 */
import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { UnknownScan } from "../../shared/tickets/unknown-scans.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { parseValid } from "../lib/parse-item.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";

/** As long as tickets are kept after their event. */
const KEEP_DAYS = 90;
const PREFIX = "UNKNOWN#";

const partitionOf = (productId: string): string => `TICKETS#${productId}`;

/**
 * Stores a scan once for each id. The report that a scan was undone replaces an earlier report, and is never replaced.
 */
export async function putUnknownScan(productId: string, scan: UnknownScan, now: Date): Promise<void> {
  // From the report on, because the device's clock may have been years behind at the scan.
  const ttl = toEpochSeconds(now) + KEEP_DAYS * 86_400;
  const Item = { pk: partitionOf(productId), sk: PREFIX + scan.id, ...scan, ttl };
  const put = { TableName: tableName(), Item, ConditionExpression: "attribute_not_exists(undoneAt)" };
  await isConditionMet(documentClient().send(new PutCommand(put)));
}

/** DynamoDB returns at most 1 MB, which is several thousand scans. */
export async function readUnknownScans(productId: string): Promise<UnknownScan[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :event AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":event": partitionOf(productId), ":prefix": PREFIX },
    }),
  );
  return parseValid(UnknownScan, Items);
}
