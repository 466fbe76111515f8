import { CARDS_PER_PAGE } from "../../catalog/product-grid.tsx";

/** The products of a page of the list. Page 1 is the whole list. A number after the last page gives the last page. */
export function productsOfPage<P>(products: readonly P[], page: number): readonly P[] {
  const shownPage = Math.min(page, Math.ceil(products.length / CARDS_PER_PAGE));
  return shownPage > 1
    ? products.slice((shownPage - 1) * CARDS_PER_PAGE, shownPage * CARDS_PER_PAGE)
    : products;
}
