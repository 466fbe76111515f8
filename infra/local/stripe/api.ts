import type { IncomingMessage, ServerResponse } from "node:http";
import type { Faults, FaultState } from "../faults.ts";
import { header, readBody, sendJson, urlOf } from "../util/http.ts";
import { decodeUri } from "../util/parse.ts";
import { StripeApiError } from "./errors.ts";
import { parseForm } from "./form.ts";
import { fingerprint, findStoredAnswer } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { commitChange } from "./events.ts";
import type { InitialRefundStatus } from "./refunds.ts";
import { routes, type Route } from "./routes.ts";
import type { StoredAnswer, StripeState } from "./state.ts";
import type { Change } from "./transitions.ts";

export interface ApiOptions {
  state: StripeState;
  faults: Faults;
  publicUrl: () => string;
  /** ms since 1970 */
  now: () => number;
  /** Delays a request after the check of its idempotency key and before its execution. */
  delay: () => Promise<void>;
  /** Called after a change was committed; there may be webhooks to send. */
  onChange: (change: Change) => void;
}

const INTERNAL_ERROR = new StripeApiError(500, { type: "api_error", message: "An unknown error occurred." });

/** `key`: the idempotency key. */
type Request = { route: Route; path: string; formText: string; key: string | undefined; requestId: string };

/** Serves `/v1/*` as described in https://docs.stripe.com/api, with the current faults. */
export function createApi(options: ApiOptions) {
  const { state, faults, now } = options;
  const runningFingerprints = new Map<string, string>();
  const unansweredResponses = new Set<ServerResponse>();
  const failedWhileDown = new Set<string>();
  faults.onChange(() => failedWhileDown.clear());

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const requestId = newId.request();
    res.setHeader("request-id", requestId);
    // While Stripe is down, the first request for a path gets a 500, the second loses its connection, and so on.
    if (faults.get().stripe === "down") {
      const requestLine = `${req.method ?? ""} ${req.url ?? ""}`;
      if (failedWhileDown.delete(requestLine)) return void req.socket.destroy();
      failedWhileDown.add(requestLine);
    }
    try {
      await answerRequest(req, res, requestId);
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      sendJson(res, error.status, { error: error.body });
    }
  }

  async function answerRequest(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> {
    const { pathname: path, search } = urlOf(req);
    const mode = faults.get().stripe;
    authenticate(req);
    if (mode === "down") throw INTERNAL_ERROR;
    if (mode === "rate-limited") throw RATE_LIMITED;
    const route = routes.find((candidate) => candidate.method === req.method && candidate.path.test(path));
    if (!route) {
      const message = `Unrecognized request URL (${req.method ?? "GET"}: ${path}).`;
      throw new StripeApiError(404, { type: "invalid_request_error", message });
    }
    const formText = req.method === "POST" ? (await readBody(req)).toString("utf8") : search.slice(1);
    const key = req.method === "POST" ? header(req, "idempotency-key") : undefined;
    if (key !== undefined) {
      res.setHeader("idempotency-key", key);
      const firstAnswer = findStoredAnswer(state.answers, runningFingerprints, key, path, formText);
      if (firstAnswer) {
        const replayHeaders = { "idempotent-replayed": "true", "original-request": firstAnswer.requestId };
        return sendAnswer(res, route, firstAnswer, replayHeaders);
      }
      runningFingerprints.set(key, fingerprint(path, formText));
    }
    try {
      await options.delay();
      sendAnswer(res, route, execute({ route, path, formText, key, requestId }));
    } finally {
      if (key !== undefined) runningFingerprints.delete(key);
    }
  }

  /** Executes the request. Its changes and the answer for its idempotency key are committed together. */
  function execute({ route, path, formText, key, requestId }: Request): StoredAnswer {
    const nowMs = now();
    const createAnswer = (status: number, body: unknown): StoredAnswer => {
      const request = { fingerprint: fingerprint(path, formText), path, requestId, at: nowMs };
      return { ...request, status, body: JSON.stringify(body) };
    };
    const store = (answer: StoredAnswer) => {
      if (key !== undefined) state.journal.commit(state.answers.putWrite(key, answer));
      return answer;
    };
    if (route.hasAnswerFaults && faults.get().stripe === "error-replayed") {
      return store(createAnswer(500, { error: INTERNAL_ERROR.body }));
    }
    try {
      const id = decodeUri(route.path.exec(path)?.[1] ?? "") ?? "";
      const form = parseForm(formText);
      const initialRefundStatus = INITIAL_REFUND_STATUS[faults.get().refunds];
      const nowSeconds = Math.floor(nowMs / 1_000);
      const call = { state, id, form, now: nowSeconds, publicUrl: options.publicUrl(), initialRefundStatus };
      const { body, change } = route.run(call);
      const answer = createAnswer(200, body);
      const apiRequest = { id: requestId, idempotency_key: key ?? null };
      if (!change) return store(answer);
      commitChange(state, change, nowMs, apiRequest, key === undefined ? undefined : { key, answer });
      options.onChange(change);
      return answer;
    } catch (error) {
      if (!(error instanceof StripeApiError) || !error.hasStarted) throw error;
      return store(createAnswer(error.status, { error: error.body }));
    }
  }

  function sendAnswer(
    res: ServerResponse,
    route: Route,
    answer: StoredAnswer,
    headers: Record<string, string> = {},
  ): void {
    if (route.hasAnswerFaults && faults.get().stripe === "timeout-after-create") {
      unansweredResponses.add(res);
      res.on("close", () => unansweredResponses.delete(res));
      return;
    }
    const retryHeader = answer.status >= 500 && { "stripe-should-retry": "false" };
    sendJson(res, answer.status, JSON.parse(answer.body) as unknown, { ...retryHeader, ...headers });
  }

  return {
    handle,
    close: () => unansweredResponses.forEach((res) => res.destroy()),
  };
}

const INITIAL_REFUND_STATUS = {
  normal: "succeeded",
  pending: "pending",
  "requires-action": "requires_action",
} as const satisfies Record<FaultState["refunds"], InitialRefundStatus>;

const RATE_LIMITED = new StripeApiError(429, {
  type: "invalid_request_error",
  code: "rate_limit",
  message: "Request rate limit exceeded.",
});

/** Accepts any test key and no live key. */
function authenticate(req: IncomingMessage): void {
  const [, key = ""] = (header(req, "authorization") ?? "").split(" ");
  if (/^(sk|rk)_test_\w+$/.test(key)) return;
  const message =
    key === ""
      ? "You did not provide an API key. You need to provide your API key in the Authorization header."
      : `Invalid API Key provided: ${key.slice(0, 7)}${"*".repeat(8)}`;
  throw new StripeApiError(401, { type: "invalid_request_error", message });
}
