import { isDeepStrictEqual } from "node:util";
import { apiMessages } from "../../shared/api-messages.ts";
import type { webhooksApi } from "../../shared/api-webhooks.ts";
import type { Body } from "../../shared/endpoint.ts";
import { MAX_WEBHOOKS, type Webhook, type WebhookChange, type WebhookInput } from "../../shared/webhooks.ts";
import { conflict, invalid, notFound } from "../lib/errors.ts";
import { idFromRequestId } from "../lib/ids.ts";
import { deleteContacts } from "./contact-table.ts";
import {
  deleteWebhook,
  findWebhook,
  getWebhook,
  putWebhook,
  readWebhooks,
  updateWebhookFields,
  replaceSecret,
  type ChangedBy,
  type StoredWebhook,
} from "./endpoint-table.ts";
import { newSecret } from "./signature.ts";
import { RefusedTarget, resolveTarget, type TargetRules } from "../lib/target.ts";

type WebhookWithSecret = { webhook: Webhook; secret: string };

/** Throws 400 if the shop does not send to the URL. */
async function checkUrl(url: string, rules: TargetRules): Promise<void> {
  await resolveTarget(url, rules).catch((error: unknown) => {
    throw error instanceof RefusedTarget ? invalid({ url: error.message }) : error;
  });
}

/**
 * Returns the endpoint that an earlier request with the same id has added, with its secret. Throws 409 if that endpoint has
 * another URL, description or selection of events.
 */
function requireSame(webhook: StoredWebhook, { url, description, types }: WebhookInput): WebhookWithSecret {
  const isSame =
    webhook.url === url &&
    webhook.description === description &&
    isDeepStrictEqual(webhook.types.toSorted(), types.toSorted());
  if (!isSame) throw conflict(apiMessages.webhookRequestReused);
  return { webhook, secret: webhook.secret };
}

/**
 * Adds an endpoint, once for each `requestId`. Throws 400 if the shop does not send to the URL; 409 if the shop already has
 * MAX_WEBHOOKS endpoints, or if the `requestId` was used for another endpoint.
 */
export async function createWebhook(
  { requestId, ...input }: Body<typeof webhooksApi.createWebhook>,
  by: ChangedBy,
  rules: TargetRules,
): Promise<WebhookWithSecret> {
  const id = idFromRequestId("whk", requestId);
  const earlierWebhook = await findWebhook(id);
  if (earlierWebhook) return requireSame(earlierWebhook, input);
  await checkUrl(input.url, rules);
  if ((await readWebhooks()).length >= MAX_WEBHOOKS)
    throw conflict(apiMessages.tooManyWebhooks(MAX_WEBHOOKS));
  const secret = newSecret();
  const createdAt = by.now.toISOString();
  const webhook: Webhook = {
    ...input,
    id,
    state: "active",
    createdAt,
    changedBy: by.admin,
    changedAt: createdAt,
  };
  const isNew = await putWebhook({
    ...webhook,
    secret,
    hasTakenContact: input.types.includes("OrderContact"),
  });
  return isNew ? { webhook, secret } : requireSame(await getWebhook(id), input);
}

/**
 * Changes an endpoint. If OrderContact is no longer selected, deletes the personal data from the waiting deliveries, also when a
 * request is repeated because the first one failed after the change. Throws 400 if the shop does not send to the URL; 404 for an
 * unknown endpoint; 409 if another admin has changed it since the form was opened.
 */
export async function updateWebhook(
  id: string,
  input: WebhookChange,
  by: ChangedBy,
  rules: TargetRules,
): Promise<Webhook> {
  await checkUrl(input.url, rules);
  const { types } = await getWebhook(id);
  const webhook = await updateWebhookFields(id, input, by);
  const mayHaveContacts = types.includes("OrderContact") || webhook.hasTakenContact === true;
  if (mayHaveContacts && !input.types.includes("OrderContact")) await deleteContacts(id);
  return webhook;
}

/**
 * Removes an endpoint, and deletes the personal data from its waiting deliveries. Throws 404 for an unknown endpoint, after
 * the personal data was deleted, so that a repetition finishes an interrupted removal.
 */
export async function removeWebhook(id: string): Promise<void> {
  const wasKnown = await deleteWebhook(id);
  await deleteContacts(id);
  if (!wasKnown) throw notFound(apiMessages.webhookRemoved);
}

/**
 * Makes a new secret, once for each `requestId`. Throws 404 for an unknown endpoint; 409 if another request renews the secret at
 * the same time.
 */
export async function renewSecret(id: string, requestId: string, by: ChangedBy): Promise<WebhookWithSecret> {
  const storedWebhook = await getWebhook(id);
  if (storedWebhook.secretRequestId === requestId)
    return { webhook: storedWebhook, secret: storedWebhook.secret };
  const webhook = await replaceSecret(storedWebhook, { secret: newSecret(), requestId }, by);
  return { webhook, secret: webhook.secret };
}
