import { alarmField } from "../../shared/log-alarms.ts";
import { log } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { readDueDeliveries, type DeliveryKey } from "./delivery-tries-table.ts";
import { findWebhook, readWebhooks, type StoredWebhook } from "./endpoint-table.ts";
import type { TargetRules } from "../lib/target.ts";
import { tryDelivery } from "./try-delivery.ts";

/** The most deliveries to one endpoint in a run. A run starts every minute. */
const MAX_TRIES = 100;
/** After this many tries without any answer, an endpoint's other deliveries wait for the next run. */
const MAX_UNANSWERED = 3;

/**
 * Sends the deliveries that are due, in parallel for all active endpoints, but one after another for each endpoint. Starts no
 * try after `maxMs`.
 */
export async function retryDueDeliveries(now: Date, maxMs: number, rules: TargetRules): Promise<void> {
  const activeWebhooks = (await readWebhooks()).filter(({ state }) => state === "active");
  await waitForAll(activeWebhooks.map((webhook) => retryEndpoint(webhook.id, now, +now + maxMs, rules)));
}

async function retryEndpoint(id: string, now: Date, endMs: number, rules: TargetRules): Promise<void> {
  let unansweredCount = 0;
  for (const delivery of await readDueDeliveries(id, now, MAX_TRIES)) {
    if (Date.now() > endMs || unansweredCount >= MAX_UNANSWERED) return;
    // The endpoint is read again, because an admin may have removed or paused it, or changed its URL, since the last try.
    const webhook = await findWebhook(id);
    if (webhook?.state !== "active") return;
    const triedDelivery = await tryOrLog(webhook, delivery, rules);
    if (triedDelivery?.wasTried && triedDelivery.lastTry?.status === undefined) unansweredCount += 1;
  }
}

/** Logs an error of one delivery, for example an item that does not match its schema, so that the others are sent. */
const tryOrLog = (webhook: StoredWebhook, delivery: DeliveryKey, rules: TargetRules) =>
  tryDelivery(webhook, delivery, { rules, isManual: false }).catch((error: unknown) => {
    log.error("A webhook could not be tried", {
      webhook: webhook.id,
      event: delivery.id,
      ...alarmField("webhook"),
      error: error instanceof Error ? error : String(error),
    });
    return undefined;
  });
