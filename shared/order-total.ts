/** Pure: the amounts of an order. Calculations are in integer cents. */
import { formatMoney, toCents, toDollars } from "./money.ts";
import type { Order } from "./order.ts";

/** Limits of one payment, in dollars. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const MIN_TOTAL = 0.5;
export const MAX_TOTAL = 999_999.99;

/** The parts of a total, in dollars. An absent discount or tax is 0. */
export type TotalParts = {
  subtotal: number;
  discount?: number | undefined;
  shipping: number;
  tax?: number | undefined;
};

/** The total in cents: subtotal - discount + shipping + tax. Every total of the shop is calculated here. */
export const totalCents = ({ subtotal, discount = 0, shipping, tax = 0 }: TotalParts): number =>
  toCents(subtotal) - toCents(discount) + toCents(shipping) + toCents(tax);

/** The financial information of a new order. Discount and tax are left out if they are 0. */
export const newFinancialInfo = (
  parts: TotalParts & { discountCode?: string | undefined },
): Order["financialInfo"] => ({
  subtotal: parts.subtotal,
  ...(parts.discount ? { discount: parts.discount } : {}),
  ...(parts.discountCode === undefined ? {} : { discountCode: parts.discountCode }),
  shipping: parts.shipping,
  ...(parts.tax ? { tax: parts.tax } : {}),
  total: toDollars(totalCents(parts)),
  refunded: 0,
});

/** Whether all of a total was given back. A free order has nothing to give back. */
export const isAllReturned = (returnedCents: number, orderCents: number): boolean =>
  orderCents > 0 && returnedCents >= orderCents;

/** A labelled amount in dollars; negative for a discount. `text` is shown in place of the amount. */
export type Amount = { label: string; dollars: number; text?: string };

/** What is shown beside the label: '$10.00', or 'Free'. */
export const amountText = ({ dollars, text }: Amount): string => text ?? formatMoney(dollars);

/** 'Discount (WELCOME10)'; 'Discount' without a code. */
const discountLabel = (code: string | undefined): string =>
  code === undefined ? "Discount" : `Discount (${code})`;

/** The label of the shipping fee. The checkout finds this fee by its label, to hide it until the rates are loaded. */
export const SHIPPING_LABEL = "Shipping";

/** The fee, or 'Free' for an order that is shipped without a fee; empty if nothing is shipped. */
const shippingAmount = (dollars: number, isShipped: boolean): Amount[] => {
  if (dollars > 0) return [{ label: SHIPPING_LABEL, dollars }];
  return isShipped ? [{ label: SHIPPING_LABEL, dollars, text: "Free" }] : [];
};

/**
 * The amounts below an order's items. Discount and tax are left out if they are 0. Shipping of 0 is shown as
 * 'Free' if `isShipped`, else left out. The last amount is the total.
 */
export const amountsOf = (
  {
    discount,
    discountCode,
    tax,
    isShipped = false,
    ...otherAmounts
  }: TotalParts & { discountCode?: string | undefined; isShipped?: boolean; total: number },
  totalLabel: string,
): Amount[] => [
  { label: "Subtotal", dollars: otherAmounts.subtotal },
  ...(discount ? [{ label: discountLabel(discountCode), dollars: -discount }] : []),
  ...shippingAmount(otherAmounts.shipping, isShipped),
  ...(tax ? [{ label: "Tax", dollars: tax }] : []),
  { label: totalLabel, dollars: otherAmounts.total },
];

/**
 * The amounts of a receipt. After the total come the amounts refunded, returned by the customer's bank, and still paid.
 * `shipTo`: where the order is shipped to; undefined if it is not shipped.
 */
export const receiptAmountsOf = (
  receipt: Parameters<typeof amountsOf>[0] & {
    refunded?: number | undefined;
    returnedByBank?: number | undefined;
    shipTo?: object | undefined;
  },
): Amount[] => {
  const { total, refunded = 0, returnedByBank = 0 } = receipt;
  const remainingCents = toCents(total) - toCents(refunded) - toCents(returnedByBank);
  return [
    ...amountsOf({ ...receipt, isShipped: receipt.shipTo !== undefined }, "Total"),
    ...(refunded > 0 ? [{ label: "Refunded", dollars: -refunded }] : []),
    ...(returnedByBank > 0 ? [{ label: "Returned by your bank", dollars: -returnedByBank }] : []),
    ...(refunded + returnedByBank > 0
      ? [{ label: "Paid after refunds", dollars: toDollars(Math.max(0, remainingCents)) }]
      : []),
  ];
};
