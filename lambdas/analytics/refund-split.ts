/** Pure rules: how returned money is divided among the parts of an order. Amounts are integer cents. */
import { allocate, allocateToParts } from "../../shared/allocate.ts";

/** Cents by part: an entry for each line of the sale, then one for shipping and one for tax. */
export type PartCents = readonly number[];

const sumOf = (cents: PartCents): number => cents.reduce((sum, amount) => sum + amount, 0);
const atLeastZero = (cents: PartCents): number[] => cents.map((amount) => Math.max(0, amount));
const subtract = (a: PartCents, b: PartCents): number[] => a.map((amount, i) => amount - (b[i] ?? 0));
const add = (a: PartCents, b: PartCents): number[] => a.map((amount, i) => amount + (b[i] ?? 0));

/** The prices of the parts that a refund pays back. The refund's `amount` can differ from their sum. */
export type RefundedPrices = { amount: number; prices: PartCents };

/**
 * Tracks the returned money of each part of an order with these `prices`. `change` records that refunds and
 * disputes together have now returned `after` cents. `refundId` is the refund that caused the change; undefined for a
 * dispute. Returns the change of the returned money of each part:
 * - A refund with parts is subtracted from these parts, up to their prices.
 * - The rest, and a refund without parts, is subtracted from all parts in proportion to their remaining amounts.
 * - When a refund fails or a dispute is won, its money goes back to the parts that it was subtracted from.
 * An order that is refunded completely has nothing left in any part.
 */
export function createRefundSplit(prices: PartCents) {
  const nothing = prices.map(() => 0);
  const total = sumOf(prices);
  let returned: PartCents = nothing;
  const returnedBy = new Map<string | undefined, PartCents>();
  /** Whether a refund with parts was recorded. */
  let hasParts = false;

  /** The amounts by which the returned money of each part grows when the sum grows by `cents`. */
  function increase(cents: number, refunded: RefundedPrices | undefined): number[] {
    const refundedPrices = refunded?.prices ?? nothing;
    const ofRefundedParts = allocateToParts(Math.min(cents, refunded?.amount ?? 0), refundedPrices);
    const left = atLeastZero(subtract(subtract(prices, returned), ofRefundedParts));
    return add(ofRefundedParts, allocate(cents - sumOf(ofRefundedParts), left));
  }

  /** The amounts by which the returned money of each part falls when the sum falls by `cents`. */
  function decrease(cents: number, refundId: string | undefined): number[] {
    const ofThisRefund = returnedBy.get(refundId) ?? nothing;
    const undone = allocate(Math.min(cents, Math.max(0, sumOf(ofThisRefund))), ofThisRefund);
    const left = atLeastZero(subtract(returned, undone));
    return add(undone, allocate(cents - sumOf(undone), left));
  }

  function changeOf(
    after: number,
    refundId: string | undefined,
    refunded: RefundedPrices | undefined,
  ): number[] {
    hasParts ||= refunded !== undefined;
    // Without parts, the whole sum is divided again. Old figures, from before refunds had parts, must not change.
    if (!hasParts) return subtract(allocate(after, prices), returned);
    if (after === total) return subtract(prices, returned);
    if (after === 0) return subtract(nothing, returned);
    const cents = after - sumOf(returned);
    return cents >= 0 ? increase(cents, refunded) : subtract(nothing, decrease(-cents, refundId));
  }

  return {
    change: (after: number, refundId: string | undefined, refunded?: RefundedPrices): number[] => {
      const change = changeOf(after, refundId, refunded);
      returned = add(returned, change);
      returnedBy.set(refundId, add(returnedBy.get(refundId) ?? nothing, change));
      return change;
    },
  };
}
