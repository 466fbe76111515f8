import type { ReactNode } from "react";
import { ProductDialog } from "../../catalog/lazy-product-dialog.tsx";
import { useFeaturedProducts } from "../../catalog/use-products.ts";
import { FeaturedSection } from "./featured.tsx";
import { PhoneHighlights } from "./phone-highlights.tsx";
import { useOpenedProduct } from "./use-opened-product.ts";

/** The highlights (only on phones), the children, and the featured products. A product opens in a dialog on the page. */
export function HomeProducts({ children }: { children: ReactNode }) {
  const featured = useFeaturedProducts();
  const products = featured?.products;
  const { product, open, close } = useOpenedProduct(
    featured && [...featured.products, ...(featured.bestSellers ?? [])],
  );
  return (
    <>
      <PhoneHighlights featured={featured} onOpen={open} />
      {children}
      <FeaturedSection products={products} onOpen={open} />
      <ProductDialog product={product} products={products ?? []} onOpen={open} onClose={close} />
    </>
  );
}
