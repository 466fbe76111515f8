import { useCallback, useEffect } from "react";
import { useLocation } from "../../router/hooks.ts";
import * as z from "zod/mini";
import { messages } from "../../../../shared/messages.ts";
import type { Product } from "../../../../shared/product.ts";
import { home } from "../../../../shared/site/home.ts";
import { useAddOne } from "../../catalog/add-to-cart.ts";
import { ProductCarousel } from "../../catalog/product-carousel.tsx";
import { ProductDialog } from "../../catalog/lazy-product-dialog.tsx";
import { useFeaturedProducts, useProduct } from "../../catalog/use-products.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { notify } from "../../ui/notify.ts";
import { Reveal } from "../../ui/reveal.tsx";
import { useDialogHistory } from "../../ui/use-dialog-history.ts";
import styles from "./featured.module.css";

const NavigationState = z.object({ productId: z.string() });

/** The product in the navigation's state, and functions to open (adds to the history) and close a product. */
function useOpenedProduct(featured: readonly Product[] | undefined) {
  const location = useLocation();
  const { isClosing, open: openDialog, close: closeDialog } = useDialogHistory("product");
  const state = isClosing ? undefined : z.safeParse(NavigationState, location.state).data;
  const featuredProduct = featured?.find(({ id }) => id === state?.productId);
  const product = useProduct(state?.productId, featuredProduct);

  const open = useCallback(({ id }: Product) => void openDialog(paths.home, { productId: id }), [openDialog]);
  const close = () => closeDialog(paths.home);
  useEffect(() => {
    if (product !== "gone") return;
    notify.error(messages.productGone);
    closeDialog(paths.home);
  }, [product, closeDialog]);
  return { product: product === "gone" ? undefined : product, open, close };
}

/** A carousel of the featured products; a product opens in a dialog on this page. */
export function Featured() {
  const products = useFeaturedProducts();
  const { product, open, close } = useOpenedProduct(products);
  const addOne = useAddOne();
  const heading = (
    <>
      <h2 id="featured">{home.featured.heading}</h2>
      <p className="lead">{home.featured.lead}</p>
    </>
  );
  return (
    <div className={styles.band}>
      <Reveal className="container section">
        {products?.length === 0 ? (
          <section aria-labelledby="featured" className={styles.empty}>
            {heading}
          </section>
        ) : (
          <ProductCarousel products={products} show="four" headingId="featured" onOpen={open} onAdd={addOne}>
            {heading}
          </ProductCarousel>
        )}
        <p className={styles.viewAll}>
          <ButtonLink to={paths.store} variant="secondary" size="large" iconAfter="arrow-right">
            View All Products
          </ButtonLink>
        </p>
      </Reveal>
      <ProductDialog product={product} onClose={close} />
    </div>
  );
}
