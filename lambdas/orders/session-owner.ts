/** Pure: which order a Stripe session pays for. Other applications may use the same Stripe account. */
import type Stripe from "stripe";
import { toCents } from "../../shared/money.ts";
import type { StoredOrder } from "./stored-order.ts";

type Session = Pick<Stripe.Checkout.Session, "id" | "payment_status" | "amount_total"> & {
  currency?: string | null | undefined;
  client_reference_id?: string | null | undefined;
  success_url?: string | null | undefined;
};

/**
 * Whether the session belongs to the order. If Stripe's answer was lost, the order has not recorded the session. Then the
 * session must name the order as its reference and have the order's total. Its metadata proves nothing, because any
 * application on the same Stripe account can set it.
 */
export const isSessionOf = (order: StoredOrder, session: Session): boolean =>
  session.id === order.stripeSessionId ||
  (session.client_reference_id === order.orderId &&
    session.currency === "usd" &&
    session.amount_total === toCents(order.financialInfo.total));

/** Whether a session without a stored order is paid and belongs to this shop, which means that the order was lost. */
export const isOfLostOrder = (orderId: string, session: Session, origin: string): boolean =>
  session.client_reference_id === orderId &&
  session.payment_status !== "unpaid" &&
  session.success_url?.startsWith(`${origin}/`) === true;
