import { lazyModule, useLazyModule } from "../lazy-module.ts";
import type { BackInStockProps } from "./back-in-stock-form.tsx";

const backInStock = lazyModule(() => import("./back-in-stock.tsx"));

/** Offers a mail when a sold-out product or size is back. Its code is loaded when it is needed, or when the page is idle. */
export function BackInStock(props: BackInStockProps) {
  const { product } = props;
  const isSoldOut = [product, ...(product.variants ?? [])].some(({ stock }) => stock < 1);
  const { module: loaded } = useLazyModule(backInStock, isSoldOut);
  return isSoldOut && loaded ? <loaded.BackInStock {...props} /> : null;
}
