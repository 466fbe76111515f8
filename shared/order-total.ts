/** Pure: the amounts of an order. Calculations are in integer cents. */
import { toCents, toDollars } from "./money.ts";
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

/** The financial information of a new order, without the amounts that are 0. */
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

/** A labelled amount in dollars; negative for a discount. */
export type Amount = { label: string; dollars: number };

/** 'Discount (WELCOME10)'; 'Discount' without a code. */
const discountLabel = (code: string | undefined): string =>
  code === undefined ? "Discount" : `Discount (${code})`;

/** The label of the shipping fee. The checkout finds this fee by its label, to hide it until the rates are loaded. */
export const SHIPPING_LABEL = "Shipping";

/**
 * The amounts below an order's items. Discount, shipping and tax are left out if they are 0. The last amount
 * is the total.
 */
export const amountsOf = (
  {
    discount,
    discountCode,
    tax,
    ...otherAmounts
  }: TotalParts & { discountCode?: string | undefined; total: number },
  totalLabel: string,
): Amount[] => [
  { label: "Subtotal", dollars: otherAmounts.subtotal },
  ...(discount ? [{ label: discountLabel(discountCode), dollars: -discount }] : []),
  ...(otherAmounts.shipping > 0 ? [{ label: SHIPPING_LABEL, dollars: otherAmounts.shipping }] : []),
  ...(tax ? [{ label: "Tax", dollars: tax }] : []),
  { label: totalLabel, dollars: otherAmounts.total },
];

/** The amounts of a receipt: below the total what was refunded, and what remains paid. */
export const receiptAmountsOf = (
  receipt: Parameters<typeof amountsOf>[0] & { refunded?: number | undefined },
): Amount[] => [
  ...amountsOf(receipt, "Total"),
  ...(receipt.refunded
    ? [
        { label: "Refunded", dollars: -receipt.refunded },
        {
          label: "Paid after refunds",
          dollars: toDollars(toCents(receipt.total) - toCents(receipt.refunded)),
        },
      ]
    : []),
];
