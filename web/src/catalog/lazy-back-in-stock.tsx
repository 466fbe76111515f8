import type { Product } from "../../../shared/product.ts";
import { lazyModule, useLazyModule } from "../lazy-module.ts";

const backInStock = lazyModule(() => import("./back-in-stock.tsx"));

/** The offer of a mail when a sold-out product or size is back. Its code is loaded for such a product, or when the page is idle. */
export function BackInStock({ product }: { product: Product }) {
  const { stock, variants = [] } = product;
  const isSoldOut = [{ stock }, ...variants].some((offered) => offered.stock < 1);
  const { module: loaded } = useLazyModule(backInStock, isSoldOut);
  return isSoldOut && loaded ? <loaded.BackInStock product={product} /> : null;
}
