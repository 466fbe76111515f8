import type { IncomingMessage, ServerResponse } from "node:http";
import type Stripe from "stripe";
import type { Emulator } from "../util/emulator.ts";
import type { Faults } from "../faults.ts";
import { payOut } from "./balance.ts";
import { commitChange } from "./events.ts";
import { createActions, possibleActions, type Action } from "./actions.ts";
import { createApi } from "./api.ts";
import { createExpiry } from "./expiry.ts";
import { createPayPage } from "./pay-page.ts";
import { openStripeState, type Delivery } from "./state.ts";
import { createWebhooks, WEBHOOK_TIMING, type WebhookTiming } from "./webhooks.ts";

export interface StripeOptions {
  dataDir: string;
  /** The shop's address in a browser, without a slash at the end. */
  publicUrl: () => string;
  /** The shop's webhook endpoint. */
  webhookUrl: () => string;
  /** `whsec_…` */
  signingSecret: string;
  faults: Faults;
  /** ms since 1970 */
  now?: () => number;
  delay?: () => Promise<void>;
  webhookTiming?: Partial<WebhookTiming>;
}

/** A session as `/_local/payments.json` lists it. */
export type SessionSummary = Pick<
  Stripe.Checkout.Session,
  "id" | "url" | "status" | "payment_status" | "amount_total" | "metadata" | "created"
>;

export interface StripeEmulator extends Emulator {
  /** The hosted payment page: `/<session id>`. */
  page(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Performs an action. Throws ActionRefused if it is not possible now, StripeApiError without a session. */
  act(sessionId: string, action: Action): Stripe.Checkout.Session;
  /** Pays out the balance. Throws ActionRefused if there is no money. */
  payOut(): void;
  /** The actions that the payment's state allows. */
  possibleActions(sessionId: string): Action[];
  /** Every session, oldest first. */
  sessions(): SessionSummary[];
  /** Webhooks that are pending or given up. */
  deliveries(): Delivery[];
  /** The number of pending webhooks. */
  pendingWebhooks(): number;
}

/** Emulates Stripe: the API, the payment page and signed webhooks. The state is stored under `dataDir`. */
export function createStripe(options: StripeOptions): Promise<StripeEmulator> {
  const now = options.now ?? Date.now;
  const state = openStripeState(options.dataDir, now());
  const webhooks = createWebhooks({
    state,
    faults: options.faults,
    url: options.webhookUrl,
    secret: options.signingSecret,
    now,
    timing: { ...WEBHOOK_TIMING, ...options.webhookTiming },
  });
  const expiry = createExpiry(state, now, webhooks.sendDue);
  const api = createApi({
    state,
    faults: options.faults,
    publicUrl: options.publicUrl,
    now,
    delay: options.delay ?? (() => Promise.resolve()),
    onChange: ({ writes }) => {
      webhooks.sendDue();
      expiry.trackSessions(writes);
    },
  });
  const act = createActions(state, now, webhooks.sendDue);
  const page = createPayPage(state, act);
  expiry.expireDue();
  webhooks.sendDue();

  return Promise.resolve({
    async handle(req, res) {
      expiry.expireDue();
      await api.handle(req, res);
    },
    async page(req, res) {
      expiry.expireDue();
      await page(req, res);
    },
    act(sessionId, action) {
      expiry.expireDue();
      return act(sessionId, action);
    },
    payOut: () => commitChange(state, payOut(state, Math.floor(now() / 1_000)), now()),
    possibleActions: (sessionId) => possibleActions(state, sessionId, now()),
    sessions() {
      expiry.expireDue();
      return state.sessions.all().map(({ session }) => {
        const { id, url, status, payment_status, amount_total, metadata, created } = session;
        return { id, url, status, payment_status, amount_total, metadata, created };
      });
    },
    deliveries: () => state.deliveries.all(),
    pendingWebhooks: () => state.deliveries.all().filter((delivery) => delivery.state === "pending").length,
    async close() {
      expiry.close();
      api.close();
      await webhooks.close();
    },
  });
}
