/** Pure: the new order of a checkout with prices and tax. */
import type { OrderData } from "../../shared/order-data.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { PAYMENT_PAGE_MS } from "../../shared/payment-page.ts";
import { nextCheckAt } from "./hold-table.ts";
import type { TaxedOrder } from "../tax/add-tax.ts";
import type { StoredOrder } from "./stored-order.ts";

/** The hold ends this long after the session, so that nobody can pay for released pieces. */
const HOLD_AFTER_SESSION_MS = 5 * 60_000;

/** When the hold of an order with an open payment page ends (ISO 8601). */
export const holdEndAfterSession = (payment: StoredOrder["payment"]): string =>
  new Date(payment.expiresAt * 1000 + HOLD_AFTER_SESSION_MS).toISOString();

type Checkout = {
  orderId: string;
  orderNumber: string;
  data: OrderData;
  contentHash: string;
  consentToken: string;
  /**
   * Whether a consent to the newsletter counts only after the customer has confirmed it, or an earlier consent, by the link in a
   * mail.
   */
  mustConfirmNewsletter: boolean;
  linkToken: string;
  successUrl: string;
  cancelUrl: string;
  now: Date;
  discountUse?: StoredOrder["discountUse"];
};

export function newOrder(checkout: Checkout, taxedOrder: TaxedOrder): StoredOrder {
  const { data, now } = checkout;
  const { bill } = data;
  const at = now.toISOString();
  const expiresAtMs = +now + PAYMENT_PAGE_MS;
  return {
    orderId: checkout.orderId,
    orderNumber: checkout.orderNumber,
    orderDate: at,
    createdAt: at,
    updatedAt: at,
    orderStatus: ORDER_STATUS.pending,
    paymentStatus: "unpaid",
    billingInfo: {
      firstName: bill.fn,
      lastName: bill.ln,
      ...(bill.co ? { company: bill.co } : {}),
      email: bill.email,
      phoneNumber: bill.phone,
      address: bill.addr,
      city: bill.city,
      state: bill.state,
      zipCode: bill.zip,
      country: bill.country,
    },
    ...(taxedOrder.shippingInfo ? { shippingInfo: taxedOrder.shippingInfo } : {}),
    items: taxedOrder.items,
    financialInfo: taxedOrder.financialInfo,
    ...(taxedOrder.calculations.length > 0 ? { taxRecords: taxedOrder.calculations } : {}),
    marketingConsent: (data.updates ?? false) && !checkout.mustConfirmNewsletter,
    ...(data.updates && checkout.mustConfirmNewsletter ? { consentWaits: true } : {}),
    ...(data.updates ? { consentToken: checkout.consentToken } : {}),
    ...(checkout.discountUse ? { discountUse: checkout.discountUse } : {}),
    linkToken: checkout.linkToken,
    refunds: [],
    version: 1,
    history: [{ at, by: "customer", what: "placed" }],
    attemptId: data.oId,
    contentHash: checkout.contentHash,
    // The first hold is short, so that the pieces are freed soon when Stripe is down. `openSession` extends the hold.
    hold: { state: "held", endsAt: nextCheckAt(now) },
    payment: {
      n: 1,
      expiresAt: Math.ceil(expiresAtMs / 1000),
      successUrl: checkout.successUrl,
      cancelUrl: checkout.cancelUrl,
    },
    sequence: 1,
  };
}
