/** Pure rules: how returned money is divided among the parts of an order. Amounts are integer cents. */

/** Cents by part: an entry for each line of the sale, and a last one for shipping. */
export type PartCents = readonly number[];

const sumOf = (cents: PartCents): number => cents.reduce((sum, amount) => sum + amount, 0);
const positive = (cents: PartCents): number[] => cents.map((amount) => Math.max(0, amount));
const subtract = (a: PartCents, b: PartCents): number[] => a.map((amount, i) => amount - (b[i] ?? 0));
const add = (a: PartCents, b: PartCents): number[] => a.map((amount, i) => amount + (b[i] ?? 0));

/** Divides `amount` in proportion to `weights`, whose sum must be positive when `amount` is not 0. */
function spread(amount: number, weights: PartCents): number[] {
  const total = sumOf(weights);
  let [weightSoFar, spreadSoFar] = [0, 0];
  // The running sum is rounded, not each share, so that no cent is lost.
  return weights.map((weight) => {
    weightSoFar += weight;
    const share = amount === 0 ? 0 : Math.round((amount * weightSoFar) / total) - spreadSoFar;
    spreadSoFar += share;
    return share;
  });
}

/** The parts that a refund pays back: their prices, and the refund's `amount`, which can differ from their sum. */
export type RefundedPrices = { amount: number; prices: PartCents };

/**
 * The money that went back for each part of an order with these `prices`. `change` books that the sum of what
 * all sources took became `after`, by a refund (its id) or by disputes (undefined), and returns the change of
 * each part:
 * - A refund with parts lowers these parts, by at most their price.
 * - The rest, and a refund without parts, lowers all parts in proportion to what is left of them.
 * - Money that comes back, because the refund failed or a dispute was won, is undone as it was divided.
 * An order that is refunded completely has nothing left in any part.
 */
export function createRefundSplit(prices: PartCents) {
  const nothing = prices.map(() => 0);
  const total = sumOf(prices);
  let returned: PartCents = nothing;
  const returnedBy = new Map<string | undefined, PartCents>();
  let hasParts = false;

  function lowered(cents: number, refunded: RefundedPrices | undefined): number[] {
    const tiedPrices = refunded?.prices ?? nothing;
    const tied = spread(Math.min(cents, refunded?.amount ?? 0, sumOf(tiedPrices)), tiedPrices);
    const left = positive(subtract(subtract(prices, returned), tied));
    return add(tied, spread(cents - sumOf(tied), left));
  }

  function raised(cents: number, refundId: string | undefined): number[] {
    const own = returnedBy.get(refundId) ?? nothing;
    const undone = spread(Math.min(cents, Math.max(0, sumOf(own))), own);
    const left = positive(subtract(returned, undone));
    return add(undone, spread(cents - sumOf(undone), left));
  }

  function changeOf(
    after: number,
    refundId: string | undefined,
    refunded: RefundedPrices | undefined,
  ): number[] {
    hasParts ||= refunded !== undefined;
    // Rounded over the whole sum, as before refunds had parts, so that figures counted then stay the same.
    if (!hasParts) return subtract(spread(after, prices), returned);
    if (after === total) return subtract(prices, returned);
    if (after === 0) return subtract(nothing, returned);
    const cents = after - sumOf(returned);
    return cents >= 0 ? lowered(cents, refunded) : subtract(nothing, raised(-cents, refundId));
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
