import type { Product } from "../../../../shared/product.ts";
import { home } from "../../../../shared/site/home.ts";
import { highlightsOf } from "../../catalog/highlights.ts";
import { ProductTiles } from "../../catalog/product-tiles.tsx";
import type { FeaturedProducts } from "../../catalog/use-products.ts";
import styles from "./phone-highlights.module.css";

type PhoneHighlightsProps = {
  /** Undefined while loading. */
  featured: FeaturedProducts | undefined;
  onOpen: (product: Product) => void;
};

/** Up to three best sellers or featured products under the hero, in windows up to 640 px wide, where the carousel is far below. */
export function PhoneHighlights({ featured, onOpen }: PhoneHighlightsProps) {
  const { heading, products } = featured
    ? highlightsOf(featured)
    : { heading: home.featured.highlights, products: undefined };
  if (products?.length === 0) return null;
  return (
    <div className={`container ${styles.highlights}`}>
      <ProductTiles heading={heading} headingLevel={2} products={products} onOpen={onOpen} />
    </div>
  );
}
