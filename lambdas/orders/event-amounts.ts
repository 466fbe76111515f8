/** Pure: the items and amounts of an order in its events. */
import { toDollars } from "../../shared/money.ts";
import type { OrderLine } from "../../shared/order.ts";
import { toEventItem } from "../../shared/order.ts";
import { shippingTaxCents } from "../../shared/part-prices.ts";
import type { RefundedLine, RefundedParts } from "../../shared/refund-reason.ts";
import type { StoredOrder } from "./stored-order.ts";

type OrderAmounts = Pick<StoredOrder, "items" | "financialInfo">;

/** Whether the order's events are of version 2: see infra/decisions/versions-of-events.md. */
const hasDiscountOrTax = ({ financialInfo: { discount, tax } }: OrderAmounts): boolean =>
  Boolean(discount || tax);

const taxedItemOf = (line: OrderLine) => ({
  ...toEventItem(line),
  discount: line.discount ?? 0,
  tax: line.tax ?? 0,
});

/** The fields of OrderPlaced and OrderPaid about items and amounts. */
export function amountFields(order: OrderAmounts) {
  const { discount = 0, discountCode, tax = 0, ...amounts } = order.financialInfo;
  if (!hasDiscountOrTax(order)) return { items: order.items.map(toEventItem), financialInfo: amounts };
  const codeFields = discountCode === undefined ? {} : { discountCode };
  return {
    version: 2 as const,
    items: order.items.map(taxedItemOf),
    financialInfo: { ...amounts, discount, ...codeFields, tax },
  };
}

/** The refunded pieces as lines of the order, each with its share of discount and tax. */
const refundedLines = ({ items }: OrderAmounts, lines: readonly RefundedLine[]): OrderLine[] =>
  lines.flatMap(({ line: lineIndex, quantity, discount, tax }) => {
    const orderLine = items[lineIndex];
    return orderLine ? [{ ...orderLine, quantity, discount, tax }] : [];
  });

/** The field of RefundRequested about the pieces, at their full price and without tax. */
export const requestedItemsField = (order: OrderAmounts, { lines }: RefundedParts) =>
  lines ? { items: refundedLines(order, lines).map(toEventItem) } : {};

/** The field of RefundRequested about the pieces that were put back in stock with the request. */
export function restockedField(before: OrderAmounts, after: OrderAmounts) {
  const restocked = after.items.flatMap((item, i) => {
    const quantity = (item.restocked ?? 0) - (before.items[i]?.restocked ?? 0);
    return quantity > 0 ? [toEventItem({ ...item, quantity })] : [];
  });
  return restocked.length > 0 ? { restocked } : {};
}

/** The fields of OrderRefunded about the refunded items and shipping. */
export function refundedFields(order: OrderAmounts, { lines, shipping }: RefundedParts) {
  const shippingFields = shipping ? { shipping: order.financialInfo.shipping } : {};
  if (!hasDiscountOrTax(order))
    return { ...(lines ? { items: refundedLines(order, lines).map(toEventItem) } : {}), ...shippingFields };
  return {
    version: 2 as const,
    ...(lines ? { items: refundedLines(order, lines).map(taxedItemOf) } : {}),
    ...shippingFields,
    ...(shipping ? { shippingTax: toDollars(shippingTaxCents(order)) } : {}),
  };
}
