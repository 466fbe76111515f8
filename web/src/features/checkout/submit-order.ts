import type { CartLine } from "../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../shared/checkout-form.ts";
import { publicApi } from "../../../../shared/api-public.ts";
import type { BodyInput } from "../../../../shared/endpoint.ts";
import type { ChangedLine } from "../../../../shared/errors.ts";
import { messages } from "../../../../shared/messages.ts";
import { toOrderData } from "../../../../shared/order-data.ts";
import * as z from "zod/mini";
import { ApiError } from "../../api-error.ts";
import { request } from "../../api.ts";
import { attemptFor, latestAttempt } from "../../purchase/attempt.ts";
import { prove } from "../../purchase/prove.ts";
import { releaseSession } from "../../purchase/release-session.ts";
import { returnUrls } from "./return-urls.ts";
import { formFields } from "./server-fields.ts";

/** How a submitted order went. */
export type Outcome =
  /** The payment page waits at `url`. */
  | { kind: "ready"; url: string }
  /** The server's lines differ: prices in dollars and what is left. */
  | { kind: "changed"; lines: ChangedLine[] }
  /** This order, or the one that this tab sent before it, is paid. */
  | { kind: "paid"; sessionId: string | undefined }
  | { kind: "failed"; message: string; detail?: string | undefined; fields: Record<string, string> };

/** A payment page is closed by then, in ms. */
const SESSION_LIFE = 45 * 60_000;

/** Lenient: an answer without a usable address has a message of its own. */
const Answer = z.object({ sessionId: z.optional(z.string()), url: z.optional(z.string()) });

/** A payment page is https, or on this very machine. */
function isPaymentPage(url: string | undefined): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  const here = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  return protocol === "https:" || (protocol === "http:" && here);
}

const failed = (
  message: string,
  more: { detail?: string; fields?: Record<string, string> } = {},
): Outcome => ({
  kind: "failed",
  message,
  fields: {},
  ...more,
});

/** What is ordered, without what differs between two attempts at the same. */
export const contentsOf = (form: CheckoutForm, lines: readonly CartLine[]): string =>
  JSON.stringify(toOrderData(form, lines, "", 0));

/**
 * Sends the order and answers what came of it; never throws. An earlier payment page for other contents is released
 * first, so that nobody competes with their own hold or pays twice. `now` in ms.
 */
export async function submitOrder(
  form: CheckoutForm,
  lines: readonly CartLine[],
  now: number,
): Promise<Outcome> {
  const latest = latestAttempt.read();
  const contents = contentsOf(form, lines);
  const attempt = attemptFor(contents, latest, now, () => crypto.randomUUID());
  try {
    if (latest?.sessionId && attempt !== latest) {
      const released = await releaseSession(latest.sessionId).catch((error: unknown) => {
        console.warn("The earlier payment page could not be released; it ends by itself", error);
        return "unknown" as const;
      });
      // It may be paid, or still open: nobody should pay twice.
      if (released === "unknown" && now - latest.startedAt < SESSION_LIFE)
        return failed(messages.checkoutFailed, { detail: messages.earlierPaymentUnknown });
      if (released === "paid") {
        latestAttempt.clear();
        return { kind: "paid", sessionId: latest.sessionId };
      }
    }
    latestAttempt.write(attempt);
    const orderData = toOrderData(form, lines, attempt.id, attempt.startedAt);
    const response = await requestWithProof({
      orderData,
      ...returnUrls(orderData, window.location.origin),
    });
    const answer = z.safeParse(Answer, await response.json().catch(() => undefined));
    const { sessionId, url } = answer.success ? answer.data : {};
    if (sessionId !== undefined) latestAttempt.write({ ...attempt, sessionId });
    if (isPaymentPage(url)) return { kind: "ready", url };
    console.error(messages.stripeFailed);
    return failed(messages.paymentFailed);
  } catch (error) {
    return outcomeOf(error, attempt.sessionId);
  }
}

type CheckoutBody = BodyInput<typeof publicApi.createCheckoutSession>;

/** Sends the order; while the shop is crowded, once more with the proof of work that it asks for. */
async function requestWithProof(body: CheckoutBody): Promise<Response> {
  try {
    return await request(publicApi.createCheckoutSession, { body });
  } catch (error) {
    if (!(error instanceof ApiError) || !error.challenge) throw error;
    const proof = await prove(error.challenge);
    return request(publicApi.createCheckoutSession, { body: { ...body, proof } });
  }
}

function outcomeOf(error: unknown, sessionId: string | undefined): Outcome {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return failed(messages.checkoutFailed);
  }
  if (error.status === 409 && error.lines.length > 0) return { kind: "changed", lines: error.lines };
  if (error.status === 409) {
    // Sent again, this attempt would be refused again.
    latestAttempt.clear();
    if (error.message === messages.alreadyPaid) return { kind: "paid", sessionId };
  }
  if (error.status === 400) {
    // What is wrong with the order as a whole has no field in the form.
    const detail = error.fields["orderData.items"];
    return failed(messages.checkoutFailed, {
      fields: formFields(error.fields),
      ...(detail === undefined ? {} : { detail }),
    });
  }
  // Whoever has to wait is told for what.
  return failed(messages.checkoutFailed, error.status === 429 ? { detail: error.message } : {});
}
