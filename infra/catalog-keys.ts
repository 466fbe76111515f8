/**
 * Prefixes of the partition keys that `catalog-api` and `render-page` may read: products, the store's list,
 * the best sellers, and the index `listing`. These functions may read nothing else, because the other items
 * contain personal data.
 */
export const catalogKeys = ["PRODUCT#", "LISTED", "CATALOGUE#", "FEATURED", "BEST_SELLERS"] as const;

/** The prefix of the partition keys of the podcast's feed, its episodes, and the products that are tied to them. */
export const EPISODE_KEYS = ["EPISODE"] as const;
