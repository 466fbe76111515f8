import type { Product } from "../../../../shared/product.ts";
import type { Catalog } from "../../catalog/catalog-store.ts";

type KnownProducts = Pick<Catalog, "products" | "isWhole"> & {
  featured: readonly Product[] | undefined;
  /** The product of the page's HTML. */
  opened: Product | undefined;
};

/**
 * `listed`: the product with this id in the catalog or among the featured products. `product`: `listed` or,
 * until the whole catalog is loaded, the product in the page's HTML.
 */
export function findProduct(id: string | undefined, { products, isWhole, featured, opened }: KnownProducts) {
  const listed = [...products, ...(featured ?? [])].find((product) => product.id === id);
  return { listed, product: listed ?? (!isWhole && opened?.id === id ? opened : undefined) };
}
