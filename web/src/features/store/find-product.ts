import type { Product } from "../../../../shared/product.ts";
import type { Catalog } from "../../catalog/catalog-store.ts";

type Known = Pick<Catalog, "products" | "complete"> & {
  featured: readonly Product[] | undefined;
  /** The product of the page's HTML. */
  opened: Product | undefined;
};

/** `listed`: the product with this id in the lists. `product`: until all are loaded, also the one in the page's HTML. */
export function findProduct(id: string | undefined, { products, complete, featured, opened }: Known) {
  const listed = [...products, ...(featured ?? [])].find((product) => product.id === id);
  return { listed, product: listed ?? (!complete && opened?.id === id ? opened : undefined) };
}
