import { toCents, toDollars } from "../../../../../shared/money.ts";
import { isShippingRefundable, refundableQuantity } from "../../../../../shared/part-prices.ts";
import type { Order } from "../../../../../shared/order.ts";
import type { RefundReason } from "../../../../../shared/refund-reason.ts";
import type { PickedLines } from "../orders/picked-lines.ts";
import { pickableLines, keepPickable, toLinePieces } from "../orders/picked-lines.ts";
import { withPickableSeats } from "../orders/seats.ts";
import { proposedDollars, refundableDollars } from "./refund-amount.ts";

/** The name of the refund form for `useDraft`. */
export const REFUND_DRAFT = "refund";

/**
 * The input of the refund form. `refundId`: each submit of a draft sends the same id, so that the server makes the refund only
 * once. `maxDollars`: how much could be refunded when the draft was created or last changed by the admin.
 */
export type RefundDraft = {
  refundId: string;
  maxDollars: number;
  amountText: string;
  /**
   * Whether the admin typed the amount. After a refund by others, `adaptedDraft` keeps a typed amount, unless none of the picked
   * parts is left. Picking items or shipping replaces a typed amount by their price.
   */
  isAmountTyped: boolean;
  pickedLines: PickedLines;
  includesShipping: boolean;
  shouldRestock: boolean;
  reason: RefundReason;
};

const createRefundId = (): string => `rfd-${crypto.randomUUID()}`;

/**
 * A draft without input. If items can be picked, the amount is empty, because no item is picked yet. Otherwise it is all that can
 * be refunded.
 */
export function createRefundDraft(order: Order): RefundDraft {
  const maxDollars = refundableDollars(order);
  const hasItems = order.items.some((_, line) => refundableQuantity(order, line) > 0);
  return {
    refundId: createRefundId(),
    maxDollars,
    amountText: hasItems ? "" : maxDollars.toFixed(2),
    isAmountTyped: false,
    pickedLines: new Map(),
    includesShipping: false,
    shouldRestock: false,
    reason: {},
  };
}

/**
 * The draft that the form shows when it opens. A new draft replaces the stored draft if the order already has the refund of
 * the stored draft, or if another amount can be refunded now.
 */
export function draftAtOpening(storedDraft: RefundDraft, order: Order): RefundDraft {
  const isMade = order.refunds.some(({ refundId }) => refundId === storedDraft.refundId);
  return isMade || storedDraft.maxDollars !== refundableDollars(order)
    ? createRefundDraft(order)
    : storedDraft;
}

/** The price of the picked items and shipping as the text of the amount field; '' if nothing is picked. */
export function proposedAmountText(
  order: Order,
  pickedLines: PickedLines,
  includesShipping: boolean,
): string {
  const parts = { lines: toLinePieces(pickedLines), shipping: includesShipping };
  return proposedDollars(order, parts, refundableDollars(order))?.toFixed(2) ?? "";
}

/** Whether the draft's refund was requested and has not failed, also if the form never received the answer. */
export const isRequested = (draft: RefundDraft, order: Order): boolean =>
  order.refunds.some(({ refundId, status }) => refundId === draft.refundId && status !== "failed");

/**
 * The dollars that others have refunded since `earlierOrder`, without refunds of a second payment for the same order. New
 * refunds are found by their ids, because a report from Stripe may have changed the status of an earlier refund.
 */
export function newDollarsOfOthers(draft: RefundDraft, earlierOrder: Order, order: Order): number {
  const knownIds = new Set([draft.refundId, ...earlierOrder.refunds.map(({ refundId }) => refundId)]);
  const newRefunds = order.refunds.filter(
    ({ refundId, status, paymentIntentId }) =>
      status !== "failed" && paymentIntentId === order.paymentIntentId && !knownIds.has(refundId),
  );
  return toDollars(newRefunds.reduce((cents, { amount }) => cents + toCents(amount), 0));
}

/** The text of the amount in the adapted draft. `pickedLines`, `includesShipping`: the parts that remain in the draft. */
function adaptedAmountText(
  draft: RefundDraft,
  order: Order,
  { pickedLines, includesShipping }: Pick<RefundDraft, "pickedLines" | "includesShipping">,
): string {
  const hadParts = draft.pickedLines.size > 0 || draft.includesShipping;
  const hasParts = pickedLines.size > 0 || includesShipping;
  if (draft.isAmountTyped && hasParts === hadParts) return draft.amountText;
  // Computed again, because the shares of tax and discount may be different now. If no part remains, the text is empty.
  if (hadParts) return proposedAmountText(order, pickedLines, includesShipping);
  const maxDollars = refundableDollars(order);
  return Number(draft.amountText) > maxDollars ? maxDollars.toFixed(2) : draft.amountText;
}

/**
 * The draft after others have refunded a part of the order, or the server has refused the draft's refund. If the draft's refund
 * was made and has failed, the next submit has a new id. Parts that others have refunded are left out. Unless the admin has
 * typed an amount, the proposed amount is the price of the remaining parts, but at most what can still be refunded. If none of
 * the draft's parts remains, a typed amount is removed too, because it was meant for these parts.
 */
export function adaptedDraft(draft: RefundDraft, order: Order): RefundDraft {
  const hasFailed = order.refunds.some(
    ({ refundId, status }) => refundId === draft.refundId && status === "failed",
  );
  const refundId = hasFailed ? createRefundId() : draft.refundId;
  const lines = pickableLines(order, (line) => refundableQuantity(order, line));
  const pickedLines = keepPickable(draft.pickedLines, withPickableSeats(lines, order, []));
  const includesShipping = draft.includesShipping && isShippingRefundable(order);
  const amountText = adaptedAmountText(draft, order, { pickedLines, includesShipping });
  // If none of the picked lines is left, the switch would now put all items back in stock.
  const shouldRestock = draft.shouldRestock && (pickedLines.size > 0 || draft.pickedLines.size === 0);
  return { ...draft, refundId, pickedLines, includesShipping, amountText, shouldRestock };
}
