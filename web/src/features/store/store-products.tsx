import { useDeferredValue } from "react";
import { messages } from "../../../../shared/messages.ts";
import type { Product } from "../../../../shared/product.ts";
import { categoryLabel } from "../../../../shared/site/categories.ts";
import { store } from "../../../../shared/site/store.ts";
import type { Catalogue } from "../../catalogue/catalogue-store.ts";
import { ProductCarousel } from "../../catalogue/product-carousel.tsx";
import { ProductGrid, ProductGridSkeleton } from "../../catalogue/product-grid.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { Filters } from "./filters.ts";
import { ALL, filterProducts, isFiltered } from "./filters.ts";
import styles from "./store-products.module.css";

/** '12 products', '3 products in Shirts for “hex”'. */
function countText(count: number, { category, search }: Filters): string {
  const what = count === 1 ? "1 product" : `${count} products`;
  const where = category === ALL ? "" : ` in ${categoryLabel(category)}`;
  return what + where + (search.trim() ? ` for “${search.trim()}”` : "");
}

function Loading() {
  return (
    <div className={styles.loading}>
      <Spinner label="Loading products..." />
      <ProductGridSkeleton />
    </div>
  );
}

type StoreProductsProps = {
  catalogue: Catalogue;
  filters: Filters;
  /** Stable functions, as for `ProductCard`. */
  onOpen: (product: Product) => void;
  onAdd: (product: Product) => void;
  onReset: () => void;
};

/** The featured ones (only with nothing filtered) and the grid of what the filters let through. */
export function StoreProducts({ catalogue, filters, onOpen, onAdd, onReset }: StoreProductsProps) {
  const { status, products } = catalogue;
  const search = useDeferredValue(filters.search);
  const shown = filterProducts(products, { category: filters.category, search });
  const featured = products.filter((product) => product.featured);
  if (status === "loading") return <Loading />;
  if (status === "failed") return null;
  return (
    <>
      {!isFiltered(filters) && featured.length > 0 && (
        <ProductCarousel
          products={featured}
          show="three"
          headingId="store-featured"
          onOpen={onOpen}
          onAdd={onAdd}
        >
          <h2 id="store-featured" className={styles.heading}>
            {store.featured}
          </h2>
        </ProductCarousel>
      )}
      <section aria-label="Products" className={styles.results}>
        <p role="status" className={styles.count}>
          {countText(shown.length, { category: filters.category, search })}
        </p>
        {shown.length > 0 ? (
          <ProductGrid products={shown} onOpen={onOpen} onAdd={onAdd} />
        ) : (
          <EmptyState
            icon="search"
            title={messages.noProducts}
            actions={
              <Button variant="secondary" icon="refresh" onClick={onReset}>
                Reset Filters
              </Button>
            }
          />
        )}
      </section>
    </>
  );
}
