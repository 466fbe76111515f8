import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { createFaults } from "../../infra/local/faults.ts";
import type { Action } from "../../infra/local/stripe/actions.ts";
import { createStripe } from "../../infra/local/stripe/stripe.ts";
import { SECRETS } from "./aws.ts";
import { serveUntilClosed } from "./serve.ts";

/**
 * How the way to Stripe can be cut: before Stripe hears of a request, after it did what a POST asks, or without an answer
 * ever.
 */
export type Cut = "none" | "before" | "after" | "silent";

/** Stripe's simulator behind HTTP. Its events are fetched by the test and delivered when the test says so. */
export async function openPayments() {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-stripe-"));
  const faults = createFaults();
  faults.set({ webhooks: "held" });
  const simulator = await createStripe({
    dataDir,
    publicUrl: () => "http://localhost:8080",
    webhookUrl: () => "http://127.0.0.1:9",
    signingSecret: SECRETS.webhook,
    faults,
    // Not the function itself: tests replace it while they move the clock.
    now: () => Date.now(),
  });
  const way = {
    cut: "none" as Cut,
    /** What Stripe answers to everything, with 400, in place of its own answers. */
    refusal: undefined as Record<string, string> | undefined,
  };
  const server = await serveUntilClosed(async (req, res) => {
    if (way.refusal) {
      const error = { type: "invalid_request_error", ...way.refusal };
      res.writeHead(400, { "content-type": "application/json" });
      return void res.end(JSON.stringify({ error }));
    }
    if (way.cut === "silent") return;
    if (way.cut === "before") return void req.socket.destroy();
    if (way.cut === "after" && req.method === "POST") {
      res.end = () => {
        req.socket.destroy();
        return res;
      };
    }
    await simulator.handle(req, res);
  });
  const { hostname, port } = new URL(server.url);
  const sdk = new Stripe(SECRETS.stripe, { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
  const seen = new Set<string>();
  return {
    url: server.url,
    sdk,
    faults,
    way,
    act: (sessionId: string, action: Action) => simulator.act(sessionId, action),
    sessions: () => simulator.sessions(),
    /** Stripe's events that were not asked for yet, oldest first. */
    async events(): Promise<Stripe.Event[]> {
      const fresh: Stripe.Event[] = [];
      const { stripe } = faults.get();
      faults.set({ stripe: "normal" });
      for await (const event of sdk.events.list({ limit: 100 })) {
        if (seen.has(event.id)) break;
        seen.add(event.id);
        fresh.unshift(event);
      }
      faults.set({ stripe });
      return fresh;
    },
    async close() {
      await simulator.close();
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type Payments = Awaited<ReturnType<typeof openPayments>>;
