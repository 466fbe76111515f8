import { CAUSES_BY_CUSTOMER } from "./attention.ts";
import { countryName } from "./country-codes.ts";
import { disputedPart, isPaidAfterEvent, noDeliveryOf, returnedByBank } from "./customer-promises.ts";
import { lineTotal, toDollars } from "./money.ts";
import { orderNumberOf } from "./order-number.ts";
import type { PaymentStatus } from "./order-status.ts";
import {
  BEING_REFUNDED,
  DISPUTED,
  PAYMENT_STATUS_LABEL,
  REFUND_FAILED,
  statusWithoutAttention,
} from "./order-status.ts";
import { customerName, lostCentsOf } from "./order-summary.ts";
import type { Order } from "./order.ts";
import { actualDelivery } from "./packing.ts";
import type { Receipt } from "./receipt-data.ts";
import { refundedQuantity } from "./refunded-pieces.ts";
import { SHOP_COUNTRY } from "./shop-country.ts";

/** The labels of the back office. Only 'needs attention' is replaced, because it does not concern the customer. */
const CUSTOMER_STATUS_LABEL = {
  ...PAYMENT_STATUS_LABEL,
  "needs-attention": "Paid, being looked at",
} as const satisfies Record<PaymentStatus, string>;

/**
 * The receipt of an order. `isFull`: with email address and streets, in mails, and on a page that is read within a day of the
 * payment or by a confirmed customer. `issuesTickets`: the stage issues tickets.
 */
export function receiptOf(
  order: Order,
  { isFull, issuesTickets }: { isFull: boolean; issuesTickets: boolean | undefined },
): Receipt {
  const { billingInfo, shippingInfo } = order;
  const delivery = actualDelivery(order);
  const noDelivery = noDeliveryOf(order);
  return {
    orderNumber: orderNumberOf(order),
    date: order.orderDate,
    customer: {
      name: customerName(billingInfo),
      ...(isFull && billingInfo ? { email: billingInfo.email, address: billingInfo.address } : {}),
      city: billingInfo?.city ?? "",
      state: billingInfo?.state ?? "",
      zip: billingInfo?.zipCode ?? "",
    },
    ...(shippingInfo
      ? {
          shipTo: {
            ...(isFull ? { address: shippingInfo.address } : {}),
            city: shippingInfo.city,
            state: shippingInfo.state,
            zip: shippingInfo.zipCode,
            ...foreignCountryField(shippingInfo),
          },
        }
      : {}),
    ...(shippingInfo?.arrives ? { arrives: shippingInfo.arrives } : {}),
    items: order.items.map((item, line) => ({
      productId: item.productId,
      ...(item.variantId ? { variantId: item.variantId } : {}),
      name: item.name,
      ...(item.size ? { size: item.size } : {}),
      ...(item.color ? { color: item.color } : {}),
      category: item.category,
      ...(item.imageUrl ? { imageUrl: item.imageUrl } : {}),
      ...(item.event ? { event: item.event } : {}),
      quantity: item.quantity,
      priceEach: item.priceEach,
      lineTotal: lineTotal(item.priceEach, item.quantity),
      ...refundedField(order, line),
    })),
    ...amountFields(order.financialInfo),
    ...returnedByBankField(order),
    ...disputedField(order),
    delivery,
    ...(noDelivery && (noDelivery === "over" || delivery !== "none") ? { noDelivery } : {}),
    ...(issuesTickets ? { admission: "code" } : {}),
    ...(isPaidAfterEvent(order) ? { paidAfterEvent: true } : {}),
    orderStatus: order.orderStatus,
    ...(order.ready ? { ready: true } : {}),
    paymentMethod: order.financialInfo.total > 0 ? "Credit Card" : "None, nothing to pay",
    transactionId: order.paymentIntentId ?? "",
    status: statusOf(order),
  };
}

function refundedField(order: Order, line: number): { refunded?: number } {
  const refunded = refundedQuantity(order, line);
  return refunded > 0 ? { refunded } : {};
}

function returnedByBankField(order: Order): { returnedByBank?: number } {
  const dollars = returnedByBank(order);
  return dollars > 0 ? { returnedByBank: dollars } : {};
}

function disputedField(order: Order): { disputed?: number } {
  const disputed = disputedPart(order);
  return disputed === undefined ? {} : { disputed };
}

const amountFields = ({
  subtotal,
  discount,
  discountCode,
  shipping,
  tax,
  total,
  refunded,
}: Order["financialInfo"]) => ({
  subtotal,
  ...(discount ? { discount } : {}),
  ...(discountCode === undefined ? {} : { discountCode }),
  shipping,
  ...(tax ? { tax } : {}),
  total,
  ...(refunded ? { refunded } : {}),
});

const foreignCountryField = ({ country }: { country: string }) =>
  country && country !== SHOP_COUNTRY ? { country: countryName(country) } : {};

/**
 * The payment status for the customer. If an order needs attention only because of the customer's requests or changes, or if
 * all of its money went back, the customer sees the status of the payment instead of 'needs-attention'.
 */
export function customerPaymentStatus(
  order: Pick<Order, "paymentStatus" | "attention" | "financialInfo" | "disputes" | "paymentIntentId">,
): PaymentStatus {
  const { paymentStatus, attention = [], financialInfo } = order;
  const moneyStatus = statusWithoutAttention({
    paymentStatus,
    ...financialInfo,
    lost: toDollars(lostCentsOf(order)),
  });
  const hasOnlyCustomerCauses =
    attention.length > 0 && attention.every(({ cause }) => CAUSES_BY_CUSTOMER.includes(cause));
  return hasOnlyCustomerCauses || moneyStatus === "refunded" ? moneyStatus : paymentStatus;
}

function statusOf(order: Order): string {
  if (order.refunding) return BEING_REFUNDED;
  if (order.moneyDisputed) return DISPUTED;
  return order.refundFailed ? REFUND_FAILED : CUSTOMER_STATUS_LABEL[customerPaymentStatus(order)];
}
