/** Tries of the deliveries in delivery-table.ts. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { isPersonalEvent } from "../../shared/event-kinds.ts";
import { DELIVERY_DAYS, type WebhookDelivery, type DeliveryTry } from "../../shared/webhooks.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { parseStored } from "../lib/parse-item.ts";
import { updateItem } from "../lib/update-item.ts";
import {
  DELIVERY_PREFIX,
  dueSkOf,
  deliveryKey,
  endpointPartition,
  StoredDelivery,
  ttlAfter,
} from "./delivery-table.ts";

/** Longer than a try. If the function crashes, the delivery can be claimed again after this time. */
const CLAIM_SECONDS = 30;

const subjectOf = (dueSk: string): string => dueSk.slice(dueSk.indexOf("#") + 1);

/** A delivery, with its index key if it waits. */
export type DeliveryKey = { id: string; dueSk?: string | undefined };

/** An endpoint's deliveries that are due at `now`, at most `limit`. The deliveries of one order are sorted by sequence. */
export async function readDueDeliveries(webhookId: string, now: Date, limit: number): Promise<DeliveryKey[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: "due",
      KeyConditionExpression: "duePk = :pk AND dueSk < :now",
      ExpressionAttributeValues: { ":pk": endpointPartition(webhookId), ":now": now.toISOString() },
      Limit: limit,
    }),
  );
  return Items.map(({ sk, dueSk }) => ({
    id: String(sk).slice(DELIVERY_PREFIX.length),
    dueSk: String(dueSk),
  })).sort((a, b) => (subjectOf(a.dueSk) < subjectOf(b.dueSk) ? -1 : 1));
}

/** `isInterrupted`: the previous try ended without a record of its answer. */
export type ClaimedDelivery = StoredDelivery & { claimedUntil: number; isInterrupted: boolean };

/**
 * Claims a delivery for one try. With `mustBeDue`, claims the delivery only if it was not delivered, failed or
 * rescheduled since it was read. Undefined if the delivery could not be claimed, for example because another function
 * tries it.
 */
export async function claimDelivery(
  webhookId: string,
  { id, dueSk }: DeliveryKey,
  { now, mustBeDue }: { now: Date; mustBeDue: boolean },
): Promise<ClaimedDelivery | undefined> {
  const claimedUntil = toEpochSeconds(now) + CLAIM_SECONDS;
  const { ok, item } = await updateItem({
    Key: deliveryKey(webhookId, id),
    UpdateExpression: "SET claimedUntil = :until",
    ConditionExpression: [
      "attribute_exists(pk)",
      "(attribute_not_exists(claimedUntil) OR claimedUntil < :now)",
      ...(mustBeDue ? ["dueSk = :dueSk"] : []),
    ].join(" AND "),
    ExpressionAttributeValues: {
      ":until": claimedUntil,
      ":now": toEpochSeconds(now),
      ...(mustBeDue && { ":dueSk": dueSk ?? "" }),
    },
    ReturnValues: "ALL_OLD",
  });
  if (!ok || !item) return undefined;
  const deliveryBefore = parseStored(StoredDelivery, item);
  return { ...deliveryBefore, claimedUntil, isInterrupted: deliveryBefore.claimedUntil !== undefined };
}

type TryOutcome = {
  state: WebhookDelivery["state"];
  retryAt: Date | undefined;
  now: Date;
  /** False if nothing was sent. */
  wasTried: boolean;
};

/**
 * Records a try of a claimed delivery, or the reason why nothing was sent. `retryAt` is undefined if the delivery is
 * not tried again; then personal data is deleted from it. Returns the delivery; undefined if the claim has expired and another
 * function has claimed the delivery since, or if its personal data was deleted.
 */
export async function recordTry(
  webhookId: string,
  { id, type, dueSk, claimedUntil }: ClaimedDelivery,
  lastTry: DeliveryTry,
  { state, retryAt, now, wasTried }: TryOutcome,
): Promise<StoredDelivery | undefined> {
  const isOver = retryAt === undefined;
  const mustDeleteBody = isOver && isPersonalEvent(type);
  const removedNames = [
    "claimedUntil",
    ...(isOver ? ["duePk", "dueSk"] : []),
    ...(mustDeleteBody ? ["#body"] : []),
  ];
  const { ok, item } = await updateItem({
    Key: deliveryKey(webhookId, id),
    UpdateExpression:
      `SET #state = :state, lastTry = :try${isOver ? "" : ", dueSk = :dueSk"}${mustDeleteBody ? ", #ttl = :ttl" : ""} ` +
      `REMOVE ${removedNames.join(", ")} ADD tries :one`,
    ConditionExpression: "claimedUntil = :claimed",
    ExpressionAttributeNames: {
      "#state": "state",
      ...(mustDeleteBody && { "#ttl": "ttl", "#body": "body" }),
    },
    ExpressionAttributeValues: {
      ":state": state,
      ":try": lastTry,
      ":one": wasTried ? 1 : 0,
      ":claimed": claimedUntil,
      ...(!isOver && { ":dueSk": dueSkOf(retryAt, subjectOf(dueSk ?? "")) }),
      ...(mustDeleteBody && { ":ttl": ttlAfter(now, DELIVERY_DAYS) }),
    },
    ReturnValues: "ALL_NEW",
  });
  return ok && item ? parseStored(StoredDelivery, item) : undefined;
}
