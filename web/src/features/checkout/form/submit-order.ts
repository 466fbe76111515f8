import type { CartLine } from "../../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../../shared/checkout-form.ts";
import type { publicApi } from "../../../../../shared/api-public.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import type { ChangedLine, OrderFigures } from "../../../../../shared/errors.ts";
import { checkoutMessages } from "../../../../../shared/checkout-messages.ts";
import type { OrderTerms } from "../../../../../shared/order-terms.ts";
import { toOrderData } from "../../../../../shared/order-from-cart.ts";
import * as z from "zod/mini";
import { ApiError } from "../../../api-error.ts";
import { request } from "../../../api.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { Attempt } from "../../../checkout-attempt.ts";
import { latestAttempt } from "../../../checkout-attempt.ts";
import { attemptFor, clearAttempt, clearUnverifiedSession, unverifiedSession } from "../checkout-storage.ts";
import { solveChallenge } from "./proof-of-work.ts";
import type { EarlierOrder } from "../processing-orders.ts";
import { findEarlierOrders } from "../processing-orders.ts";
import { releaseSession } from "../release-session.ts";
import { isConnectionError, withPublicApi } from "../with-public-api.ts";
import { returnUrls } from "../order-url.ts";
import { toFormErrors } from "./error-fields.ts";

export type SubmitResult =
  /** The payment page is at `url`. */
  | { kind: "ready"; url: string }
  /**
   * The cart or its amounts have changed. `lines`: the server's prices (in dollars) and stock, also of lines that have not
   * changed. `figures`: the server's amounts of the order, unless it compared only the lines.
   */
  | { kind: "changed"; lines: ChangedLine[]; figures: OrderFigures | undefined }
  /** These earlier orders contain lines of the cart, and are paid or being paid. The visitor decides what to do. */
  | { kind: "ordered"; orders: EarlierOrder[] }
  /** This order, or the order of an earlier attempt, is already paid or being paid. */
  | { kind: "paid"; sessionId: string | undefined }
  /** `detail`: a second sentence for the visitor. `fields`: messages by field of the form. */
  | { kind: "failed"; message: string; detail?: string | undefined; fields: Record<string, string> };

/** After this time a payment page has certainly expired. */
const SESSION_LIFETIME_MS = 45 * 60_000;

/** Both fields are optional, because each is used without the other. */
const SessionBody = z.object({ sessionId: z.optional(z.string()), url: z.optional(z.string()) });

/** Payment pages use https, except in the local stack. */
function isPaymentPage(url: string | undefined): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  return protocol === "https:" || (protocol === "http:" && isLocal);
}

const failedResult = (
  message: string,
  details: { detail?: string; fields?: Record<string, string> } = {},
): SubmitResult => ({
  kind: "failed",
  message,
  fields: {},
  ...details,
});

/** The order as JSON, without the attempt's id and time. */
export const contentsOf = (form: CheckoutForm, lines: readonly CartLine[], terms?: OrderTerms): string =>
  JSON.stringify(toOrderData(form, lines, "", 0, terms));

const noTerms = (): Promise<OrderTerms | undefined> => Promise.resolve(undefined);

/** The sessions of other attempts that this customer may have paid or may still pay. */
function earlierSessionIds(storedAttempt: Attempt | undefined, attempt: Attempt): Set<string> {
  const sessionIds = [storedAttempt?.sessionId, unverifiedSession.read()];
  return new Set(sessionIds.flatMap((id) => (id === undefined || id === attempt.sessionId ? [] : [id])));
}

/**
 * Sends the order; never throws. First looks for earlier orders that are paid or being paid and contain lines of
 * the cart, unless the visitor wants these lines again (`wantsToOrderAgain`). Then closes the payment
 * pages of other attempts. Their orders hold stock that this order may need, and the customer could pay
 * them all. `loadTerms` resolves with the order's terms, or undefined for the default terms.
 */
export async function submitOrder(
  form: CheckoutForm,
  lines: readonly CartLine[],
  nowMs: number,
  wantsToOrderAgain = false,
  loadTerms = noTerms,
): Promise<SubmitResult> {
  const earlierOrders = wantsToOrderAgain ? [] : await findEarlierOrders(lines);
  if (earlierOrders.length > 0) return { kind: "ordered", orders: earlierOrders };
  const storedAttempt = latestAttempt.read();
  let attempt = storedAttempt;
  try {
    const terms = await loadTerms();
    const contents = contentsOf(form, lines, terms);
    attempt = attemptFor(contents, storedAttempt, nowMs, () => crypto.randomUUID());
    for (const sessionId of earlierSessionIds(storedAttempt, attempt)) {
      const releaseResult = await releaseSession(sessionId).catch((error: unknown) => {
        console.warn("The earlier payment page could not be released; it expires by itself", error);
        return isConnectionError(error) ? ("no-connection" as const) : ("unknown" as const);
      });
      const openedAt = storedAttempt?.openedAt;
      const mayBePaid =
        sessionId === unverifiedSession.read() ||
        openedAt === undefined ||
        nowMs - openedAt < SESSION_LIFETIME_MS;
      const hasNoConnection = releaseResult === "no-connection";
      // The earlier payment page may be open or paid, so the customer could pay twice.
      if ((hasNoConnection || releaseResult === "unknown") && mayBePaid)
        return failedResult(hasNoConnection ? messages.noConnection : checkoutMessages.checkoutFailed, {
          detail: checkoutMessages.earlierPaymentUnknown,
        });
      if (releaseResult === "paid") {
        clearUnverifiedSession(sessionId);
        clearAttempt(sessionId);
        return { kind: "paid", sessionId };
      }
    }
    latestAttempt.write(attempt);
    const orderData = toOrderData(form, lines, attempt.id, attempt.startedAt, terms);
    const response = await createSession({
      orderData,
      ...returnUrls(orderData, window.location.origin),
    });
    const parsedBody = z.safeParse(SessionBody, await response.json().catch(() => undefined));
    const { sessionId, url } = parsedBody.success ? parsedBody.data : {};
    if (sessionId !== undefined)
      latestAttempt.write({
        ...attempt,
        sessionId,
        openedAt: nowMs,
        heldUntil: nowMs + SESSION_LIFETIME_MS,
      });
    if (isPaymentPage(url)) return { kind: "ready", url };
    console.error(checkoutMessages.stripeFailed);
    return failedResult(checkoutMessages.paymentFailed);
  } catch (error) {
    return resultOfError(error, attempt?.sessionId, form);
  }
}

type CheckoutBody = BodyInput<typeof publicApi.createCheckoutSession>;

/**
 * Creates the payment page. While much of the stock is held, the server requires a proof of work, and the request is repeated
 * with it. If the visitor leaves the page meanwhile, the server's error is thrown: the order of a visitor who has left would
 * only hold stock.
 */
async function createSession(body: CheckoutBody): Promise<Response> {
  const { pathname } = window.location;
  try {
    return await withPublicApi((api) => request(api.createCheckoutSession, { body }));
  } catch (error) {
    if (!(error instanceof ApiError) || !error.challenge) throw error;
    const proof = await solveChallenge(error.challenge, () => window.location.pathname === pathname);
    if (!proof) throw error;
    return withPublicApi((api) => request(api.createCheckoutSession, { body: { ...body, proof } }));
  }
}

function resultOfError(error: unknown, sessionId: string | undefined, form: CheckoutForm): SubmitResult {
  if (isConnectionError(error)) return failedResult(messages.noConnection);
  if (!(error instanceof ApiError)) {
    console.error(error);
    return failedResult(checkoutMessages.checkoutFailed);
  }
  if (error.status === 409 && error.lines.length > 0) {
    const { lines, figures } = error;
    return { kind: "changed", lines, figures };
  }
  if (error.status === 409) {
    // The server would refuse this attempt again, so the next submit has to be another attempt.
    latestAttempt.clear();
    if (error.reason === "already_paid") return { kind: "paid", sessionId };
    if (error.reason === "code_refused" || error.reason === "code_used_up")
      return failedResult(error.message);
  }
  if (error.status === 400) {
    // The form has no field for an error of the whole order.
    const detail = error.fields["orderData.items"];
    return failedResult(checkoutMessages.checkoutFailed, {
      fields: toFormErrors(error.fields, form),
      ...(detail === undefined ? {} : { detail }),
    });
  }
  // On 429, show the server's reason.
  return failedResult(checkoutMessages.checkoutFailed, error.status === 429 ? { detail: error.message } : {});
}
