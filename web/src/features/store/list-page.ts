import { FIRST_CARDS } from "../../catalog/product-grid.tsx";

/** The products of a page of the list. Page 1 is the whole list. A number after the last page gives the last page. */
export function productsOfPage<P>(products: readonly P[], page: number): readonly P[] {
  const shownPage = Math.min(page, Math.ceil(products.length / FIRST_CARDS));
  return shownPage > 1 ? products.slice((shownPage - 1) * FIRST_CARDS, shownPage * FIRST_CARDS) : products;
}
