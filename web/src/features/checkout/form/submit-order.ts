import type { CartLine } from "../../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../../shared/checkout-form.ts";
import { publicApi } from "../../../../../shared/api-public.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import type { ChangedLine } from "../../../../../shared/errors.ts";
import { messages } from "../../../../../shared/messages.ts";
import { toOrderData } from "../../../../../shared/order-data.ts";

import * as z from "zod/mini";
import { ApiError } from "../../../api-error.ts";
import { request } from "../../../api.ts";
import { attemptFor, latestAttempt } from "../checkout-storage.ts";
import { solveChallenge } from "./proof-of-work.ts";
import { releaseSession } from "../release-session.ts";
import { returnUrls } from "../order-url.ts";
import { toFormErrors } from "./fields.ts";

/** The result of submitting an order. */
export type SubmitResult =
  /** The payment page is at `url`. */
  | { kind: "ready"; url: string }
  /** The server has other prices (dollars) or less stock for these lines. */
  | { kind: "changed"; lines: ChangedLine[] }
  /** This order, or the earlier one of this tab, is already paid. */
  | { kind: "paid"; sessionId: string | undefined }
  | { kind: "failed"; message: string; detail?: string | undefined; fields: Record<string, string> };

/** ms after which a payment page has certainly expired. */
const SESSION_LIFETIME = 45 * 60_000;

/** Both parts are optional, because a missing URL has an error message of its own. */
const SessionBody = z.object({ sessionId: z.optional(z.string()), url: z.optional(z.string()) });

/** Payment pages have https, except those of the local stack. */
function isPaymentPage(url: string | undefined): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  return protocol === "https:" || (protocol === "http:" && isLocal);
}

const failed = (
  message: string,
  more: { detail?: string; fields?: Record<string, string> } = {},
): SubmitResult => ({
  kind: "failed",
  message,
  fields: {},
  ...more,
});

/** The order as JSON, without what differs between two attempts. */
export const contentsOf = (form: CheckoutForm, lines: readonly CartLine[]): string =>
  JSON.stringify(toOrderData(form, lines, "", 0));

/**
 * Sends the order; never throws. An earlier payment page with other contents is released first: it holds stock that this
 * order may need, and it could be paid as well. `now` in ms.
 */
export async function submitOrder(
  form: CheckoutForm,
  lines: readonly CartLine[],
  now: number,
): Promise<SubmitResult> {
  const latest = latestAttempt.read();
  const contents = contentsOf(form, lines);
  const attempt = attemptFor(contents, latest, now, () => crypto.randomUUID());
  try {
    if (latest?.sessionId && attempt !== latest) {
      const released = await releaseSession(latest.sessionId).catch((error: unknown) => {
        console.warn("The earlier payment page could not be released; it expires by itself", error);
        return "unknown" as const;
      });
      // The earlier page may still be open, and the customer could pay twice.
      if (released === "unknown" && now - latest.startedAt < SESSION_LIFETIME)
        return failed(messages.checkoutFailed, { detail: messages.earlierPaymentUnknown });
      if (released === "paid") {
        latestAttempt.clear();
        return { kind: "paid", sessionId: latest.sessionId };
      }
    }
    latestAttempt.write(attempt);
    const orderData = toOrderData(form, lines, attempt.id, attempt.startedAt);
    const response = await createSession({
      orderData,
      ...returnUrls(orderData, window.location.origin),
    });
    const parsed = z.safeParse(SessionBody, await response.json().catch(() => undefined));
    const { sessionId, url } = parsed.success ? parsed.data : {};
    if (sessionId !== undefined) latestAttempt.write({ ...attempt, sessionId });
    if (isPaymentPage(url)) return { kind: "ready", url };
    console.error(messages.stripeFailed);
    return failed(messages.paymentFailed);
  } catch (error) {
    return resultOf(error, attempt.sessionId);
  }
}

type CheckoutBody = BodyInput<typeof publicApi.createCheckoutSession>;

/** Creates the payment page. Under high load the server asks for a proof of work: the request is then sent again with it. */
async function createSession(body: CheckoutBody): Promise<Response> {
  try {
    return await request(publicApi.createCheckoutSession, { body });
  } catch (error) {
    if (!(error instanceof ApiError) || !error.challenge) throw error;
    const proof = await solveChallenge(error.challenge);
    return request(publicApi.createCheckoutSession, { body: { ...body, proof } });
  }
}

function resultOf(error: unknown, sessionId: string | undefined): SubmitResult {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return failed(messages.checkoutFailed);
  }
  if (error.status === 409 && error.lines.length > 0) return { kind: "changed", lines: error.lines };
  if (error.status === 409) {
    // The server would refuse this attempt every time.
    latestAttempt.clear();
    if (error.reason === "already_paid") return { kind: "paid", sessionId };
  }
  if (error.status === 400) {
    // An error of the order as a whole has no field in the form.
    const detail = error.fields["orderData.items"];
    return failed(messages.checkoutFailed, {
      fields: toFormErrors(error.fields),
      ...(detail === undefined ? {} : { detail }),
    });
  }
  // On 429, show the server's reason.
  return failed(messages.checkoutFailed, error.status === 429 ? { detail: error.message } : {});
}
