import type { Product } from "../../../../shared/product.ts";
import { home } from "../../../../shared/site/home.ts";
import { useAddOne } from "../../catalog/add-to-cart.ts";
import { ProductCarousel } from "../../catalog/product-carousel.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Reveal } from "../../ui/reveal.tsx";
import styles from "./featured.module.css";

type FeaturedProps = {
  /** Undefined while loading. */
  products: readonly Product[] | undefined;
  onOpen: (product: Product) => void;
};

export function FeaturedSection({ products, onOpen }: FeaturedProps) {
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
          <ProductCarousel
            products={products}
            maxCards="four"
            headingId="featured"
            onOpen={onOpen}
            onAdd={addOne}
          >
            {heading}
          </ProductCarousel>
        )}
        <p className={styles.viewAll}>
          <ButtonLink to={paths.store} variant="secondary" size="large" iconAfter="arrow-right">
            View All Products
          </ButtonLink>
        </p>
      </Reveal>
    </div>
  );
}
