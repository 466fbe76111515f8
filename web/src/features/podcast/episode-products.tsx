import { useState } from "react";
import type { Product } from "../../../../shared/product.ts";
import { useAddOne } from "../../catalog/add-to-cart.ts";
import { ProductDialog } from "../../catalog/lazy-product-dialog.tsx";
import { ProductGrid } from "../../catalog/product-grid.tsx";
import { useDialogHistory } from "../../ui/use-dialog-history.ts";
import styles from "./episode-page.module.css";

/** The products that an admin has tied to the episode. A product opens in a dialog on the page. */
export function EpisodeProducts({ products }: { products: readonly Product[] }) {
  const [openedId, setOpenedId] = useState<string>();
  const { isOpen, open, close } = useDialogHistory("product");
  const addOne = useAddOne();
  const openProduct = (product: Product) => {
    setOpenedId(product.id);
    void open();
  };
  if (products.length === 0) return null;
  const openedProduct = isOpen ? products.find(({ id }) => id === openedId) : undefined;
  return (
    <section aria-labelledby="in-episode" className={styles.band}>
      <div className="container section">
        <h2 id="in-episode">In this episode</h2>
        <ProductGrid products={products} onOpen={openProduct} onAdd={addOne} />
      </div>
      <ProductDialog
        product={openedProduct}
        products={products}
        onOpen={openProduct}
        onClose={() => close()}
      />
    </section>
  );
}
