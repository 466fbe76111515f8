import { FIRST_STORE_PAGE_SIZE } from "../../../../shared/api-catalog.ts";
import type { Product } from "../../../../shared/product.ts";
import { productsOfPage } from "./list-page.ts";
import { filterProducts, queryOf, readFilters } from "./use-filters.ts";

/**
 * `matchingProducts`: the products that match the filters in `query`. `shownProducts`: the products for the page's HTML,
 * which are the first products or those of a page of the list (`page=2`). `filters`: `query` with only the parameters of
 * `Filters`.
 */
export function selectProducts(products: readonly Product[], query: string) {
  const filters = readFilters(new URLSearchParams(query));
  const matchingProducts = filterProducts(products, filters);
  const shownProducts = productsOfPage(matchingProducts, filters.page).slice(0, FIRST_STORE_PAGE_SIZE);
  return { filters: queryOf(filters), matchingProducts, shownProducts };
}
