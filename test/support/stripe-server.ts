import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { createFaults } from "../../infra/local/faults.ts";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import { createStripe } from "../../infra/local/stripe/stripe.ts";
import { SECRETS } from "./secrets.ts";
import { serveUntilClosed } from "./serve.ts";

/**
 * How the connection to Stripe fails. `before`: it breaks before Stripe receives the request. `after`: it breaks after
 * Stripe has handled a POST. `silent`: it stays open without a response.
 */
type Cut = "none" | "before" | "after" | "silent";

/** Serves the Stripe simulator over HTTP. The simulator sends no webhooks: tests fetch its events and deliver them. */
export async function startStripeServer() {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-stripe-"));
  const faults = createFaults();
  faults.set({ webhooks: "held" });
  const simulator = createStripe({
    dataDir,
    publicUrl: () => "http://localhost:8080",
    webhookUrl: () => "http://127.0.0.1:9",
    signingSecret: SECRETS.webhook,
    faults,
    // A function, because tests replace `Date` later.
    now: () => Date.now(),
  });
  /** The method and path of each request, oldest first. */
  const requests: string[] = [];
  const connection = {
    cut: "none" as Cut,
    /** The error that Stripe returns to every request, with status 400. */
    refusal: undefined as Record<string, string> | undefined,
    /** Whether Stripe treats every idempotency key as new, as it does a day after the key's first use. */
    ignoresKeys: false,
    /** The paths for which Stripe says that the key lacks the permission. */
    forbiddenPaths: undefined as RegExp | undefined,
    /** The events that Stripe lists about early fraud warnings. The simulator has no such events. */
    fraudWarnings: [] as Stripe.Event[],
    /** Called at each request, except while `refusal` is set. */
    onRequest: () => {},
  };
  const server = await serveUntilClosed(async (req, res) => {
    requests.push(`${req.method} ${req.url}`);
    if (connection.refusal) {
      const error = { type: "invalid_request_error", ...connection.refusal };
      res.writeHead(400, { "content-type": "application/json" });
      return void res.end(JSON.stringify({ error }));
    }
    connection.onRequest();
    if (connection.ignoresKeys) delete req.headers["idempotency-key"];
    if (connection.forbiddenPaths?.test(req.url ?? "")) {
      const error = { type: "invalid_request_error", message: "The key lacks the permission" };
      res.writeHead(403, { "content-type": "application/json" });
      return void res.end(JSON.stringify({ error }));
    }
    if (/^\/v1\/events\?.*early_fraud_warning/.test(req.url ?? "")) {
      res.writeHead(200, { "content-type": "application/json" });
      return void res.end(
        JSON.stringify({ object: "list", data: connection.fraudWarnings, has_more: false }),
      );
    }
    if (connection.cut === "silent") return;
    if (connection.cut === "before") return void req.socket.destroy();
    if (connection.cut === "after" && req.method === "POST") {
      res.end = () => {
        req.socket.destroy();
        return res;
      };
    }
    await simulator.handle(req, res);
  });
  const { hostname, port } = new URL(server.url);
  const sdk = new Stripe(SECRETS.stripe, { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
  const fetchedIds = new Set<string>();
  return {
    url: server.url,
    sdk,
    faults,
    connection,
    requests,
    act: (sessionId: string, action: PaymentAction) => simulator.act(sessionId, action),
    sessions: () => simulator.sessions(),
    /** The events since the last call, oldest first. */
    async takeNewEvents(): Promise<Stripe.Event[]> {
      const newEvents: Stripe.Event[] = [];
      // The fault is off while the test lists the events, because only the shop's calls should fail.
      const { stripe: currentFault } = faults.get();
      faults.set({ stripe: "normal" });
      for await (const event of sdk.events.list({ limit: 100 })) {
        if (fetchedIds.has(event.id)) break;
        fetchedIds.add(event.id);
        newEvents.unshift(event);
      }
      faults.set({ stripe: currentFault });
      return newEvents;
    },
    async close() {
      await simulator.close();
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
