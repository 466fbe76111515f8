/**
 * What Stripe tells of a payment before any order has it: a dispute or a refund that was faster than the session.
 * | item | pk | sk |
 * | event that waits for its payment, gone by TTL when the payment is never the shop's | PAYMENT#<pi_…> | PARKED#<evt_…> |
 */
import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { MoneyEvent } from "./money-event.ts";

/** Longer than Stripe retries (3 days) and than a dead letter waits (14 days). Seconds. */
const KEEP = 30 * 86_400;
const pk = (paymentIntentId: string): string => `PAYMENT#${paymentIntentId}`;

/** Keeps an event for its payment. The same event again changes nothing. */
export async function parkEvent(event: MoneyEvent, now: Date): Promise<void> {
  const key = { pk: pk(event.paymentIntentId), sk: `PARKED#${event.id}` };
  await documentClient().send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...key, event, ttl: Math.floor(+now / 1000) + KEEP },
    }),
  );
}

const Parked = z.object({ event: MoneyEvent });

/** The events that wait for a payment, those over their TTL left out. */
export async function parkedEvents(paymentIntentId: string, now: Date): Promise<MoneyEvent[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :parked)",
      FilterExpression: "#ttl > :now",
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: {
        ":pk": pk(paymentIntentId),
        ":parked": "PARKED#",
        ":now": Math.floor(+now / 1000),
      },
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => z.parse(Parked, item).event);
}
