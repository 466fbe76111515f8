import { seo } from "../../../../shared/site/seo.ts";
import { ProductDialog } from "../../catalog/product-dialog.tsx";
import { useFeaturedProducts } from "../../catalog/use-products.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Featured } from "./featured.tsx";
import { Hero } from "./hero.tsx";
import { Hosts } from "./hosts.tsx";
import { PhoneHighlights } from "./phone-highlights.tsx";
import { useOpenedProduct } from "./use-opened-product.ts";

/** The home page. A product opens in a dialog on the page. */
export default function HomePage() {
  usePageMeta({ ...seo["/"], path: paths.home });
  const products = useFeaturedProducts();
  const { product, open, close } = useOpenedProduct(products);
  return (
    <>
      <Hero />
      <PhoneHighlights products={products} onOpen={open} />
      <Hosts />
      <Featured products={products} onOpen={open} />
      <ProductDialog product={product} products={products ?? []} onOpen={open} onClose={close} />
    </>
  );
}
