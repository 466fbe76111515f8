import type { Faults } from "../faults.ts";
import { signed } from "./signature.ts";
import type { Delivery, StripeEvent, StripeState } from "./state.ts";

/** Durations in ms; tests shorten them. */
export interface WebhookTiming {
  /** Longest wait for the shop's answer. */
  timeout: number;
  /** The pause after the n-th failed attempt. */
  backoff: (attempts: number) => number;
  /** How long the fault 'reordered' collects events before it sends them in reverse order. */
  gather: number;
}

export const WEBHOOK_TIMING: WebhookTiming = {
  timeout: 20_000,
  backoff: (attempts) => Math.min(500 * 2 ** (attempts - 1), 60_000),
  gather: 400,
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
 * Sends the pending deliveries, one at a time per payment, until the shop answers 2xx. They are on disk, so a restart
 * resumes them. https://docs.stripe.com/webhooks#retries
 */
export function createWebhooks({ state, faults, url, secret, now, timing }: WebhookOptions) {
  const busy = new Map<string, Promise<void>>();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let gatherUntil = 0;

  const pending = () => state.deliveries.all().filter((delivery) => delivery.state === "pending");

  function wake(): void {
    const mode = faults.get().webhooks;
    if (stopped.signal.aborted || mode === "held") return;
    const time = now();
    const due = pending().filter((delivery) => delivery.nextAt <= time && !busy.has(delivery.orderingKey));
    if (mode === "reordered" && due.length > 0) {
      if (gatherUntil === 0) gatherUntil = time + timing.gather;
      if (time < gatherUntil) return sleepUntil(gatherUntil);
      gatherUntil = 0;
      due.reverse();
    }
    for (const delivery of due) start(delivery);
    sleepUntil(Math.min(...pending().flatMap((d) => (d.nextAt > time ? [d.nextAt] : []))));
  }

  function sleepUntil(at: number): void {
    clearTimeout(timer);
    if (Number.isFinite(at)) timer = setTimeout(wake, Math.max(1, at - now()));
  }

  function start(delivery: Delivery): void {
    if (busy.has(delivery.orderingKey) || busy.size >= MAX_PARALLEL) return;
    const done = attempt(delivery).finally(() => {
      busy.delete(delivery.orderingKey);
      wake();
    });
    busy.set(delivery.orderingKey, done);
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const event = state.events.get(delivery.eventId);
    const twice = faults.get().webhooks === "twice";
    const errors = event
      ? await Promise.all([post(event), ...(twice ? [post(event)] : [])].map(failureOf))
      : [];
    const lastError = errors.find((error) => error !== undefined);
    if (stopped.signal.aborted) return;
    if (lastError === undefined) return state.journal.commit(state.deliveries.dropWrite(delivery.eventId));
    const attempts = delivery.attempts + 1;
    const outcome = attempts >= MAX_ATTEMPTS ? "given-up" : "pending";
    const nextAt = now() + timing.backoff(attempts);
    const next: Delivery = { ...delivery, attempts, lastError, state: outcome, nextAt };
    state.journal.commit(state.deliveries.putWrite(delivery.eventId, next));
  }

  async function post(event: StripeEvent): Promise<void> {
    const attempts = state.deliveries.get(event.id)?.attempts ?? 0;
    const forge = faults.get().webhooks === "forged" ? attempts : undefined;
    const timestamp = Math.floor(now() / 1_000);
    const { body, headers } = signed(JSON.stringify(event, null, 2), secret, timestamp, forge);
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(timing.timeout)]);
    const response = await fetch(url(), { method: "POST", body, headers, signal, redirect: "manual" });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
  }

  faults.onChange((after, before) => {
    if (after.webhooks === before.webhooks) return;
    const retries = pending().map((row) => ({ ...row, attempts: 0, nextAt: now() }));
    state.journal.commit(...retries.map((row) => state.deliveries.putWrite(row.eventId, row)));
    wake();
  });

  return {
    wake,
    async close(): Promise<void> {
      stopped.abort();
      clearTimeout(timer);
      await Promise.all(busy.values());
    },
  };
}

const failureOf = (sent: Promise<void>): Promise<string | undefined> =>
  sent.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
