import type Stripe from "stripe";
import type { publicApi } from "../../shared/api-public.ts";
import type { Output } from "../../shared/endpoint.ts";
import { paymentMessages } from "../../shared/payment-messages.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { AppError } from "../lib/errors.ts";
import { log, addOrderToLog } from "../lib/log.ts";
import { getOrder, findOrderIdOfSession } from "./order-table.ts";
import { paymentOutcome } from "./payment-outcome.ts";
import { readTicketsAndPickUpCode } from "./read-tickets-and-pick-up-code.ts";
import { isReceiptFull, toReceipt } from "./receipt.ts";
import { settleSession } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * The outcome of a session's payment, with the receipt and, for a day after the payment, the order's codes. Throws 404 for a
 * session that the shop did not open, and 503 when the order is stored as unpaid and Stripe does not answer.
 * `issuesTickets`: the stage issues tickets.
 */
export async function verifyPayment(
  getStripe: () => Promise<Stripe>,
  sessionId: string,
  now: Date,
  issuesTickets: boolean,
): Promise<Output<typeof publicApi.verifyPayment>> {
  const orderId = await findOrderIdOfSession(sessionId);
  if (orderId) addOrderToLog(orderId);
  const storedOrder = orderId ? await getOrder(orderId) : undefined;
  if (!storedOrder) throw new AppError(404, paymentMessages.verifyFailed);
  const isSettled = storedOrder.payment.paidSessionId === sessionId;
  const order = isSettled ? storedOrder : await settleFromStripe(getStripe, storedOrder, sessionId, now);
  return {
    orderId: order.orderId,
    ...paymentOutcome(order, sessionId),
    receipt: toReceipt(order, now, issuesTickets),
    ...(issuesTickets && isReceiptFull(order, now) ? await readTicketsAndPickUpCode(order, now) : {}),
  };
}

/** The call has a short timeout and no retry, because the customer waits. */
const STRIPE_TIMEOUT_MS = 4_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Reads the session from Stripe and settles the order by the same rules as Stripe's event. Customers often return from
 * the payment page before the event arrives. If reading or settling fails, returns the order as stored. For an
 * unpaid order throws 503 instead, because its customer may have paid and would pay again.
 * https://docs.stripe.com/checkout/fulfillment
 */
async function settleFromStripe(
  getStripe: () => Promise<Stripe>,
  order: StoredOrder,
  sessionId: string,
  now: Date,
): Promise<StoredOrder> {
  try {
    const { checkout } = await getStripe();
    const options = { timeout: STRIPE_TIMEOUT_MS, maxNetworkRetries: 0 };
    const session = await checkout.sessions.retrieve(sessionId, undefined, options);
    return await settleSession(order, session, { now, by: "stripe" });
  } catch (error) {
    if (order.paymentStatus === "unpaid")
      throw new AppError(503, apiMessages.paymentUnchecked, {
        retryAfter: RETRY_AFTER_SECONDS,
        cause: error,
      });
    log.warn("The state of a session could not be read from Stripe", {
      orderId: order.orderId,
      error: String(error),
    });
    return order;
  }
}
