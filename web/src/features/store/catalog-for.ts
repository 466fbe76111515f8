import type { Catalog } from "../../catalog/catalog-store.ts";
import type { Filters } from "./use-filters.ts";
import { queryOf } from "./use-filters.ts";

/**
 * The catalog for `filters`. Filtered products of the page's HTML cannot be used for other filters. The catalog is then
 * 'failed' if the last request to the API failed (`isStale`), or else 'loading'.
 */
export function catalogFor<C extends Catalog>(catalog: C, filters: Filters): C {
  const { filteredBy, isStale } = catalog;
  if (filteredBy === undefined || filteredBy === queryOf(filters)) return catalog;
  return {
    ...catalog,
    status: isStale ? "failed" : "loading",
    products: [],
    total: undefined,
    isStale: false,
  };
}
