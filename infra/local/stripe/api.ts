import type { IncomingMessage, ServerResponse } from "node:http";
import type { Faults, FaultState } from "../faults.ts";
import { header, readBody, sendJson, urlOf } from "../util/http.ts";
import { StripeFault } from "./errors.ts";
import { MalformedForm, parseForm } from "./form.ts";
import { fingerprint, recall } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { commitChange } from "./ledger.ts";
import type { RefundStart } from "./refunds.ts";
import { routes, type Route } from "./routes.ts";
import type { StoredAnswer, StripeState } from "./state.ts";
import type { Change } from "./transitions.ts";

export interface ApiOptions {
  state: StripeState;
  faults: Pick<Faults, "get">;
  publicUrl: () => string;
  /** ms since 1970 */
  now: () => number;
  /** Time that Stripe takes between accepting a request and doing it. */
  think: () => Promise<void>;
  /** Something was committed: there may be webhooks to send. */
  changed: (change: Change) => void;
}

const INTERNAL: StripeFault = new StripeFault(500, {
  type: "api_error",
  message: "An unknown error occurred.",
});

/** Serves `/v1/*` as https://docs.stripe.com/api does, faults on purpose included. */
export function createApi(options: ApiOptions) {
  const { state, faults, now } = options;
  const running = new Map<string, string>();
  const unanswered = new Set<ServerResponse>();
  let downCount = 0;

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const requestId = newId.request();
    res.setHeader("request-id", requestId);
    if (faults.get().stripe === "down" && (downCount += 1) % 2 === 0) {
      req.socket.destroy();
      return;
    }
    try {
      await answer(req, res, requestId);
    } catch (error) {
      if (error instanceof StripeFault) sendError(res, error);
      else if (error instanceof MalformedForm)
        sendError(res, new StripeFault(400, { type: "invalid_request_error", message: error.message }));
      else throw error;
    }
  }

  async function answer(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> {
    const url = urlOf(req);
    const path = url.pathname;
    const mode = faults.get().stripe;
    authenticate(req);
    if (mode === "down") throw INTERNAL;
    if (mode === "rate-limited") throw new StripeFault(429, RATE_LIMIT);
    const route = routes.find((candidate) => candidate.method === req.method && candidate.path.test(path));
    if (!route) throw new StripeFault(404, unknownUrl(req.method ?? "GET", path));
    const fields = req.method === "POST" ? (await readBody(req)).toString("utf8") : url.search.slice(1);
    const key = req.method === "POST" ? header(req, "idempotency-key") : undefined;
    if (key !== undefined) {
      res.setHeader("idempotency-key", key);
      const stored = recall(state.answers, running, key, path, fields);
      if (stored)
        return reply(res, route, stored, {
          "idempotent-replayed": "true",
          "original-request": stored.requestId,
        });
      running.set(key, fingerprint(path, fields));
    }
    try {
      await options.think();
      const stored = perform(route, path, fields, key, requestId);
      reply(res, route, stored);
    } finally {
      if (key !== undefined) running.delete(key);
    }
  }

  /** Does the work; what it changed and the answer to its key are committed together. */
  function perform(
    route: Route,
    path: string,
    fields: string,
    key: string | undefined,
    requestId: string,
  ): StoredAnswer {
    const nowMs = now();
    const frame = { fingerprint: fingerprint(path, fields), path, requestId, at: nowMs };
    const keep = (stored: StoredAnswer) => {
      if (key !== undefined) state.journal.commit(state.answers.put(key, stored));
      return stored;
    };
    if (route.creates && faults.get().stripe === "error-replayed") {
      return keep({ ...frame, status: 500, body: JSON.stringify({ error: INTERNAL.body }) });
    }
    try {
      const id = decodeURIComponent(route.path.exec(path)?.[1] ?? "");
      const form = parseForm(fields);
      const now = Math.floor(nowMs / 1_000);
      const refundStart = START[faults.get().refunds];
      const { body, change } = route.run({
        state,
        id,
        form,
        now,
        publicUrl: options.publicUrl(),
        refundStart,
      });
      const stored = { ...frame, status: 200, body: JSON.stringify(body) };
      const cause = { id: requestId, idempotency_key: key ?? null };
      if (!change) return keep(stored);
      commitChange(state, change, nowMs, cause, key === undefined ? undefined : { key, stored });
      options.changed(change);
      return stored;
    } catch (error) {
      if (!(error instanceof StripeFault) || !error.begun) throw error;
      return keep({ ...frame, status: error.status, body: JSON.stringify({ error: error.body }) });
    }
  }

  function reply(
    res: ServerResponse,
    route: Route,
    stored: StoredAnswer,
    headers: Record<string, string> = {},
  ): void {
    if (route.creates && faults.get().stripe === "timeout-after-create") {
      unanswered.add(res);
      res.on("close", () => unanswered.delete(res));
      return;
    }
    const retry: Record<string, string> = stored.status >= 500 ? { "stripe-should-retry": "false" } : {};
    sendJson(res, stored.status, JSON.parse(stored.body) as unknown, { ...retry, ...headers });
  }

  return {
    handle,
    close() {
      for (const res of unanswered) res.destroy();
    },
  };
}

const START = {
  normal: "succeeded",
  pending: "pending",
  "requires-action": "requires_action",
} as const satisfies Record<FaultState["refunds"], RefundStart>;

const RATE_LIMIT = {
  type: "invalid_request_error",
  code: "rate_limit",
  message: "Request rate limit exceeded.",
} as const;

function sendError(res: ServerResponse, fault: StripeFault): void {
  sendJson(res, fault.status, { error: fault.body });
}

function unknownUrl(method: string, path: string) {
  const message = `Unrecognized request URL (${method}: ${path}).`;
  return { type: "invalid_request_error", message } as const;
}

/** Any test key will do, as a bearer token or as the user of Basic authentication; a live key never. */
function authenticate(req: IncomingMessage): void {
  const [scheme = "", credentials = ""] = (header(req, "authorization") ?? "").split(" ");
  const basic = scheme.toLowerCase() === "basic";
  const key = basic ? Buffer.from(credentials, "base64").toString().replace(/:$/, "") : credentials;
  if (/^(sk|rk)_test_\w+$/.test(key)) return;
  const message =
    key === ""
      ? "You did not provide an API key. You need to provide your API key in the Authorization header."
      : `Invalid API Key provided: ${key.slice(0, 7)}${"*".repeat(8)}`;
  throw new StripeFault(401, { type: "invalid_request_error", message });
}
