import { FIRST_PAGE } from "../../../../shared/api-catalog.ts";
import type { Product } from "../../../../shared/product.ts";
import { productsOfPage } from "./list-page.ts";
import { filterProducts, queryOf, readFilters } from "./use-filters.ts";

/**
 * The products that match the filters in `query`, and the products for the page's HTML: the first products, or those of a
 * page of the list (`page=2`). `filters` are the filters of the query that the store knows.
 */
export function selectProducts(products: readonly Product[], query: string) {
  const filters = readFilters(new URLSearchParams(query));
  const matching = filterProducts(products, filters);
  const shown = productsOfPage(matching, filters.page).slice(0, FIRST_PAGE);
  return { filters: queryOf(filters), matching, shown };
}
