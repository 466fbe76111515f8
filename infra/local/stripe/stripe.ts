import type Stripe from "stripe";
import type { Faults } from "../faults.ts";
import type { Handler } from "../util/local-server.ts";
import { payOut } from "./balance.ts";
import { commitChange } from "./events.ts";
import { createAct, possibleActions, type PaymentAction } from "./actions.ts";
import { createApi } from "./api.ts";
import { createExpiry } from "./expiry.ts";
import { createPayPage } from "./pay-page.ts";
import { openStripeState } from "./state.ts";
import { createWebhooks, WEBHOOK_TIMING, type WebhookTiming } from "./webhooks.ts";

export interface StripeOptions {
  dataDir: string;
  /** The shop's address in a browser, without a slash at the end. */
  publicUrl: () => string;
  webhookUrl: () => string;
  /** `whsec_…` */
  signingSecret: string;
  faults: Faults;
  /** ms since 1970 */
  now?: () => number;
  /** Delays each request to the API. */
  delay?: () => Promise<void>;
  webhookTiming?: Partial<WebhookTiming>;
}

/** A session as `/_local/payments.json` lists it. */
export type SessionSummary = Pick<
  Stripe.Checkout.Session,
  "id" | "url" | "status" | "payment_status" | "amount_total" | "metadata" | "created"
>;
export type StripeSimulator = ReturnType<typeof createStripe>;

/** Simulates Stripe: the API, the payment page and signed webhooks. The state is stored under `dataDir`. */
export function createStripe(options: StripeOptions) {
  const { faults, now = Date.now, publicUrl, webhookUrl: url, signingSecret: secret } = options;
  const state = openStripeState(options.dataDir, now());
  const timing = { ...WEBHOOK_TIMING, ...options.webhookTiming };
  const webhooks = createWebhooks({ state, faults, now, url, secret, timing });
  const expiry = createExpiry(state, now, webhooks.sendDue);
  const api = createApi({
    state,
    faults,
    now,
    publicUrl,
    delay: options.delay ?? (() => Promise.resolve()),
    onChange: ({ writes }) => {
      webhooks.sendDue();
      expiry.trackSessions(writes);
    },
  });
  const act = createAct(state, now, webhooks.sendDue);
  const afterExpiry =
    (handle: Handler): Handler =>
    (req, res) => {
      expiry.expireDue();
      return handle(req, res);
    };
  expiry.expireDue();
  webhooks.sendDue();

  return {
    handle: afterExpiry(api.handle),
    page: afterExpiry(createPayPage(state, act)),
    /** Throws ActionRefused if the action is not possible now, StripeApiError for an unknown session or a refused refund. */
    act(sessionId: string, action: PaymentAction): Stripe.Checkout.Session {
      expiry.expireDue();
      return act(sessionId, action);
    },
    /** Pays out the balance. Throws ActionRefused if there is no money. */
    payOut: () => commitChange(state, payOut(state, Math.floor(now() / 1_000)), now()),
    possibleActions: (sessionId: string) => possibleActions(state, sessionId, now()),
    /** Every session, oldest first. */
    sessions(): SessionSummary[] {
      expiry.expireDue();
      return state.sessions.all().map(({ session }) => {
        const { id, url, status, payment_status, amount_total, metadata, created } = session;
        return { id, url, status, payment_status, amount_total, metadata, created };
      });
    },
    /** Webhooks that are pending or given up. */
    deliveries: () => state.deliveries.all(),
    pendingWebhooks: () => state.deliveries.all().filter((delivery) => delivery.state === "pending").length,
    async close(): Promise<void> {
      expiry.close();
      api.close();
      await webhooks.close();
    },
  };
}
