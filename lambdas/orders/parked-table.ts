/**
 * Events about refunds, disputes and early fraud warnings that arrived before their payment was recorded. Some of them are about
 * payments of other applications. All events stay until their TTL, also after they were applied.
 * | item | pk | sk |
 * | event that came before its payment; deleted by TTL | PAYMENT#<pi_…> | PARKED#<evt_…> |
 */
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { queryAll } from "../lib/query-all.ts";
import { RefundOrDisputeEvent } from "./refund-or-dispute.ts";

/** How long an event is kept: longer than Stripe retries (3 days) and longer than dead letters are kept (14 days). */
const KEEP_SECONDS = 30 * 86_400;
const pkOf = (paymentIntentId: string): string => `PAYMENT#${paymentIntentId}`;

/** Idempotent. */
export async function parkEvent(event: RefundOrDisputeEvent, now: Date): Promise<void> {
  const key = { pk: pkOf(event.paymentIntentId), sk: `PARKED#${event.id}` };
  await documentClient().send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...key, event, ttl: toEpochSeconds(now) + KEEP_SECONDS },
    }),
  );
}

const ParkedItem = z.object({ event: RefundOrDisputeEvent });

/** The events that came before a payment, also those that were applied since, without expired ones. */
export async function readParkedEvents(paymentIntentId: string, now: Date): Promise<RefundOrDisputeEvent[]> {
  const items = await queryAll({
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :parked)",
    FilterExpression: "#ttl > :now",
    ExpressionAttributeNames: { "#ttl": "ttl" },
    ExpressionAttributeValues: {
      ":pk": pkOf(paymentIntentId),
      ":parked": "PARKED#",
      ":now": toEpochSeconds(now),
    },
    ConsistentRead: true,
  });
  return items.map((item) => z.parse(ParkedItem, item).event);
}
