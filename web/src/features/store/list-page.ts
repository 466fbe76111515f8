import { FIRST_CARDS } from "../../catalog/product-grid.tsx";

/** The products of a page of the list; the first page is the whole list. A page after the last one is the last one. */
export function productsOfPage<P>(products: readonly P[], page: number): readonly P[] {
  const shown = Math.min(page, Math.ceil(products.length / FIRST_CARDS));
  return shown > 1 ? products.slice((shown - 1) * FIRST_CARDS, shown * FIRST_CARDS) : products;
}
