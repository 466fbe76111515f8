import type Stripe from "stripe";
import { applyChange, StockShort } from "./apply-change.ts";
import type { Actor, Change } from "./change.ts";
import { getOrder, putPayment } from "./order-table.ts";
import type { Paid } from "./payment-rules.ts";
import { endHold, markPaid, markProcessing, refundUnfulfillable } from "./payment-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

/** What is read of a Stripe session, from the API or from an event. */
export type SessionState = Pick<
  Stripe.Checkout.Session,
  "id" | "status" | "payment_status" | "payment_intent" | "amount_total"
>;

type Options = { now: Date; by: string; stripeEventId?: string };

/**
 * Brings an order to where its Stripe session is: paid, on its way, expired. In whatever order and however often
 * the news comes, the order ends where Stripe is. Answers the order as it is afterwards.
 */
export async function settleSession(
  orderId: string,
  session: SessionState,
  options: Options,
): Promise<StoredOrder> {
  const { payment_status, status } = session;
  if (payment_status === "paid" || payment_status === "no_payment_required")
    return settlePaid(orderId, session, options);
  const cause: Actor = { by: options.by, now: options.now };
  const decide = (order: StoredOrder): Change | undefined => {
    if (status === "expired") return endHold(order, "expired", session.id, cause);
    return status === "complete" ? markProcessing(order, cause) : undefined;
  };
  return applyChange(orderId, decide, options);
}

/** A slow method said no: the pieces are for sale again. */
export const settleFailed = (orderId: string, sessionId: string, options: Options): Promise<StoredOrder> =>
  applyChange(
    orderId,
    (order) => endHold(order, "failed", sessionId, { by: options.by, now: options.now }),
    options,
  );

async function settlePaid(orderId: string, session: SessionState, options: Options): Promise<StoredOrder> {
  const paid: Paid = {
    sessionId: session.id,
    paymentIntentId: idOf(session.payment_intent) ?? session.id,
    amount: session.amount_total ?? 0,
  };
  const cause: Actor = { by: options.by, now: options.now };
  const also = (await isAlreadyPaidBy(orderId, paid)) ? [] : [putPayment(paid.paymentIntentId, orderId)];
  try {
    return await applyChange(orderId, (order) => markPaid(order, paid, cause), { ...options, also });
  } catch (error) {
    if (!(error instanceof StockShort)) throw error;
    // The hold had ended and others were faster: the money goes back, and the admin is shown why.
    return applyChange(orderId, (order) => refundUnfulfillable(order, paid, "sold-out", cause), {
      ...options,
      also,
    });
  }
}

const isAlreadyPaidBy = async (orderId: string, paid: Paid): Promise<boolean> =>
  (await getOrder(orderId))?.payment.paidSessionId === paid.sessionId;

/** The id of something that Stripe sends as an id or whole. */
export const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === "string" ? value : value?.id;
