import type { OrderData, UrlOrderData } from "../../../../shared/order-data.ts";
import { paths } from "../../paths.ts";

/** Stripe puts the session's id here; its braces stay as they are. https://docs.stripe.com/payments/checkout/custom-success-page */
const SESSION_ID = "{CHECKOUT_SESSION_ID}";
/** Payment pages cut or refuse addresses much longer than this. */
const LONGEST = 2000;

/** Where the payment page sends people back to. The summary (items and total only) is left out where it is too long. */
export function returnUrls(order: OrderData, origin: string): { successUrl: string; cancelUrl: string } {
  const summary: UrlOrderData = {
    items: order.items.map(({ n, q, p }) => ({ n, q, p })),
    total: order.fin.tot,
  };
  const success = `${origin}${paths.checkoutSuccess}?session_id=${SESSION_ID}`;
  const whole = `${success}&orderData=${encodeURIComponent(JSON.stringify(summary))}`;
  return {
    successUrl: whole.length <= LONGEST ? whole : success,
    cancelUrl: origin + paths.checkoutCancel,
  };
}
