import type { Product } from "../../../../shared/product.ts";
import type { Catalog } from "../../catalog/catalog-store.ts";

type KnownProducts = Pick<Catalog, "products" | "isWhole"> & {
  featured: readonly Product[] | undefined;
  /** The product of the page's HTML. */
  htmlProduct: Product | undefined;
};

/**
 * `listedProduct`: the product with this id in the catalog or among the featured products. `product`: `listedProduct`
 * or, until the whole catalog is loaded, the product in the page's HTML.
 */
export function findProduct(
  id: string | undefined,
  { products, isWhole, featured, htmlProduct }: KnownProducts,
) {
  const listedProduct = [...products, ...(featured ?? [])].find((product) => product.id === id);
  const product = listedProduct ?? (!isWhole && htmlProduct?.id === id ? htmlProduct : undefined);
  return { listedProduct, product };
}
