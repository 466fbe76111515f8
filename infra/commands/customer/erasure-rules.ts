/** Pure rules: which orders lose their personal data, and what stays for bookkeeping. */
import { openCauses } from "../../../lambdas/orders/attention-rules.ts";
import { type Actor, type Change, withHistory } from "../../../lambdas/orders/change.ts";
import type { StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import { ATTENTION_LABEL } from "../../../shared/attention.ts";
import type { HistoryEntry } from "../../../shared/order.ts";
import { ORDER_STATUS } from "../../../shared/order-status.ts";

/** Orders that were never paid are deleted as a whole. */
export const wasEverPaid = ({ payment }: StoredOrder): boolean => payment.paidSessionId !== undefined;

/** Why the personal data of an order is still needed; undefined if it can be erased now. */
export function erasureRefusal(order: StoredOrder, now: Date): string | undefined {
  return wasEverPaid(order) ? refusalOfPaid(order, now) : refusalOfUnpaid(order, now);
}

function refusalOfUnpaid({ hold, payment, paymentStatus }: StoredOrder, now: Date): string | undefined {
  if (paymentStatus === "processing") return "its payment is on its way";
  if (hold.state === "held") return `its pieces are held until ${hold.endsAt}`;
  if (payment.expiresAt * 1000 > +now)
    return `its payment page may be open until ${new Date(payment.expiresAt * 1000).toISOString()}`;
  return undefined;
}

/** A bank may return a refund even weeks later. The shop then needs the customer's address to pay in another way. */
const REFUND_MAY_FAIL_MS = 30 * 86_400_000;

/**
 * Until when a refund that succeeded may still fail; undefined if no refund can fail any more. A refund may succeed weeks
 * after its request, so the times in the history count too.
 */
function refundMayFailUntil({ refunds, history }: StoredOrder, now: Date): Date | undefined {
  const succeededRefunds = refunds.filter(({ status }) => status === "succeeded");
  if (succeededRefunds.length === 0) return undefined;
  const successes = history.filter(({ what }) => what === "refund succeeded");
  const times = [...succeededRefunds, ...successes].map(({ at }) => Date.parse(at));
  const lastDeadline = Math.max(...times) + REFUND_MAY_FAIL_MS;
  return lastDeadline > +now ? new Date(lastDeadline) : undefined;
}

function refusalOfPaid(order: StoredOrder, now: Date): string | undefined {
  if (order.refunds.some(({ status }) => status === "requested" || status === "pending"))
    return "a refund is not complete";
  if (order.disputes?.some(({ status }) => status === "open" || status === "inquiry"))
    return "a dispute is open";
  if (order.orderStatus === ORDER_STATUS.pending) return "it is neither completed nor cancelled";
  const refundEnd = refundMayFailUntil(order, now);
  if (refundEnd)
    return `its refund may still come back from the bank until ${refundEnd.toISOString()}, and the customer must then be reached`;
  const [openCause] = openCauses(order);
  return openCause && `it needs attention: ${ATTENTION_LABEL[openCause.cause].toLowerCase()}`;
}

/** The kinds of history entries whose `from` and `to` an admin or the customer has typed. */
const KINDS_WITH_TYPED_TEXT = ["tracking", "reason", "address changed"];
/** The entry without text that may contain the customer's name or address. */
function withoutTypedText(entry: HistoryEntry): HistoryEntry {
  if (!KINDS_WITH_TYPED_TEXT.includes(entry.what)) return entry;
  const { from: _from, to: _to, ...keptFields } = entry;
  return keptFields;
}

/**
 * The paid order with its amounts, items, dates and Stripe's ids, but without the customer's data. Undefined
 * if the order was erased before.
 */
export function eraseCustomerData(order: StoredOrder, actor: Actor): Change | undefined {
  if (order.erased) return undefined;
  const {
    billingInfo,
    shippingInfo,
    tracking: _tracking,
    notes: _notes,
    consentToken: _consentToken,
    linkToken: _linkToken,
    requests: _requests,
    consentWaits: _consentWaits,
    discountUse,
    ...keptFields
  } = order;
  const { url: _url, ...payment } = order.payment;
  const erasedOrder: StoredOrder = {
    ...keptFields,
    payment,
    ...(discountUse && { discountUse: { ...discountUse, customer: undefined } }),
    ...(shippingInfo && { shippingInfo: { ...shippingInfo, address: "", city: "", zipCode: "" } }),
    refunds: order.refunds.map(({ note: _note, ...refund }) => refund),
    marketingConsent: false,
    // The customer's data is a part of what is hashed.
    contentHash: "",
    history: order.history.map(withoutTypedText),
    erased: {
      at: actor.now.toISOString(),
      state: billingInfo?.state ?? "",
      country: billingInfo?.country ?? "",
    },
  };
  return {
    order: withHistory(erasedOrder, actor, { what: "personal data erased" }),
    events: [{ type: "OrderErased" }],
  };
}
