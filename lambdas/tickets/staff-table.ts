/**
 * The log of who was invited to or removed from the door staff (Cognito group `door`).
 * | item | pk | sk |
 * | change; deleted by TTL after KEEP_DAYS | STAFF | <at>#<id> |
 */
import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import { StaffChange } from "../../shared/api-tickets.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { newId } from "../lib/ids.ts";
import { parseValid } from "../lib/parse-item.ts";

const PARTITION = "STAFF";
/** Two years. Questions about who could let people in are asked soon after an event. */
const KEEP_DAYS = 730;
/**
 * How many changes are read. The back office shows them, and `listStaff` finds in them since when a person is
 * on the staff.
 */
const MAX_CHANGES = 100;

type Change = z.infer<typeof StaffChange>;

export async function putStaffChange(change: Change): Promise<void> {
  const time = Date.parse(change.at);
  const ttl = toEpochSeconds(time) + KEEP_DAYS * 86_400;
  const Item = { pk: PARTITION, sk: `${change.at}#${newId("stf", time)}`, ...change, ttl };
  await documentClient().send(new PutCommand({ TableName: tableName(), Item }));
}

/** The latest MAX_CHANGES changes, newest first. */
export async function readLatestStaffChanges(): Promise<Change[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :staff",
      ExpressionAttributeValues: { ":staff": PARTITION },
      ScanIndexForward: false,
      Limit: MAX_CHANGES,
      ConsistentRead: true,
    }),
  );
  return parseValid(StaffChange, Items);
}
