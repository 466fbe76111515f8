import { lazyModule, useLazyModule } from "../lazy-module.ts";
import type { BackInStockProps } from "./back-in-stock-form.tsx";

/** The code of the offer, and whether the shop sends these mails. */
const backInStock = lazyModule(async () => {
  const { BackInStock: Offer, askIfOffered } = await import("./back-in-stock.tsx");
  return { Offer, isOffered: await askIfOffered() };
});

/**
 * Offers a mail when a sold-out product or variant is back, if the shop sends these mails. The code is loaded when a product
 * is sold out, or when the page is idle.
 */
export function BackInStock(props: BackInStockProps) {
  const { product } = props;
  const isSoldOut = [product, ...(product.variants ?? [])].some(({ stock }) => stock < 1);
  const { module: loadedModule } = useLazyModule(backInStock, isSoldOut);
  return isSoldOut && loadedModule?.isOffered ? <loadedModule.Offer {...props} /> : null;
}
