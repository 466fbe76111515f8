import { apiMessages } from "../../shared/api-messages.ts";
import { TEST_EVENT, type WebhookDelivery } from "../../shared/webhooks.ts";
import { conflict } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { getDelivery, recordDelivery, toDelivery, type StoredDelivery } from "./delivery-table.ts";
import { getWebhook, type StoredWebhook } from "./endpoint-table.ts";
import { isSubscribedTo } from "./subscribed-events.ts";
import type { TargetRules } from "../lib/target.ts";
import { tryDelivery } from "./try-delivery.ts";

async function sendNow(
  webhook: StoredWebhook,
  delivery: StoredDelivery,
  rules: TargetRules,
): Promise<WebhookDelivery> {
  const triedDelivery = await tryDelivery(webhook, delivery, { rules, isManual: true });
  if (!triedDelivery) throw conflict(apiMessages.deliveryBusy);
  return toDelivery(triedDelivery);
}

/**
 * Sends a WebhookTest event, which has no effect. Works while the endpoint is paused. Throws 404 for an unknown endpoint; 409
 * if another function is sending the event.
 */
export async function sendTestEvent(
  webhookId: string,
  now: Date,
  rules: TargetRules,
): Promise<WebhookDelivery> {
  const webhook = await getWebhook(webhookId);
  const event = { id: newId("evt", +now), type: TEST_EVENT, version: 1, time: now.toISOString() } as const;
  // The event is due only in a minute, so that the schedule does not send it at the same time.
  const dueAt = new Date(+now + 60_000);
  const delivery = await recordDelivery(webhookId, event, { now, dueAt });
  if (!delivery) throw new Error(`The event ${event.id} already exists`);
  return sendNow(webhook, delivery, rules);
}

/**
 * Sends an event once more, also one that was delivered. Throws 404 for an unknown endpoint or delivery; 409 if the event's
 * personal data was deleted, if the endpoint is not subscribed to its type, or if another function is sending it.
 */
export async function sendDeliveryAgain(
  webhookId: string,
  id: string,
  rules: TargetRules,
): Promise<WebhookDelivery> {
  const [webhook, delivery] = await Promise.all([getWebhook(webhookId), getDelivery(webhookId, id)]);
  if (delivery.body === undefined) throw conflict(apiMessages.deliveryForgotten);
  if (delivery.type !== TEST_EVENT && !isSubscribedTo(webhook, delivery.type))
    throw conflict(apiMessages.deliveryNotChosen);
  return sendNow(webhook, delivery, rules);
}
