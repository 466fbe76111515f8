/** Pure: how many pieces of an order's lines were paid back, and the text about it. */
import { toCents } from "./money.ts";
import type { Order } from "./order.ts";
import { isAllReturned } from "./order-total.ts";

/**
 * The pieces of a line whose refund has succeeded. If the whole total was paid back, these are all pieces, also if no
 * refund names them.
 */
export function refundedQuantity(
  { items, refunds, financialInfo: { refunded, total } }: Order,
  line: number,
): number {
  const quantity = items[line]?.quantity ?? 0;
  if (isAllReturned(toCents(refunded), toCents(total))) return quantity;
  const refundedCount = refunds
    .filter(({ status }) => status === "succeeded")
    .flatMap(({ lines = [] }) => lines)
    .reduce((sum, pieces) => (pieces.line === line ? sum + pieces.quantity : sum), 0);
  return Math.min(quantity, refundedCount);
}

/** '1 of 2 refunded'; undefined if no piece of the line was refunded. */
export const refundedText = ({
  quantity,
  refunded,
}: {
  quantity: number;
  refunded?: number | undefined;
}): string | undefined => (refunded ? `${refunded} of ${quantity} refunded` : undefined);
