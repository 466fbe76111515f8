import { isPersonalEvent } from "../../shared/event-kinds.ts";
import { alarmField } from "../../shared/log-alarms.ts";
import {
  isDeliveryAccepted,
  SIGNATURE_HEADER,
  TEST_EVENT,
  type WebhookDelivery,
  type DeliveryTry,
} from "../../shared/webhooks.ts";
import { log } from "../lib/log.ts";
import { isOrderErased } from "./contact-table.ts";
import { hasExpiredPersonalData, type StoredDelivery } from "./delivery-table.ts";
import { claimDelivery, recordTry, type ClaimedDelivery, type DeliveryKey } from "./delivery-tries-table.ts";
import { pauseByShop, recordTryOutcome, type StoredWebhook } from "./endpoint-table.ts";
import { postToEndpoint } from "./post-to-endpoint.ts";
import { hasFailedForDays, isSlow, nextRetryAt } from "./retry-rules.ts";
import { signatureOf } from "./signature.ts";
import { isSubscribedTo } from "./subscribed-events.ts";
import type { TargetRules } from "../lib/target.ts";

/** `isManual`: an admin started the try. A manual try that fails does not change the schedule of retries. */
type Options = { rules: TargetRules; isManual: boolean };

/** A delivery after `tryDelivery`. `wasTried`: false if nothing was sent, because the delivery must not be sent any more. */
type TriedDelivery = StoredDelivery & { wasTried: boolean };

const INTERRUPTED = { answer: "The shop was interrupted before it recorded the answer", milliseconds: 0 };

const secretsOf = ({ secret, oldSecrets = [] }: StoredWebhook, now: Date): string[] => [
  secret,
  ...oldSecrets.filter(({ until }) => Date.parse(until) > +now).map(({ secret: oldSecret }) => oldSecret),
];

/** The state of a delivery after a try at `now`, and when it is tried again. */
function stateAfter(
  { resumedAt }: StoredWebhook,
  { type, state, createdAt, dueSk }: StoredDelivery,
  isDelivered: boolean,
  { isManual }: Options,
  now: Date,
): { state: WebhookDelivery["state"]; retryAt: Date | undefined } {
  if (isDelivered) return { state: "delivered", retryAt: undefined };
  if (type === TEST_EVENT) return { state: "failed", retryAt: undefined };
  if (isManual)
    return { state, retryAt: dueSk === undefined ? undefined : new Date(dueSk.split("#", 1)[0] ?? "") };
  // After a pause, retries continue for a day after the endpoint was resumed.
  const start = resumedAt !== undefined && resumedAt > createdAt ? resumedAt : createdAt;
  const retryAt = nextRetryAt(new Date(start), now);
  return { state: retryAt ? "waiting" : "failed", retryAt };
}

/**
 * Sends a delivery once and records the answer. Returns the delivery; undefined if another function sends it, if it is no
 * longer due, or if its personal data was deleted.
 */
export async function tryDelivery(
  webhook: StoredWebhook,
  delivery: DeliveryKey,
  options: Options,
): Promise<TriedDelivery | undefined> {
  const now = new Date();
  const claimedDelivery = await claimDelivery(webhook.id, delivery, { now, mustBeDue: !options.isManual });
  if (claimedDelivery?.body === undefined) return undefined;
  const refusal = await findRefusal(webhook, claimedDelivery, now);
  if (refusal !== undefined)
    return recordRefusal(webhook, claimedDelivery, { at: now.toISOString(), ...refusal });
  // The interruption is recorded as a try, so that a delivery whose answer can never be recorded also fails after a
  // day.
  if (claimedDelivery.isInterrupted && !options.isManual)
    return recordAnswer(webhook, claimedDelivery, { at: now.toISOString(), ...INTERRUPTED }, options);
  const answer = await postToEndpoint({
    url: webhook.url,
    body: claimedDelivery.body,
    ...options.rules,
    mayStoreAnswer: !isPersonalEvent(claimedDelivery.type),
    headers: {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Shop-Webhooks/1",
      [SIGNATURE_HEADER]: signatureOf(claimedDelivery.body, secretsOf(webhook, now), now),
    },
  });
  return recordAnswer(webhook, claimedDelivery, { at: now.toISOString(), ...answer }, options);
}

/** The reason not to send a delivery, in the form of the try that is recorded instead; undefined if it may be sent. */
async function findRefusal(
  webhook: StoredWebhook,
  delivery: StoredDelivery,
  now: Date,
): Promise<Omit<DeliveryTry, "at"> | undefined> {
  const { type, orderId } = delivery;
  if (type !== TEST_EVENT && !isSubscribedTo(webhook, type))
    return { answer: "Not sent: the endpoint no longer takes this event", milliseconds: 0 };
  if (hasExpiredPersonalData(delivery, now))
    return {
      answer: "Not sent: the shop keeps a customer's data for this for two days",
      milliseconds: 0,
    };
  if (isPersonalEvent(type) && orderId !== undefined && (await isOrderErased(orderId)))
    return { answer: "Not sent: the customer's data was erased", milliseconds: 0 };
  return undefined;
}

async function recordRefusal(
  { id }: StoredWebhook,
  claimedDelivery: ClaimedDelivery,
  lastTry: DeliveryTry,
): Promise<TriedDelivery | undefined> {
  const tryOutcome = { state: "failed", retryAt: undefined, now: new Date(), wasTried: false } as const;
  log.info(lastTry.answer, {
    webhook: id,
    event: claimedDelivery.id,
    type: claimedDelivery.type,
    orderId: claimedDelivery.orderId,
  });
  const recordedDelivery = await recordTry(id, claimedDelivery, lastTry, tryOutcome);
  return recordedDelivery && { ...recordedDelivery, wasTried: false };
}

async function recordAnswer(
  webhook: StoredWebhook,
  claimedDelivery: ClaimedDelivery,
  lastTry: DeliveryTry,
  options: Options,
): Promise<TriedDelivery | undefined> {
  const { id } = webhook;
  const now = new Date();
  const isDelivered = isDeliveryAccepted(lastTry);
  const nextState = stateAfter(webhook, claimedDelivery, isDelivered, options, now);
  const recordedDelivery = await recordTry(id, claimedDelivery, lastTry, {
    ...nextState,
    now,
    wasTried: true,
  });
  const triedDelivery = recordedDelivery && { ...recordedDelivery, wasTried: true };
  const failingSince = await recordTryOutcome(id, { isDelivered, isSlow: isSlow(lastTry) }, now);
  const { type, orderId } = claimedDelivery;
  const fields = { webhook: id, event: claimedDelivery.id, type, orderId, status: lastTry.status };
  log.info("A webhook was sent", { ...fields, state: nextState.state });
  if (options.isManual || nextState.state !== "failed") return triedDelivery;
  log.error("A webhook was not delivered within a day", { ...fields, ...alarmField("webhook") });
  if (failingSince && hasFailedForDays(failingSince, now) && (await pauseByShop(id)))
    log.error("A webhook endpoint has failed for days and is paused", {
      webhook: id,
      ...alarmField("webhook"),
    });
  return triedDelivery;
}
