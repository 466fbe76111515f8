import { lazyModule, useLazyModule } from "../lazy-module.ts";
import { PrerenderedHtml } from "../prerendered-html.tsx";
import type { ProductExtrasProps } from "./product-extras.tsx";
import styles from "./product-details.module.css";

export const productExtras = lazyModule(() => import("./product-extras.tsx"));

/** The parts below a product's details. Their code is loaded after the details. */
export function ProductExtras(props: ProductExtrasProps) {
  const { module: loadedModule } = useLazyModule(productExtras, true);
  return (
    <PrerenderedHtml className={styles.extras}>
      {loadedModule && <loadedModule.ProductExtras {...props} />}
    </PrerenderedHtml>
  );
}
