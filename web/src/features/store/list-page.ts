import { MAX_LIST_PAGE } from "../../../../shared/site/max-list-page.ts";
import { FIRST_CARDS } from "../../catalog/product-grid.tsx";

/** The number of pages of a list of `count` products. */
export const pageCountOf = (count: number): number =>
  Math.min(Math.max(Math.ceil(count / FIRST_CARDS), 1), MAX_LIST_PAGE);

/** The products of a page of the list; the first page is the whole list. A page after the last one is the last one. */
export function productsOfPage<P>(products: readonly P[], page: number): readonly P[] {
  const shown = Math.min(page, pageCountOf(products.length));
  return shown === 1 ? products : products.slice((shown - 1) * FIRST_CARDS, shown * FIRST_CARDS);
}
