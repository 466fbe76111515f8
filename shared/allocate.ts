const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Divides `cents` in proportion to `weights`, whose sum must be positive when `cents` is not 0. The shares are integers and
 * their sum is `cents`. No share exceeds its weight if `cents` is at most the sum of integer weights.
 */
export function allocate(cents: number, weights: readonly number[]): number[] {
  const totalWeight = sumOf(weights);
  let [weightSoFar, allocatedCents] = [0, 0];
  // The running sum is rounded, not each share, so that no cent is lost.
  return weights.map((weight) => {
    weightSoFar += weight;
    const share = cents === 0 ? 0 : Math.round((cents * weightSoFar) / totalWeight) - allocatedCents;
    allocatedCents += share;
    return share;
  });
}

/**
 * The cents of a refund that pay for each of its parts: the part's price (`prices`, in cents), or a share of it if an admin lowered
 * the amount. Cents beyond the prices belong to no part. The refund mail and the analytics both use this function.
 */
export const allocateToParts = (cents: number, prices: readonly number[]): number[] =>
  allocate(Math.min(cents, sumOf(prices)), prices);
