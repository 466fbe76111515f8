import { useEffect, useState } from "react";
import type { Product } from "../../../shared/product.ts";
import type * as Offer from "./back-in-stock.tsx";

/** The offer of a mail when a sold-out product or size is back. Its code is loaded only for such a product. */
export function BackInStock({ product }: { product: Product }) {
  const isSoldOut = product.stock < 1 || product.variants?.some(({ stock }) => stock < 1);
  const [loaded, setLoaded] = useState<typeof Offer>();
  useEffect(() => {
    if (!isSoldOut) return;
    let isShown = true;
    import("./back-in-stock.tsx").then(
      (module) => isShown && setLoaded(module),
      (error: unknown) => console.error("The offer of a mail could not be loaded", error),
    );
    return () => void (isShown = false);
  }, [isSoldOut]);
  return isSoldOut && loaded ? <loaded.BackInStock product={product} /> : null;
}
