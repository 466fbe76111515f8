import { lazyModule, useLazyModule } from "../lazy-module.ts";
import type { BackInStockProps } from "./back-in-stock-form.tsx";

const backInStock = lazyModule(() => import("./back-in-stock.tsx"));

/**
 * Offers a mail when a sold-out product or variant is back. The code is loaded when a product is sold out, or
 * when the page is idle.
 */
export function BackInStock(props: BackInStockProps) {
  const { product } = props;
  const isSoldOut = [product, ...(product.variants ?? [])].some(({ stock }) => stock < 1);
  const { module: loadedModule } = useLazyModule(backInStock, isSoldOut);
  return isSoldOut && loadedModule ? <loadedModule.BackInStock {...props} /> : null;
}
