import { CARDS_PER_PAGE } from "../../catalog/product-grid.tsx";

/**
 * The products of a page of the list. Page 1 has all products, because the browser loads more of them while the visitor
 * scrolls. A number after the last page gives the last page.
 */
export function productsOfPage<P>(products: readonly P[], page: number): readonly P[] {
  const shownPage = Math.min(page, Math.ceil(products.length / CARDS_PER_PAGE));
  return shownPage > 1
    ? products.slice((shownPage - 1) * CARDS_PER_PAGE, shownPage * CARDS_PER_PAGE)
    : products;
}
