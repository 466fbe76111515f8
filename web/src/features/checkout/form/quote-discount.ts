import type { CartLine } from "../../../../../shared/cart.ts";
import { normalizeCode } from "../../../../../shared/discount-code.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { AppliedCode } from "../../../../../shared/order-terms.ts";
import { ApiError } from "../../../api-error.ts";
import { call } from "../../../api.ts";
import { latestAttempt } from "../../../checkout-attempt.ts";
import { releaseSession } from "../release-session.ts";
import { isConnectionError, withPublicApi } from "../with-public-api.ts";

const requestQuote = (code: string, lines: readonly CartLine[], signal: AbortSignal): Promise<AppliedCode> =>
  withPublicApi((api) =>
    call(api.quoteDiscount, {
      body: { code, items: lines.map(({ product, quantity }) => ({ id: product.id, q: quantity })) },
      signal,
    }),
  );

/**
 * What the code takes off. Rejects if the server refuses the code or the request fails.
 *
 * An earlier order of the same customer, whose payment page is still open, may have reserved the last use of the code. The server
 * recognizes the customer only by a cookie, which may be missing. So if the code is used up, this function closes the payment page
 * and asks again.
 */
export async function quoteDiscount(
  code: string,
  lines: readonly CartLine[],
  signal: AbortSignal,
): Promise<AppliedCode> {
  try {
    return await requestQuote(code, lines, signal);
  } catch (failure) {
    const isUsedUp = failure instanceof ApiError && failure.reason === "code_used_up";
    const attempt = latestAttempt.read();
    // The contents are that order, as JSON. They name the code if the order reserved its use.
    if (!isUsedUp || !attempt?.contents.includes(`"code":${JSON.stringify(normalizeCode(code))}`))
      throw failure;
    // Without a session there is no page to close: it was closed before, or the server's answer to the order was lost.
    if (attempt.sessionId !== undefined && (await releaseSession(attempt.sessionId)) === "paid")
      throw failure;
    return requestQuote(code, lines, signal);
  }
}

/** Why a code could not be checked, for the customer. */
export function quoteFailureText(failure: unknown): string {
  if (isConnectionError(failure)) return messages.noConnection;
  return failure instanceof ApiError ? failure.message : messages.unavailable;
}
