import type { IncomingMessage, ServerResponse } from "node:http";
import { html, type Html } from "../../../shared/html.ts";
import { isSameOrigin, readBody, send, urlOf } from "../util/http.ts";
import type { Act } from "./actions.ts";
import { frame, sessionPage } from "./pay-view.ts";
import { lookUp, type SessionRecord, type StripeState } from "./state.ts";
import { ActionRefused } from "./transitions.ts";

const ACTIONS = ["pay", "decline", "pay-later"] as const;

/** Serves the hosted payment page at `/<session id>`. */
export function createPayPage(state: StripeState, act: Act) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const id = urlOf(req).pathname.slice(1);
    const record = state.sessions.get(id);
    if (!record) return sendPage(res, 404, frame("Not found", html`<p>There is no such payment.</p>`), []);
    if (req.method === "POST") return submit(req, res, record);
    const { payment_intent: intentId, cancel_url: cancel } = record.session;
    const intent = lookUp(state.intents, intentId);
    const success = successUrl(record);
    sendPage(res, 200, sessionPage(record, intent, { success, cancel }), [success, cancel]);
  };

  async function submit(req: IncomingMessage, res: ServerResponse, record: SessionRecord): Promise<void> {
    if (!isSameOrigin(req)) return send(res, 403, "Forbidden", { "content-type": "text/plain" });
    const { id, cancel_url: cancelUrl } = record.session;
    const pressedButton = new URLSearchParams((await readBody(req, 10_000)).toString("utf8")).get("action");
    if (pressedButton === "back" && cancelUrl !== null) return redirect(res, cancelUrl);
    const action = ACTIONS.find((name) => name === pressedButton);
    if (action === undefined) return send(res, 400, "Unknown action", { "content-type": "text/plain" });
    try {
      act(id, action);
    } catch (error) {
      // The session was paid (for example in another tab) or has expired; the page shows the new status.
      if (!(error instanceof ActionRefused)) throw error;
      return redirect(res, `./${id}`);
    }
    redirect(res, action === "decline" ? `./${id}` : successUrl(record));
  }
}

/** Stripe replaces the placeholder in success URLs only. https://docs.stripe.com/payments/checkout/custom-success-page */
function successUrl({ session }: SessionRecord): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

function redirect(res: ServerResponse, location: string): void {
  send(res, 303, "", { location, "cache-control": "no-store" });
}

/** `targets`: the addresses to which the form redirects. Browsers apply form-action to redirects too. */
function sendPage(res: ServerResponse, status: number, view: Html, targets: (string | null)[]): void {
  const origins = new Set(targets.flatMap((target) => (target === null ? [] : [new URL(target).origin])));
  send(res, status, view.text, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "content-security-policy":
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; " +
      `form-action 'self' ${[...origins].join(" ")}`,
  });
}
