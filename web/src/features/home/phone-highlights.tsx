import type { Product } from "../../../../shared/product.ts";
import { home } from "../../../../shared/site/home.ts";
import { ProductTiles } from "../../catalog/product-tiles.tsx";
import { suggestedProducts } from "../../catalog/suggested-products.ts";
import styles from "./phone-highlights.module.css";

type PhoneHighlightsProps = {
  /** Undefined while loading. */
  products: readonly Product[] | undefined;
  onOpen: (product: Product) => void;
};

/** Three featured products under the hero, up to a width of 640 px, where the carousel is far below. */
export function PhoneHighlights({ products, onOpen }: PhoneHighlightsProps) {
  if (products?.length === 0) return null;
  return (
    <div className={`container ${styles.highlights}`}>
      <ProductTiles
        heading={home.featured.highlights}
        headingLevel={2}
        products={products && suggestedProducts(products)}
        onOpen={onOpen}
      />
    </div>
  );
}
