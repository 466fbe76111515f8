import { publicApi } from "../../../../../shared/api-public.ts";
import type { CartLine } from "../../../../../shared/cart.ts";
import { call } from "../../../api.ts";
import { clearAttempt, clearUnverifiedSession } from "../checkout-storage.ts";
import { finishOrder, withoutBought } from "../finish-order.ts";
import { isProcessing, updateProcessingOrders } from "../processing-orders.ts";

/** After this time the form is shown without a check, because a submit checks the earlier payment again. */
const TIMEOUT_MS = 8_000;

type ReplaceLines = (change: (lines: readonly CartLine[]) => CartLine[]) => void;

/**
 * Requests the state of a session's payment, and updates what the browser stores about the session. Removes the items of a
 * paid order from the cart, by `replace`. Resolves with 'notPayable' if the session was paid or its payment is being
 * processed, or 'none' if it can still be paid or has ended unpaid. Throws `ApiError` if the request fails, and the signal's
 * reason if it is aborted.
 */
export async function checkEarlierPayment(
  sessionId: string,
  replace: ReplaceLines,
  signal: AbortSignal,
): Promise<"none" | "notPayable"> {
  const payment = await call(publicApi.verifyPayment, { body: { sessionId }, signal, timeoutMs: TIMEOUT_MS });
  signal.throwIfAborted();
  updateProcessingOrders(sessionId, payment);
  const { orderId, paymentStatus, receipt } = payment;
  const isOpen = paymentStatus === "unpaid" && !isProcessing(payment);
  // The id of an open payment page stays stored, so that a submit of another order closes the page first.
  if (!isOpen) clearUnverifiedSession(sessionId);
  if (isOpen || paymentStatus === "failed" || paymentStatus === "expired") return "none";
  if (paymentStatus === "paid" && finishOrder(orderId, sessionId))
    replace((lines) => withoutBought(lines, receipt.items));
  clearAttempt(sessionId);
  return "notPayable";
}
