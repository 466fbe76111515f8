import { lazyModule, useLazyModule } from "../lazy-module.ts";
import { PrerenderedHtml } from "../prerendered-html.tsx";
import type { ProductExtrasProps } from "./product-extras.tsx";
import styles from "./product-details.module.css";

export const productExtras = lazyModule(() => import("./product-extras.tsx"));

/**
 * The parts below a product's details: delivery and returns, products that go well with the product, and episodes. Their code
 * is loaded after the details. Until then, `PrerenderedHtml` keeps the server's HTML, or the dialog keeps room for them.
 */
export function ProductExtras(props: ProductExtrasProps) {
  const { module: loadedModule } = useLazyModule(productExtras, true);
  return (
    <PrerenderedHtml className={styles.extras}>
      {loadedModule && <loadedModule.ProductExtras {...props} />}
    </PrerenderedHtml>
  );
}
