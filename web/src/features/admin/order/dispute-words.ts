/** Stripe's reason of a dispute as words: 'product_not_received' is 'Product not received'. */
export function disputeReason(reason: string): string {
  const words = reason.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
