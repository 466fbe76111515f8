import { FIRST_PAGE } from "../../../../shared/api-catalog.ts";
import type { Product } from "../../../../shared/product.ts";
import { FIRST_CARDS } from "../../catalog/product-grid.tsx";
import { listPage } from "./list-page.ts";
import { filterProducts, readFilters } from "./use-filters.ts";

/**
 * The products that match the filters in `query`, and those in the page's HTML: the first ones, or those of a page of
 * the list (`page=2`), which browsers without JavaScript open.
 */
export function selectProducts(products: readonly Product[], query: string) {
  const params = new URLSearchParams(query);
  const matching = filterProducts(products, readFilters(params));
  const { page } = listPage(params, matching.length);
  const first = (page - 1) * FIRST_CARDS;
  const shown = page === 1 ? matching.slice(0, FIRST_PAGE) : matching.slice(first, first + FIRST_CARDS);
  return { matching, shown };
}
