import type { RefObject } from "react";
import { useDeferredValue, useEffect, useRef } from "react";
import { messages } from "../../../../shared/messages.ts";
import type { Product } from "../../../../shared/product.ts";
import { categoryLabel } from "../../../../shared/site/categories.ts";
import { store } from "../../../../shared/site/store.ts";
import type { Catalog } from "../../catalog/catalog-store.ts";
import { ProductCarousel } from "../../catalog/product-carousel.tsx";
import { ProductGrid, ProductGridSkeleton } from "../../catalog/product-grid.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { Filters } from "./use-filters.ts";
import { ALL, filterProducts, isFiltered } from "./use-filters.ts";
import styles from "./store-products.module.css";

/** Scrolls the element with this ref back to its top when `filter` changes, so that the first results are in view. */
function useScrollToTop(filter: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const lastFilter = useRef(filter);
  useEffect(() => {
    if (lastFilter.current === filter) return;
    lastFilter.current = filter;
    const element = ref.current;
    if (element && element.getBoundingClientRect().top < 0)
      element.scrollIntoView({ block: "start", behavior: "instant" });
  }, [filter]);
  return ref;
}

/** '28 products', '3 products for “hex”'. */
function countText(count: number, search: string): string {
  const what = count === 1 ? "1 product" : `${count} products`;
  return what + (search.trim() ? ` for “${search.trim()}”` : "");
}

type Handlers = {
  /** The same function at every render, as for `ProductCard`; `onAdd` too. */
  onOpen: (product: Product) => void;
  onAdd: (product: Product) => void;
};
type StoreProductsProps = Handlers & { catalog: Catalog; filters: Filters; onReset: () => void };

function FeaturedProducts({
  products,
  ...handlers
}: Handlers & { products: readonly Product[] | undefined }) {
  if (products?.length === 0) return null;
  return (
    <ProductCarousel products={products} show="three" headingId="store-featured" {...handlers}>
      <h2 id="store-featured" className={styles.heading}>
        {store.featured}
      </h2>
    </ProductCarousel>
  );
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon="search"
      title={messages.noProducts}
      actions={
        <Button variant="secondary" icon="refresh" onClick={onReset}>
          Reset Filters
        </Button>
      }
    />
  );
}

/** The featured products (only without filters), and the grid of the products that match the filters. */
export function StoreProducts({ catalog, filters, onReset, ...handlers }: StoreProductsProps) {
  const { status, products } = catalog;
  const loading = status === "loading";
  const { category } = filters;
  const search = useDeferredValue(filters.search);
  const shown = filterProducts(products, { category, search });
  const results = useScrollToTop(`${category}/${search.trim()}`);
  if (status === "failed") return null;
  return (
    <div ref={results} className={cx(styles.results, loading && styles.loading)}>
      {!isFiltered(filters) && (
        <FeaturedProducts
          products={loading ? undefined : products.filter(({ featured }) => featured)}
          {...handlers}
        />
      )}
      <section aria-labelledby="store-products" className={styles.products}>
        <div className={styles.head}>
          <h2 id="store-products" className={styles.heading}>
            {category === ALL ? store.all : categoryLabel(category)}
          </h2>
          {loading ? (
            <Spinner label="Loading products..." />
          ) : (
            <p role="status" className={styles.count}>
              {countText(shown.length, search)}
            </p>
          )}
        </div>
        {loading && <ProductGridSkeleton />}
        {!loading && shown.length > 0 && <ProductGrid products={shown} {...handlers} />}
        {!loading && shown.length === 0 && <NothingFound onReset={onReset} />}
      </section>
    </div>
  );
}
