/**
 * The personal data in the deliveries of delivery-table.ts, and a mark for each order whose data was erased.
 * | item | pk | sk |
 * | mark of an order whose data was erased; deleted by TTL | WEBHOOKS#ERASED#<order> | ERASED |
 */
import { GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { isPersonalEvent, PERSONAL_EVENTS } from "../../shared/event-kinds.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseStored } from "../lib/parse-item.ts";
import { readItems } from "../lib/read-items.ts";
import { updateItem } from "../lib/update-item.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import {
  DELIVERY_PREFIX,
  deliveryKey,
  endpointPartition,
  StoredDelivery,
  ttlAfter,
} from "./delivery-table.ts";

/** As long as an OrderContact can wait in queues: 14 days in a dead-letter queue and 4 in a queue. */
const ERASED_DAYS = 18;

const erasedKeyOf = (orderId: string) => ({ pk: `WEBHOOKS#ERASED#${orderId}`, sk: "ERASED" });

/** Records that an order's personal data must no longer be sent. */
export async function markOrderErased(orderId: string, now: Date): Promise<void> {
  const Item = { ...erasedKeyOf(orderId), ttl: ttlAfter(now, ERASED_DAYS) };
  await documentClient().send(new PutCommand({ TableName: tableName(), Item }));
}

export async function isOrderErased(orderId: string): Promise<boolean> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: erasedKeyOf(orderId), ConsistentRead: true }),
  );
  return Item !== undefined;
}

/** The ids of an endpoint's waiting deliveries, in pages; if `orderId` is given, only those of this order. */
async function* readWaitingIds(webhookId: string, orderId: string | undefined): AsyncGenerator<string[]> {
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: "due",
        KeyConditionExpression: "duePk = :pk",
        ExpressionAttributeValues: { ":pk": endpointPartition(webhookId) },
        Limit: 50,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    );
    ExclusiveStartKey = page.LastEvaluatedKey;
    // The index key is <next try>#<order>#<sequence>#<event id>.
    yield (page.Items ?? [])
      .filter(({ dueSk }) => orderId === undefined || String(dueSk).split("#", 2)[1] === orderId)
      .map(({ sk }) => String(sk).slice(DELIVERY_PREFIX.length));
  } while (ExclusiveStartKey);
}

/**
 * Deletes the personal data from an endpoint's waiting deliveries; if `orderId` is given, only from those of this order. A
 * delivery that had personal data is not sent any more; the others are.
 */
export async function deleteContacts(webhookId: string, orderId?: string): Promise<void> {
  for await (const ids of readWaitingIds(webhookId, orderId))
    await waitForAll(ids.map((id) => deleteContact(webhookId, id)));
}

const deleteContact = (webhookId: string, id: string) =>
  updateItem({
    Key: deliveryKey(webhookId, id),
    // `claimedUntil` is removed so that a try in progress cannot record its answer.
    UpdateExpression: "SET #state = :failed REMOVE #body, duePk, dueSk, claimedUntil",
    ConditionExpression: "contains(:personal, #type)",
    ExpressionAttributeNames: { "#state": "state", "#body": "body", "#type": "type" },
    ExpressionAttributeValues: { ":failed": "failed", ":personal": PERSONAL_EVENTS },
  });

/**
 * The personal data of an order in an endpoint's deliveries that wait to be sent. A delivery that was deleted after the index
 * was read is left out.
 */
export async function readContactsInUnsentDeliveries(webhookId: string, orderId: string): Promise<unknown[]> {
  const contacts: unknown[] = [];
  for await (const ids of readWaitingIds(webhookId, orderId))
    for (const item of await readItems(ids.map((id) => deliveryKey(webhookId, id)))) {
      const { type, body } = parseStored(StoredDelivery, item);
      if (isPersonalEvent(type) && body !== undefined) contacts.push(JSON.parse(body));
    }
  return contacts;
}
