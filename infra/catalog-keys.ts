/**
 * The beginnings of the partition keys that `catalog-api` and `render-page` read: of products, of the store's list, and of the index
 * `listing`. The rest of the table is personal data.
 */
export const catalogKeys = ["PRODUCT#", "LISTED", "CATALOGUE#", "FEATURED"] as const;
