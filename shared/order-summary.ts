import { DoNotSendCause, toDoNotSendFields } from "./attention.ts";
import { toCents, toDollars } from "./money.ts";
import type { BillingInfo, Delivery, Order, OrderSummary } from "./order.ts";
import { isAllReturned } from "./order-total.ts";
import { cityLine } from "./postal-address.ts";
import { TICKET } from "./product.ts";
import { hasItemsToPack } from "./remaining-items.ts";

/** The customer's first and last name; '' without billing information. */
export const customerName = (billing: Pick<BillingInfo, "firstName" | "lastName"> | undefined): string =>
  [billing?.firstName, billing?.lastName].filter(Boolean).join(" ");

/** How the customer gets the order's goods; 'none' if it has only tickets. */
export function deliveryOf({ shippingInfo, items }: Pick<Order, "shippingInfo" | "items">): Delivery {
  if (shippingInfo) return "ship";
  return items.some(({ category }) => category !== TICKET) ? "pick-up" : "none";
}

export const hasTicket = ({ items }: { items: readonly { category: string }[] }): boolean =>
  items.some(({ category }) => category === TICKET);

const summaryLine = ({ name, quantity, size, color }: Order["items"][number]) => ({
  name,
  quantity,
  ...(size ? { size } : {}),
  ...(color ? { color } : {}),
});

type SummarySource = Omit<
  OrderSummary,
  | "customer"
  | "items"
  | "total"
  | "erased"
  | "asks"
  | "doNotSend"
  | "disputeLost"
  | "packed"
  | "nothingToPack"
> &
  Pick<
    Order,
    | "billingInfo"
    | "shippingInfo"
    | "items"
    | "financialInfo"
    | "refunds"
    | "disputes"
    | "paymentIntentId"
    | "erased"
    | "requests"
    | "attention"
    | "packedAt"
  >;

/** The customer's name in the back office after the personal data of the order was erased. */
export const ERASED_CUSTOMER = "Erased at the customer's request";

type Address = Pick<BillingInfo, "address" | "city" | "state" | "zipCode">;

/** '12 Barrel Rd, Louisville, KY 40202'; '' without an address. */
const addressLine = ({ address, city, state, zipCode }: Address): string =>
  [address, cityLine({ city, state, zip: zipCode })].filter(Boolean).join(", ");

function customerOf({
  billingInfo: billing,
  erased,
}: Pick<Order, "billingInfo" | "erased">): OrderSummary["customer"] {
  if (!billing) return { name: erased ? ERASED_CUSTOMER : "", email: "" };
  const address = addressLine(billing);
  return {
    name: customerName(billing),
    email: billing.email,
    ...(billing.phoneNumber ? { phone: billing.phoneNumber } : {}),
    ...(address ? { address } : {}),
  };
}

const asksField = ({ requests = [] }: Pick<Order, "requests">): Pick<OrderSummary, "asks"> => {
  const openKinds = requests.filter(({ state }) => state === "open").map(({ kind }) => kind);
  return openKinds.length > 0 ? { asks: [...new Set(openKinds)] } : {};
};

type DisputedOrder = Pick<Order, "disputes" | "financialInfo" | "paymentIntentId">;

/**
 * The cents of the order's own payment that ended disputes took from the shop. A second payment does not count. A dispute that
 * names no payment may be about a second payment, so the sum is at most the order's `financialInfo.withdrawn`.
 */
export function lostCentsOf({ disputes = [], financialInfo, paymentIntentId }: DisputedOrder): number {
  const lostCents = disputes
    .filter(({ status }) => status === "lost" || status === "closed")
    .filter((dispute) => (dispute.paymentIntentId ?? paymentIntentId) === paymentIntentId)
    .reduce((cents, { withdrawn }) => cents + toCents(withdrawn), 0);
  return Math.min(lostCents, toCents(financialInfo.withdrawn ?? 0));
}

/**
 * Why the bank forbids to send the items of an order; undefined if it does not. An open cause forbids it until the cause is
 * closed: the loss of a part of the money forbids it until an admin acknowledges the loss. If all of the money went back, and
 * some of it by a lost dispute, the items are never sent. A dispute of a second payment does not count, because the money for
 * the items is safe.
 */
export function doNotSendCauseOf(
  order: DisputedOrder & Pick<Order, "attention">,
): DoNotSendCause | undefined {
  const { attention = [], disputes = [], financialInfo, paymentIntentId } = order;
  const otherDisputeIds = disputes
    .filter((dispute) => (dispute.paymentIntentId ?? paymentIntentId) !== paymentIntentId)
    .map(({ disputeId }) => disputeId);
  const ownCauses = attention.filter(({ about }) => !otherDisputeIds.includes(about));
  const openCause = DoNotSendCause.options.find((option) => ownCauses.some(({ cause }) => cause === option));
  if (openCause) return openCause;
  const lostCents = lostCentsOf(order);
  const returnedCents = toCents(financialInfo.refunded) + lostCents;
  return lostCents > 0 && isAllReturned(returnedCents, toCents(financialInfo.total))
    ? "dispute-lost"
    : undefined;
}

/** The cents of the order's own payment that are on their way back. A second payment is refunded separately. */
export const requestedCentsOf = ({ refunds, paymentIntentId }: Pick<Order, "refunds" | "paymentIntentId">) =>
  refunds
    .filter(({ status }) => status === "requested" || status === "pending")
    .filter((refund) => refund.paymentIntentId === paymentIntentId)
    .reduce((cents, { amount }) => cents + toCents(amount), 0);

const lostField = (order: DisputedOrder) => {
  const cents = lostCentsOf(order);
  return cents > 0 ? { lost: toDollars(cents) } : {};
};

const amountFields = ({ discount, discountCode, shipping, tax, refunded }: Order["financialInfo"]) => ({
  ...(discount ? { discount } : {}),
  ...(discountCode === undefined ? {} : { discountCode }),
  ...(shipping > 0 ? { shipping } : {}),
  ...(tax ? { tax } : {}),
  ...(refunded > 0 ? { refunded } : {}),
});

/** The row of an order in the back office's list. */
export const summaryOf = (order: SummarySource): OrderSummary => ({
  orderId: order.orderId,
  ...(order.orderNumber === undefined ? {} : { orderNumber: order.orderNumber }),
  orderDate: order.orderDate,
  createdAt: order.createdAt,
  updatedAt: order.updatedAt,
  orderStatus: order.orderStatus,
  paymentStatus: order.paymentStatus,
  ...(order.refunding ? { refunding: true } : {}),
  ...(order.erased ? { erased: true } : {}),
  delivery: deliveryOf(order),
  ...(order.ready ? { ready: true } : {}),
  ...(order.packedAt === undefined ? {} : { packed: true }),
  ...(deliveryOf(order) === "none" || hasItemsToPack(order) ? {} : { nothingToPack: true }),
  ...(order.tracking ? { tracking: order.tracking } : {}),
  hasTicket: hasTicket(order),
  customer: customerOf(order),
  ...(order.shippingInfo ? { shipTo: addressLine(order.shippingInfo) } : {}),
  items: order.items.map(summaryLine),
  total: order.financialInfo.total,
  ...asksField(order),
  ...toDoNotSendFields(doNotSendCauseOf(order)),
  ...amountFields(order.financialInfo),
  ...lostField(order),
  version: order.version,
});

/** How an order's delivery is named in the back office. */
export const DELIVERY_LABEL = {
  ship: "Ship",
  "pick-up": "Pick up",
  none: "Tickets",
} as const satisfies Record<Delivery, string>;
