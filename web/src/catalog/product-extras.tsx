import type { Product } from "../../../shared/product.ts";
import { ProductEpisodes } from "./product-episodes.tsx";
import { DeliveryNotes } from "./delivery-notes.tsx";
import { productsThatGoWith } from "./goes-well-with.ts";
import styles from "./product-extras.module.css";
import { ProductTiles } from "./product-tiles.tsx";

export type ProductExtrasProps = {
  product: Product;
  /** Products that may be shown as 'Goes well with'. */
  products: readonly Product[];
  onOpen: (product: Product) => void;
  /** Leaves the dialog and opens another page. */
  onLeave: (to: string) => void;
};

/** The parts below a product's details. */
export function ProductExtras({ product, products, onOpen, onLeave }: ProductExtrasProps) {
  return (
    <>
      <DeliveryNotes categories={[product.category]} onLeave={onLeave} />
      <ProductTiles
        heading="Goes well with"
        products={productsThatGoWith(product, products)}
        onOpen={onOpen}
        className={styles.related}
      />
      {/* Last, because the links appear after the dialog has opened, and must not move the parts above. */}
      <ProductEpisodes productId={product.id} onLeave={onLeave} />
    </>
  );
}
