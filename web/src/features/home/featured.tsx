import { home } from "../../../../shared/site/home.ts";
import { ProductCarousel } from "../../catalogue/product-carousel.tsx";
import { ProductDialog } from "../../catalogue/product-dialog.tsx";
import { useAddOne } from "../../catalogue/purchase.ts";
import { useFeaturedProducts } from "../../catalogue/use-products.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Reveal } from "../../ui/reveal.tsx";
import styles from "./featured.module.css";
import { useOpenedProduct } from "./use-opened-product.ts";

/** What the shop is proud of, passing by; a product opens in a dialog on this page. */
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
          <section aria-labelledby="featured" className={styles.none}>
            {heading}
          </section>
        ) : (
          <ProductCarousel products={products} show="four" headingId="featured" onOpen={open} onAdd={addOne}>
            {heading}
          </ProductCarousel>
        )}
        <p className={styles.all}>
          <ButtonLink to={paths.store} variant="secondary" size="large" iconAfter="arrow-right">
            View All Products
          </ButtonLink>
        </p>
      </Reveal>
      <ProductDialog product={product} onClose={close} />
    </div>
  );
}
