import { refundableQuantity } from "../../../../../shared/part-prices.ts";
import type { Order } from "../../../../../shared/order.ts";
import type { RefundReason } from "../../../../../shared/refund-reason.ts";
import type { PickedLines } from "../orders/picked-lines.ts";
import { refundableDollars } from "./refund-amount.ts";

/** The name of an order's draft of a refund. */
export const REFUND_DRAFT = "refund";

/**
 * The input of the refund form. `refundId`: each submit of a draft sends the same id, so that the server makes the refund only
 * once. `maxDollars`: how much could be refunded when the draft was created.
 */
export type RefundDraft = {
  refundId: string;
  maxDollars: number;
  amountText: string;
  picked: PickedLines;
  includesShipping: boolean;
  shouldRestock: boolean;
  reason: RefundReason;
};

/** A draft without input. If items can be chosen, the amount is empty, because no item is chosen yet. */
export function createRefundDraft(order: Order): RefundDraft {
  const maxDollars = refundableDollars(order);
  const hasItems = order.items.some((_, line) => refundableQuantity(order, line) > 0);
  return {
    refundId: `rfd-${crypto.randomUUID()}`,
    maxDollars,
    amountText: hasItems ? "" : maxDollars.toFixed(2),
    picked: new Map(),
    includesShipping: false,
    shouldRestock: false,
    reason: {},
  };
}

/**
 * The draft that the form shows when it opens: the kept draft, or a new one if the order's money has moved since then, because
 * the input was for another state of the order, or its refund was made although the answer was lost.
 */
export function draftAtOpening(keptDraft: RefundDraft, order: Order): RefundDraft {
  const isMade = order.refunds.some(({ refundId }) => refundId === keptDraft.refundId);
  return isMade || keptDraft.maxDollars !== refundableDollars(order) ? createRefundDraft(order) : keptDraft;
}
