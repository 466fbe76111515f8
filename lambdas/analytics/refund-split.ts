/** Pure rules: how returned money is divided among the parts of an order. Amounts are integer cents. */
import { allocate, allocateToParts } from "../../shared/allocate.ts";

/** Cents by part: an entry for each line of the sale, then one for shipping and one for tax. */
export type CentsByPart = readonly number[];

const sumOf = (cents: CentsByPart): number => cents.reduce((sum, amount) => sum + amount, 0);
const atLeastZero = (cents: CentsByPart): number[] => cents.map((amount) => Math.max(0, amount));
const subtract = (a: CentsByPart, b: CentsByPart): number[] => a.map((amount, i) => amount - (b[i] ?? 0));
const add = (a: CentsByPart, b: CentsByPart): number[] => a.map((amount, i) => amount + (b[i] ?? 0));

/** The prices of the parts that a refund pays back. The refund's `amount` can differ from their sum. */
export type RefundedPrices = { amount: number; prices: CentsByPart };

/**
 * Tracks the returned money of each part of an order with these `prices`. `recordTotal` records that refunds and
 * disputes together have now returned `totalReturned` cents. `refundId` is the refund that caused the change;
 * undefined for a dispute. `recordTotal` returns by how many cents the returned money of each part grows:
 * - A refund with parts is taken from these parts, up to their prices.
 * - The rest, a refund without parts and a dispute are taken from all parts in proportion to their remaining amounts.
 * - When a refund fails or a dispute is won, its money goes back to the parts from which it was taken.
 * When `totalReturned` is the total of the order, nothing is left in any part.
 */
export function createRefundSplit(prices: CentsByPart) {
  const zeros = prices.map(() => 0);
  const orderTotal = sumOf(prices);
  let returned: CentsByPart = zeros;
  /** The returned money by what caused it: a refund, by its id, or a dispute, under undefined. */
  const returnedByCause = new Map<string | undefined, CentsByPart>();
  let hasRefundWithParts = false;

  /** The amounts by which the returned money of each part grows when the total grows by `cents`. */
  function increaseByPart(cents: number, refunded: RefundedPrices | undefined): number[] {
    const refundedPrices = refunded?.prices ?? zeros;
    const fromRefundedParts = allocateToParts(Math.min(cents, refunded?.amount ?? 0), refundedPrices);
    const remaining = atLeastZero(subtract(subtract(prices, returned), fromRefundedParts));
    return add(fromRefundedParts, allocate(cents - sumOf(fromRefundedParts), remaining));
  }

  /** The amounts by which the returned money of each part falls when the total falls by `cents`. */
  function decreaseByPart(cents: number, refundId: string | undefined): number[] {
    const returnedByThisCause = returnedByCause.get(refundId) ?? zeros;
    const maxCents = Math.max(0, sumOf(returnedByThisCause));
    const fromThisCause = allocate(Math.min(cents, maxCents), returnedByThisCause);
    const stillReturned = atLeastZero(subtract(returned, fromThisCause));
    return add(fromThisCause, allocate(cents - sumOf(fromThisCause), stillReturned));
  }

  function changeByPart(
    totalReturned: number,
    refundId: string | undefined,
    refunded: RefundedPrices | undefined,
  ): number[] {
    hasRefundWithParts ||= refunded !== undefined;
    // Old refunds have no parts. An order with only such refunds keeps the figures that it had before refunds had parts:
    // the whole returned amount is divided among all parts.
    if (!hasRefundWithParts) return subtract(allocate(totalReturned, prices), returned);
    if (totalReturned === orderTotal) return subtract(prices, returned);
    if (totalReturned === 0) return subtract(zeros, returned);
    const cents = totalReturned - sumOf(returned);
    return cents >= 0 ? increaseByPart(cents, refunded) : subtract(zeros, decreaseByPart(-cents, refundId));
  }

  return {
    recordTotal: (
      totalReturned: number,
      refundId: string | undefined,
      refunded?: RefundedPrices,
    ): number[] => {
      const change = changeByPart(totalReturned, refundId, refunded);
      returned = add(returned, change);
      returnedByCause.set(refundId, add(returnedByCause.get(refundId) ?? zeros, change));
      return change;
    },
  };
}
