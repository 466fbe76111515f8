import type { Faults } from "../faults.ts";
import { messageOf } from "../util/errors.ts";
import { signedWebhook } from "./signature.ts";
import type { Delivery, StripeEvent, StripeState } from "./state.ts";

/** Durations in ms; tests shorten them. */
export interface WebhookTiming {
  /** Limit for the shop's answer. */
  timeoutMs: number;
  /** The pause after the n-th failed attempt. */
  backoffMs: (attempts: number) => number;
  /** While the fault 'reordered' is on, events are collected for this long and then sent in reverse order. */
  gatherMs: number;
}

export const WEBHOOK_TIMING: WebhookTiming = {
  timeoutMs: 20_000,
  backoffMs: (attempts) => Math.min(500 * 2 ** (attempts - 1), 60_000),
  gatherMs: 400,
};

const MAX_ATTEMPTS = 20;
const MAX_PARALLEL = 32;

export interface WebhookOptions {
  state: StripeState;
  faults: Faults;
  url: () => string;
  secret: string;
  now: () => number;
  timing: WebhookTiming;
}

/**
 * Sends each pending delivery until the shop answers 2xx, at most MAX_ATTEMPTS times, one at a time per `orderingKey`.
 * Deliveries are on disk, so they continue after a restart. https://docs.stripe.com/webhooks#retries
 */
export function createWebhooks({ state, faults, url, secret, now, timing }: WebhookOptions) {
  const activeDeliveries = new Map<string, Promise<void>>();
  const shutdown = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  /** In ms since 1970; 0 while no events are gathered. */
  let gatherUntil = 0;

  const pendingDeliveries = () => state.deliveries.all().filter((delivery) => delivery.state === "pending");

  function sendDue(): void {
    const mode = faults.get().webhooks;
    if (shutdown.signal.aborted || mode === "held") return;
    if (mode === "lost") return giveUp(pendingDeliveries());
    const nowMs = now();
    const dueDeliveries = pendingDeliveries().filter(
      (delivery) => delivery.nextAt <= nowMs && !activeDeliveries.has(delivery.orderingKey),
    );
    if (mode === "reordered" && dueDeliveries.length > 0) {
      if (gatherUntil === 0) gatherUntil = nowMs + timing.gatherMs;
      if (nowMs < gatherUntil) return scheduleNext(gatherUntil);
      gatherUntil = 0;
      dueDeliveries.reverse();
    }
    for (const delivery of dueDeliveries) startDelivery(delivery);
    scheduleNext(Math.min(...pendingDeliveries().flatMap((row) => (row.nextAt > nowMs ? [row.nextAt] : []))));
  }

  /** Marks deliveries as lost, as after the last retry: Stripe stores the events, but no longer sends them. */
  function giveUp(deliveries: readonly Delivery[]): void {
    const lostDeliveries = deliveries.map((row): Delivery => ({
      ...row,
      state: "given-up",
      lastError: "lost on purpose",
    }));
    if (lostDeliveries.length > 0)
      state.journal.commit(...lostDeliveries.map((row) => state.deliveries.putWrite(row.eventId, row)));
  }

  function scheduleNext(at: number): void {
    clearTimeout(timer);
    if (Number.isFinite(at)) timer = setTimeout(sendDue, Math.max(1, at - now()));
  }

  function startDelivery(delivery: Delivery): void {
    if (activeDeliveries.has(delivery.orderingKey) || activeDeliveries.size >= MAX_PARALLEL) return;
    const attempt = attemptDelivery(delivery).finally(() => {
      activeDeliveries.delete(delivery.orderingKey);
      sendDue();
    });
    activeDeliveries.set(delivery.orderingKey, attempt);
  }

  async function attemptDelivery(delivery: Delivery): Promise<void> {
    const event = state.events.get(delivery.eventId);
    const isSentTwice = faults.get().webhooks === "twice";
    const errors = event
      ? await Promise.all([postEvent(event), ...(isSentTwice ? [postEvent(event)] : [])].map(failureMessage))
      : [];
    const lastError = errors.find((error) => error !== undefined);
    if (shutdown.signal.aborted) return;
    if (lastError === undefined) return state.journal.commit(state.deliveries.deleteWrite(delivery.eventId));
    const attempts = delivery.attempts + 1;
    const nextState = attempts >= MAX_ATTEMPTS ? "given-up" : "pending";
    const nextAt = now() + timing.backoffMs(attempts);
    const updatedDelivery: Delivery = { ...delivery, attempts, lastError, state: nextState, nextAt };
    state.journal.commit(state.deliveries.putWrite(delivery.eventId, updatedDelivery));
  }

  async function postEvent(event: StripeEvent): Promise<void> {
    const attempts = state.deliveries.get(event.id)?.attempts ?? 0;
    const forgeryIndex = faults.get().webhooks === "forged" ? attempts : undefined;
    const timestamp = Math.floor(now() / 1_000);
    const { body, headers } = signedWebhook(JSON.stringify(event, null, 2), secret, timestamp, forgeryIndex);
    const signal = AbortSignal.any([shutdown.signal, AbortSignal.timeout(timing.timeoutMs)]);
    const response = await fetch(url(), { method: "POST", body, headers, signal, redirect: "manual" });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
  }

  faults.onChange((after, before) => {
    if (after.webhooks === before.webhooks) return;
    gatherUntil = 0;
    // The fault may have caused failed attempts, so all attempts are allowed again, without a pause.
    const retriedDeliveries = pendingDeliveries().map((row) => ({ ...row, attempts: 0, nextAt: now() }));
    state.journal.commit(...retriedDeliveries.map((row) => state.deliveries.putWrite(row.eventId, row)));
    sendDue();
  });

  return {
    sendDue,
    async close(): Promise<void> {
      shutdown.abort();
      clearTimeout(timer);
      await Promise.all(activeDeliveries.values());
    },
  };
}

const failureMessage = (delivery: Promise<void>): Promise<string | undefined> =>
  delivery.then(() => undefined, messageOf);
