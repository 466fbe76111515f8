import type { CATALOG } from "../lambdas/products/product-table.ts";

/** The prefix of the catalog's partitions in the index `listing`. Infra may import only the constant's type. */
const CATALOG_KEY = "CATALOGUE#" satisfies `${typeof CATALOG}#`;

/**
 * Prefixes of the partition keys that `catalog-api` and `render-page` may read: products, the store's list,
 * the best sellers, and the index `listing`. These functions may read nothing else, because the other items
 * contain personal data.
 */
export const catalogKeys = ["PRODUCT#", "LISTED", CATALOG_KEY, "FEATURED", "BEST_SELLERS"] as const;

/** Prefixes of the keys with which functions find the events, and the tickets of an event. */
export const EVENT_KEYS = ["TICKETS#", "PRODUCT#", CATALOG_KEY] as const;

/** The prefix of the partition keys of the podcast's feed, its episodes, and the products that are tied to them. */
export const EPISODE_KEYS = ["EPISODE"] as const;
