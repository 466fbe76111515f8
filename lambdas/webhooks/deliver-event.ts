import { isPersonalEvent } from "../../shared/event-kinds.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { deleteContacts, isOrderErased, markOrderErased } from "./contact-table.ts";
import { recordDelivery } from "./delivery-table.ts";
import { readWebhooks, type StoredWebhook } from "./endpoint-table.ts";
import { firstRetryAt } from "./retry-rules.ts";
import { isSubscribedTo } from "./subscribed-events.ts";
import type { TargetRules } from "../lib/target.ts";
import { tryDelivery } from "./try-delivery.ts";

/**
 * Records an event for each active endpoint that is subscribed to its type, and sends the event. Does nothing for an
 * event that was recorded before. After OrderErased, the order's personal data is no longer sent. OrderErased is also
 * recorded for paused endpoints, and sent when they are resumed.
 */
export async function deliverEvent(event: ShopEvent, now: Date, rules: TargetRules): Promise<void> {
  if (isPersonalEvent(event.type) && "orderId" in event && (await isOrderErased(event.orderId))) return;
  const webhooks = await readWebhooks();
  if (event.type === "OrderErased") {
    await markOrderErased(event.orderId, now);
    await waitForAll(webhooks.map(({ id }) => deleteContacts(id, event.orderId)));
  }
  const webhooksToSend = webhooks.filter(
    (webhook) =>
      isSubscribedTo(webhook, event.type) && (webhook.state === "active" || event.type === "OrderErased"),
  );
  await waitForAll(webhooksToSend.map((webhook) => deliverTo(webhook, event, now, rules)));
}

/**
 * Sends the event immediately, unless the endpoint fails, is slow or is paused. The schedule sends the events of a
 * failing or slow endpoint one after another, and the events of a paused endpoint after the endpoint is resumed.
 */
async function deliverTo(
  webhook: StoredWebhook,
  event: ShopEvent,
  now: Date,
  rules: TargetRules,
): Promise<void> {
  const { state, failingSince, isSlow = false } = webhook;
  const isSentBySchedule = state === "paused" || failingSince !== undefined || isSlow;
  const dueAt = isSentBySchedule ? now : firstRetryAt(now);
  const delivery = await recordDelivery(webhook.id, event, { now, dueAt });
  if (delivery && !isSentBySchedule) await tryDelivery(webhook, delivery, { rules, isManual: false });
}
