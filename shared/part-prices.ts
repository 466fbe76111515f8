/** Pure: what was paid for parts of an order, with their shares of the discount and of the tax. Amounts are in cents. */
import { toCents, toDollars } from "./money.ts";
import type { Order } from "./order.ts";
import type { LinePieces, RefundedLine, RefundedParts } from "./refund-reason.ts";

type PricedOrder = Pick<Order, "items" | "financialInfo">;
type OrderWithRefunds = PricedOrder & Pick<Order, "refunds">;

/** The refunds that did not fail: requested, pending or succeeded. */
const validRefunds = ({ refunds }: Pick<Order, "refunds">) =>
  refunds.filter(({ status }) => status !== "failed");

/** The pieces of a line in valid refunds, with one entry for each refund. */
const refundedPieces = (order: Pick<Order, "refunds">, line: number): RefundedLine[] =>
  validRefunds(order)
    .flatMap(({ lines = [] }) => lines)
    .filter((pieces) => pieces.line === line);

/** The number of pieces of a line that are in no valid refund. */
export function refundableQuantity(order: Pick<Order, "items" | "refunds">, line: number): number {
  const refundedCount = refundedPieces(order, line).reduce((sum, { quantity }) => sum + quantity, 0);
  return Math.max(0, (order.items[line]?.quantity ?? 0) - refundedCount);
}

/** Whether the order has a shipping fee that is in no valid refund. */
export const isShippingRefundable = (order: OrderWithRefunds): boolean =>
  order.financialInfo.shipping > 0 && !validRefunds(order).some(({ shipping }) => shipping);

/** The part of the tax that is for shipping: the order's tax minus the shares of its lines. */
export const shippingTaxCents = ({ items, financialInfo }: PricedOrder): number =>
  items.reduce(
    (remainingCents, { tax = 0 }) => remainingCents - toCents(tax),
    toCents(financialInfo.tax ?? 0),
  );

/** What was paid for shipping and its tax. */
export const shippingPaidCents = (order: PricedOrder): number =>
  toCents(order.financialInfo.shipping) + shippingTaxCents(order);

/**
 * The lines of a new refund with their shares of the line's discount and tax. A share is a part of what earlier refunds have
 * not used, in proportion to the pieces that can still be refunded. Therefore the shares of a line add up to its discount and
 * tax once all its pieces are refunded. The sequence of the refunds, and failed refunds, do not change the sum.
 */
export const withShares = (order: OrderWithRefunds, lines: readonly LinePieces[]): RefundedLine[] =>
  lines.map((pieces) => {
    const shareOf = (field: "discount" | "tax") => {
      const amount = order.items[pieces.line]?.[field];
      if (!amount) return {};
      const earlierCents = refundedPieces(order, pieces.line).reduce(
        (sum, refundedLine) => sum + toCents(refundedLine[field] ?? 0),
        0,
      );
      const refundableCount = refundableQuantity(order, pieces.line);
      const ratio = refundableCount === 0 ? 0 : Math.min(1, pieces.quantity / refundableCount);
      const cents = Math.round((toCents(amount) - earlierCents) * ratio);
      return { [field]: toDollars(Math.max(0, cents)) };
    };
    return { ...pieces, ...shareOf("discount"), ...shareOf("tax") };
  });

/** What parts of an order cost: goods less discount, shipping, and the tax of goods and shipping. */
export type PartCents = { goods: number; shipping: number; tax: number };

/** The amounts of parts whose lines already have their shares of discount and tax, as in stored refunds. */
export function centsOfParts(order: PricedOrder, { lines = [], shipping = false }: RefundedParts): PartCents {
  const sumOfLines = (centsOf: (pieces: RefundedLine) => number) =>
    lines.reduce((total, pieces) => total + centsOf(pieces), 0);
  return {
    goods: sumOfLines(
      ({ line, quantity, discount = 0 }) =>
        toCents(order.items[line]?.priceEach ?? 0) * quantity - toCents(discount),
    ),
    shipping: shipping ? toCents(order.financialInfo.shipping) : 0,
    tax: sumOfLines(({ tax = 0 }) => toCents(tax)) + (shipping ? shippingTaxCents(order) : 0),
  };
}

/** What was paid for the parts of a new refund, in dollars. */
export function priceOfParts(order: OrderWithRefunds, { lines, shipping }: RefundedParts): number {
  const cents = centsOfParts(order, {
    ...(lines ? { lines: withShares(order, lines) } : {}),
    ...(shipping === undefined ? {} : { shipping }),
  });
  return toDollars(cents.goods + cents.shipping + cents.tax);
}
