import { lazyModule, useLazyModule } from "../lazy-module.ts";
import { PrerenderedHtml } from "../prerendered-html.tsx";
import type { BackInStockProps } from "./back-in-stock-form.tsx";
import styles from "./product-details.module.css";

export const backInStock = lazyModule(() => import("./back-in-stock.tsx"));

/**
 * Offers a mail when a sold-out product or variant is back. The code is loaded when the product or one of its variants is sold
 * out, or when the page is idle. Until then, `PrerenderedHtml` keeps the server's HTML, which takes the space of the offer.
 */
export function BackInStock(props: BackInStockProps) {
  const { product } = props;
  const isSoldOut = [product, ...(product.variants ?? [])].some(({ stock }) => stock < 1);
  const { module: loadedModule } = useLazyModule(backInStock, isSoldOut);
  if (!isSoldOut) return null;
  return (
    <PrerenderedHtml className={styles.backInStock}>
      {loadedModule && <loadedModule.BackInStock {...props} />}
    </PrerenderedHtml>
  );
}
