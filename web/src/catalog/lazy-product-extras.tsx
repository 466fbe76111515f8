import { lazyModule, useLazyModule } from "../lazy-module.ts";
import type { ProductExtrasProps } from "./product-extras.tsx";
import styles from "./product-details.module.css";

export const productExtras = lazyModule(() => import("./product-extras.tsx"));

/** What stands below a product's details. Until its code is loaded, React leaves the prerendered HTML as it is. */
export function ProductExtras(props: ProductExtrasProps) {
  const { module: loaded } = useLazyModule(productExtras, true);
  return loaded ? (
    <div key="loaded" className={styles.extras}>
      <loaded.ProductExtras {...props} />
    </div>
  ) : (
    <div
      key="html"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: "" }}
      className={styles.extras}
    />
  );
}
