import { toCents, toDollars } from "../../../../../shared/money.ts";
import { isShippingRefundable, refundableQuantity } from "../../../../../shared/part-prices.ts";
import type { Order } from "../../../../../shared/order.ts";
import type { RefundReason } from "../../../../../shared/refund-reason.ts";
import type { PickedLines } from "../orders/picked-lines.ts";
import { pickableLines, stillPickable, toLinePieces } from "../orders/picked-lines.ts";
import { withSeats } from "../orders/seats.ts";
import { proposedDollars, refundableDollars } from "./refund-amount.ts";

/** The name of an order's draft of a refund. */
export const REFUND_DRAFT = "refund";

/**
 * The input of the refund form. `refundId`: each submit of a draft sends the same id, so that the server makes the refund only
 * once. `maxDollars`: how much could be refunded when the draft was created or last changed.
 */
export type RefundDraft = {
  refundId: string;
  maxDollars: number;
  amountText: string;
  /** Whether the admin typed the amount. The form never replaces a typed amount by another one: see `adaptedDraft`. */
  isAmountTyped: boolean;
  picked: PickedLines;
  includesShipping: boolean;
  shouldRestock: boolean;
  reason: RefundReason;
};

const createRefundId = (): string => `rfd-${crypto.randomUUID()}`;

/** A draft without input. If items can be chosen, the amount is empty, because no item is chosen yet. */
export function createRefundDraft(order: Order): RefundDraft {
  const maxDollars = refundableDollars(order);
  const hasItems = order.items.some((_, line) => refundableQuantity(order, line) > 0);
  return {
    refundId: createRefundId(),
    maxDollars,
    amountText: hasItems ? "" : maxDollars.toFixed(2),
    isAmountTyped: false,
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

/** The price of the picked parts as the text of the amount field; '' without parts. */
export function proposedAmountText(order: Order, picked: PickedLines, includesShipping: boolean): string {
  const parts = { lines: toLinePieces(picked), shipping: includesShipping };
  return proposedDollars(order, parts, refundableDollars(order))?.toFixed(2) ?? "";
}

/** Whether the draft's refund was requested and has not failed, also if the form never received the answer. */
export const isRequested = (draft: RefundDraft, order: Order): boolean =>
  order.refunds.some(({ refundId, status }) => refundId === draft.refundId && status !== "failed");

/**
 * The dollars of the order's own payment that others have refunded since `earlierOrder`. Stripe's reports do not change a
 * refund's id.
 */
export function newDollarsOfOthers(draft: RefundDraft, earlierOrder: Order, order: Order): number {
  const knownIds = new Set([draft.refundId, ...earlierOrder.refunds.map(({ refundId }) => refundId)]);
  const newRefunds = order.refunds.filter(
    ({ refundId, status, paymentIntentId }) =>
      status !== "failed" && paymentIntentId === order.paymentIntentId && !knownIds.has(refundId),
  );
  return toDollars(newRefunds.reduce((cents, { amount }) => cents + toCents(amount), 0));
}

/** The amount of the adapted draft, which has only the parts `picked` and `includesShipping` left. */
function adaptedAmountText(
  draft: RefundDraft,
  order: Order,
  { picked, includesShipping }: Pick<RefundDraft, "picked" | "includesShipping">,
): string {
  const hadParts = draft.picked.size > 0 || draft.includesShipping;
  const hasParts = picked.size > 0 || includesShipping;
  if (draft.isAmountTyped && hasParts === hadParts) return draft.amountText;
  // The shares of tax and discount may be different now. Without a part, nothing is proposed.
  if (hadParts) return proposedAmountText(order, picked, includesShipping);
  const maxDollars = refundableDollars(order);
  return Number(draft.amountText) > maxDollars ? maxDollars.toFixed(2) : draft.amountText;
}

/**
 * The draft after others have refunded a part of the order, or the server has refused the draft's refund. If the draft's refund
 * was made and has failed, the next submit has a new id. Parts that others have refunded are left out. Unless the admin has
 * typed an amount, the price of the remaining parts is proposed, and at most what is left. If none of the draft's parts is
 * left, also a typed amount is removed, because it was for these parts.
 */
export function adaptedDraft(draft: RefundDraft, order: Order): RefundDraft {
  const hasFailed = order.refunds.some(
    ({ refundId, status }) => refundId === draft.refundId && status === "failed",
  );
  const refundId = hasFailed ? createRefundId() : draft.refundId;
  const lines = pickableLines(order, (line) => refundableQuantity(order, line));
  const picked = stillPickable(draft.picked, withSeats(lines, order, []));
  const includesShipping = draft.includesShipping && isShippingRefundable(order);
  const amountText = adaptedAmountText(draft, order, { picked, includesShipping });
  // Without a picked line, the switch would put all items back in stock.
  const shouldRestock = draft.shouldRestock && (picked.size > 0 || draft.picked.size === 0);
  return { ...draft, refundId, picked, includesShipping, amountText, shouldRestock };
}
