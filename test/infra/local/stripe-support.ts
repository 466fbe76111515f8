import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { createFaults } from "../../../infra/local/faults.ts";
import { readBody } from "../../../infra/local/util/http.ts";
import { createStripe, type StripeOptions } from "../../../infra/local/stripe/stripe.ts";
import { serve, temporaryFolder } from "./serve.ts";

const SECRET = "whsec_test_secret";

/** Starts a Stripe simulator, the SDK connected to it, and a shop that verifies the webhooks. */
export async function startStripe(options: Partial<StripeOptions> = {}) {
  const faults = createFaults();
  /** The events that the shop accepted. */
  const received: Stripe.Event[] = [];
  /** The errors of webhooks with a wrong signature. */
  const refused: string[] = [];
  /** The statuses of the shop's next responses; 200 when the list is empty. */
  const nextStatuses: number[] = [];
  const waitingChecks = new Set<() => void>();
  const shop = await serve(async (req, res) => {
    const status = nextStatuses.shift() ?? 200;
    const body = await readBody(req);
    try {
      const event = Stripe.webhooks.constructEvent(
        body,
        String(req.headers["stripe-signature"] ?? ""),
        SECRET,
      );
      if (status < 300) received.push(event);
      res.statusCode = status;
    } catch (error) {
      refused.push(String(error));
      res.statusCode = 400;
    }
    res.end();
    for (const check of waitingChecks) check();
  });
  const dataDir = options.dataDir ?? temporaryFolder();
  const stripe = createStripe({
    dataDir,
    publicUrl: () => "http://localhost:8080",
    webhookUrl: () => `${shop}/api/webhooks/stripe`,
    signingSecret: SECRET,
    faults,
    webhookTiming: { backoffMs: () => 1, gatherMs: 20 },
    ...options,
  });
  onTestFinished(() => stripe.close());
  const origin = await serve(stripe.handle);
  const pages = await serve(stripe.page);
  const { hostname, port } = new URL(origin);
  const sdk = new Stripe("sk_test_123", { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
  return {
    stripe,
    sdk,
    faults,
    received,
    refused,
    nextStatuses,
    dataDir,
    origin,
    pages,
    /** The types of the accepted events. */
    types: () => received.map((event) => event.type as string),
    /** Resolves when `condition` returns true. Calls `condition` at first and after each webhook. */
    waitUntil: async (condition: () => boolean): Promise<void> => {
      if (condition()) return;
      await new Promise<void>((resolve) => {
        const check = () => {
          if (!condition()) return;
          waitingChecks.delete(check);
          resolve();
        };
        waitingChecks.add(check);
      });
    },
  };
}

/** The parameters of a session for two shirts that expires in 31 minutes. */
export function sessionParams(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: "usd",
          unit_amount: 2_500,
          product_data: { name: "Shirt", description: "Black, M" },
        },
      },
    ],
    success_url: "http://localhost:8080/done?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:8080/cancel?session_id={CHECKOUT_SESSION_ID}",
    client_reference_id: "ord_1",
    customer_email: "ada@example.com",
    metadata: { orderId: "ord_1" },
    payment_intent_data: { metadata: { orderId: "ord_1" } },
    expires_at: Math.floor(Date.now() / 1_000) + 31 * 60,
    ...changes,
  };
}

/** The id of the payment intent that a paid session names. */
export function intentOf(session: Stripe.Checkout.Session): string {
  if (typeof session.payment_intent !== "string") throw new Error("The session names no payment intent.");
  return session.payment_intent;
}
