/**
 * The webhook endpoints, with their secrets.
 * | item | pk | sk |
 * | endpoint | WEBHOOKS | ENDPOINT#<id> |
 */
import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { apiMessages } from "../../shared/api-messages.ts";
import { Timestamp } from "../../shared/timestamp.ts";
import { OLD_SECRET_HOURS, Webhook, type WebhookChange } from "../../shared/webhooks.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { conflict, notFound } from "../lib/errors.ts";
import { parseStored, parseValid } from "../lib/parse-item.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";
import { updateItem, type UpdateResult } from "../lib/update-item.ts";

const ENDPOINTS = "WEBHOOKS";
const keyOf = (id: string) => ({ pk: ENDPOINTS, sk: `ENDPOINT#${id}` });

/** The most earlier secrets that deliveries are also signed with. Each makes the header with the signatures 68 characters longer. */
const MAX_OLD_SECRETS = 10;

export const StoredWebhook = z.extend(Webhook, {
  secret: z.string(),
  /** The id of the request that made the secret; absent for the first secret. */
  secretRequestId: z.optional(z.string()),
  /** True if the last answer took so long that the schedule sends the next events. */
  isSlow: z.optional(z.boolean()),
  /** When an admin last resumed the paused endpoint. */
  resumedAt: z.optional(Timestamp),
  /** True since OrderContact was first selected, also if it is deselected: the endpoint still has to get OrderErased. */
  hasTakenContact: z.optional(z.boolean()),
  /** Earlier secrets. Deliveries are also signed with each of them until its `until`. */
  oldSecrets: z.optional(z.array(z.object({ secret: z.string(), until: Timestamp }))),
});
export type StoredWebhook = z.infer<typeof StoredWebhook>;

/** All endpoints, the oldest first. */
export async function readWebhooks(): Promise<StoredWebhook[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :endpoints",
      ExpressionAttributeValues: { ":endpoints": ENDPOINTS },
      ConsistentRead: true,
    }),
  );
  return parseValid(StoredWebhook, Items).sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

export async function findWebhook(id: string): Promise<StoredWebhook | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(id), ConsistentRead: true }),
  );
  return Item && parseStored(StoredWebhook, Item);
}

/** Throws 404 for an unknown endpoint. */
export async function getWebhook(id: string): Promise<StoredWebhook> {
  const webhook = await findWebhook(id);
  if (!webhook) throw notFound(apiMessages.webhookRemoved);
  return webhook;
}

/** Stores a new endpoint; false if there is one with this id. */
export const putWebhook = (webhook: StoredWebhook): Promise<boolean> =>
  isConditionMet(
    documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...keyOf(webhook.id), ...webhook },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );

/**
 * Deletes an endpoint; false for an unknown endpoint. Reads the endpoint before, because the SDK repeats a deletion whose answer was
 * lost. With a condition in place of the read, the repeated deletion would fail, and the endpoint would seem unknown.
 */
export async function deleteWebhook(id: string): Promise<boolean> {
  const key = { TableName: tableName(), Key: keyOf(id) };
  const { Item } = await documentClient().send(new GetCommand({ ...key, ConsistentRead: true }));
  await documentClient().send(new DeleteCommand(key));
  return Item !== undefined;
}

type EndpointUpdate = { update: string; values?: Record<string, unknown>; condition?: string };

/** Updates an endpoint if it exists. All names are placeholders, because some are reserved words. */
const updateEndpoint = async (
  id: string,
  { update, values, condition }: EndpointUpdate,
): Promise<UpdateResult> => {
  const ConditionExpression = ["attribute_exists(#pk)", condition].filter(Boolean).join(" AND ");
  const names = [...new Set(`${update} ${ConditionExpression}`.match(/#\w+/g))];
  return updateItem({
    Key: keyOf(id),
    UpdateExpression: update,
    ConditionExpression,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [name, name.slice(1)])),
    ...(values && { ExpressionAttributeValues: values }),
    ReturnValues: "ALL_NEW",
  });
};

/** Throws 404 for an unknown endpoint. */
async function updateExistingEndpoint(id: string, endpointUpdate: EndpointUpdate): Promise<StoredWebhook> {
  const { ok, item } = await updateEndpoint(id, endpointUpdate);
  if (!ok || !item) throw notFound(apiMessages.webhookRemoved);
  return parseStored(StoredWebhook, item);
}

export type ChangedBy = { admin: string; now: Date };

const SET_CHANGED_BY = "SET #changedBy = :changedBy, #changedAt = :changedAt";
const changedByValues = ({ admin, now }: ChangedBy) => ({
  ":changedBy": admin,
  ":changedAt": now.toISOString(),
});

/**
 * Changes the fields of an endpoint. Throws 404 for an unknown endpoint. With `shown`, throws 409 if the endpoint has neither these
 * fields nor, since an earlier try, the new ones.
 */
export async function updateWebhookFields(
  id: string,
  { url, description, types, shown }: WebhookChange,
  by: ChangedBy,
): Promise<StoredWebhook> {
  const hasFields = (prefix: "shown" | "new") =>
    `(#url = :${prefix}Url AND #description = :${prefix}Description AND #types = :${prefix}Types)`;
  const { ok, item } = await updateEndpoint(id, {
    update:
      `${SET_CHANGED_BY}, #url = :newUrl, #description = :newDescription, #types = :newTypes` +
      (types.includes("OrderContact") ? ", #hasTakenContact = :true" : ""),
    values: {
      ...changedByValues(by),
      ":newUrl": url,
      ":newDescription": description,
      ":newTypes": types,
      ...(types.includes("OrderContact") && { ":true": true }),
      ...(shown && {
        ":shownUrl": shown.url,
        ":shownDescription": shown.description,
        ":shownTypes": shown.types,
      }),
    },
    ...(shown && { condition: `(${hasFields("shown")} OR ${hasFields("new")})` }),
  });
  // If the condition failed, `item` is the stored endpoint.
  if (!item) throw notFound(apiMessages.webhookRemoved);
  if (!ok) throw conflict(apiMessages.webhookChanged);
  return parseStored(StoredWebhook, item);
}

/** Throws 404 for an unknown endpoint. */
export const pauseWebhook = (id: string, by: ChangedBy): Promise<StoredWebhook> =>
  updateExistingEndpoint(id, {
    update: `${SET_CHANGED_BY}, #state = :paused, #pausedBy = :changedBy`,
    values: { ...changedByValues(by), ":paused": "paused" },
  });

/** Throws 404 for an unknown endpoint. */
export const resumeWebhook = (id: string, by: ChangedBy): Promise<StoredWebhook> =>
  updateExistingEndpoint(id, {
    update: `${SET_CHANGED_BY}, #state = :active, #resumedAt = :changedAt REMOVE #pausedBy, #failingSince`,
    values: { ...changedByValues(by), ":active": "active" },
  });

/**
 * Replaces the secret of an endpoint that was read. `requestId`: the id of the request. If the same request has replaced the secret
 * since, for example because the SDK repeated the write, the stored secret stays. Throws 409 if another request has replaced the
 * secret; 404 if the endpoint was removed.
 */
export async function replaceSecret(
  { id, secret: oldSecret, oldSecrets = [] }: StoredWebhook,
  { secret, requestId }: { secret: string; requestId: string },
  by: ChangedBy,
): Promise<StoredWebhook> {
  const now = +by.now;
  const until = new Date(now + OLD_SECRET_HOURS * 3_600_000).toISOString();
  const validSecrets = oldSecrets.filter(({ until: end }) => Date.parse(end) > now);
  const { ok, item } = await updateEndpoint(id, {
    update: `${SET_CHANGED_BY}, #secret = :secret, #secretRequestId = :requestId, #oldSecrets = :old`,
    values: {
      ...changedByValues(by),
      ":secret": secret,
      ":requestId": requestId,
      ":before": oldSecret,
      ":old": [{ secret: oldSecret, until }, ...validSecrets].slice(0, MAX_OLD_SECRETS),
    },
    condition: "#secret = :before",
  });
  // If the condition failed, `item` is the stored endpoint.
  if (!item) throw notFound(apiMessages.webhookRemoved);
  if (!ok && item["secretRequestId"] !== requestId) throw conflict(apiMessages.secretRenewed);
  return parseStored(StoredWebhook, item);
}

type EndpointOutcome = { isDelivered: boolean; isSlow: boolean };

/** Records the outcome of a try. Returns since when the endpoint fails; undefined after a success or for a removed endpoint. */
export async function recordTryOutcome(
  id: string,
  { isDelivered, isSlow }: EndpointOutcome,
  now: Date,
): Promise<Date | undefined> {
  const at = now.toISOString();
  const { item } = await updateEndpoint(id, {
    update: isDelivered
      ? "SET #lastTry = :try, #isSlow = :slow REMOVE #failingSince"
      : "SET #lastTry = :try, #isSlow = :slow, #failingSince = if_not_exists(#failingSince, :now)",
    values: { ":try": { at, isDelivered }, ":slow": isSlow, ...(!isDelivered && { ":now": at }) },
  });
  const failingSince = item?.["failingSince"];
  return typeof failingSince === "string" && !isDelivered ? new Date(failingSince) : undefined;
}

/** Pauses an endpoint without an admin, because it has failed for days; false if it was paused or removed already. */
export const pauseByShop = async (id: string): Promise<boolean> =>
  (
    await updateEndpoint(id, {
      update: "SET #state = :paused, #pausedBy = :shop",
      values: { ":paused": "paused", ":shop": "shop", ":active": "active" },
      condition: "#state = :active",
    })
  ).ok;
