import type { CATALOG } from "../lambdas/products/product-table.ts";

/** The prefix of the catalog's keys in the index `listing`. Files in infra may import only the type of `CATALOG`. */
const CATALOG_INDEX_PREFIX = "CATALOGUE#" satisfies `${typeof CATALOG}#`;

/**
 * Prefixes of the partition keys that `catalog-api` and `render-page` may read. `LISTED` is the list of the products in the
 * store, and `FEATURED` has its featured products in the index `listing`. With a podcast these functions may also read
 * `EPISODE_KEY_PREFIXES`, but nothing else, because many of the other items contain personal data.
 */
export const CATALOG_KEY_PREFIXES = [
  "PRODUCT#",
  "LISTED",
  CATALOG_INDEX_PREFIX,
  "FEATURED",
  "BEST_SELLERS",
] as const;

/** Prefixes of the partition keys with which functions find the events that tickets are for, and an event's tickets. */
export const TICKETED_EVENT_KEY_PREFIXES = ["TICKETS#", "PRODUCT#", CATALOG_INDEX_PREFIX] as const;

/** All partition keys of the podcast begin with this: its feed, its episodes, and the products that are tied to them. */
export const EPISODE_KEY_PREFIXES = ["EPISODE"] as const;
