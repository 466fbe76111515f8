import type { RefObject } from "react";
import { useDeferredValue, useEffect, useRef } from "react";
import { messages } from "../../../../shared/messages.ts";
import type { Product } from "../../../../shared/product.ts";
import { categoryLabel } from "../../../../shared/site/categories.ts";
import { store } from "../../../../shared/site/store.ts";
import type { Catalog } from "../../catalog/catalog-store.ts";
import { ProductCarousel } from "../../catalog/product-carousel.tsx";
import { ProductGrid, ProductGridSkeleton } from "../../catalog/product-grid.tsx";
import { lazyModule, useLazyModule } from "../../lazy-module.ts";
import { PrerenderedHtml } from "../../prerendered-html.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { useIsTraversal } from "../../router/hooks.ts";
import { productsOfPage } from "./list-page.ts";
import { MoreProducts } from "./more-products.tsx";
import { PageLinks } from "./page-links.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Spinner, SpinnerRing } from "../../ui/spinner.tsx";
import type { FilterChanges, Filters } from "./use-filters.ts";
import { ALL_CATEGORIES, NO_FILTERS, filterProducts, isFiltered, queryOf } from "./use-filters.ts";
import styles from "./store-products.module.css";

/** Only a search needs the names of the states. */
const lazyStates = lazyModule(() => import("../../../../shared/us-states.ts"));

/** With more products, typing does not wait for the results. */
const MANY_PRODUCTS = 100;

/**
 * Returns a ref. When `query` changes, the page scrolls up to the top of the ref's element, to show the first
 * results. After Back and Forward the page stays where the visitor was.
 */
function useScrollToTop(query: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const lastQuery = useRef(query);
  const isTraversal = useIsTraversal();
  useEffect(() => {
    if (lastQuery.current === query) return;
    lastQuery.current = query;
    const element = ref.current;
    if (!isTraversal && element && element.getBoundingClientRect().top < 0)
      element.scrollIntoView({ block: "start", behavior: "instant" });
  }, [query, isTraversal]);
  return ref;
}

/** '28 products', '3 products for “hex” in M, Forest' */
function countText(count: number, { search, sizes, colors }: Filters = NO_FILTERS): string {
  const productsText = count === 1 ? "1 product" : `${count} products`;
  const searchText = search.trim() ? ` for “${search.trim()}”` : "";
  const options = [...sizes, ...colors].join(", ");
  return productsText + searchText + (options ? ` in ${options}` : "");
}

/** '28 products'; 'More than 24 products' while their number is not known. */
const allCountText = (count: number, total: number | undefined): string =>
  total === undefined ? `More than ${countText(count)}` : countText(total);

type Handlers = {
  /** `onOpen` and `onAdd` must be the same functions at every render, because `ProductCard` is memoized. */
  onOpen: (product: Product) => void;
  onAdd: (product: Product) => void;
};
type StoreProductsProps = Handlers & {
  catalog: Catalog & { loadMore: () => void };
  /** Undefined while loading. */
  featured: readonly Product[] | undefined;
  filters: Filters;
  onChange: (changes: FilterChanges) => void;
  onReset: () => void;
};

function FeaturedCarousel({
  products,
  ...handlers
}: Handlers & { products: readonly Product[] | undefined }) {
  if (products?.length === 0) return null;
  return (
    <ProductCarousel products={products} maxCards="three" headingId="store-featured" {...handlers}>
      <h2 id="store-featured" className={styles.heading}>
        {store.featured}
      </h2>
    </ProductCarousel>
  );
}

const lazySuggestions = lazyModule(() => import("../../catalog/suggestions.tsx"));

function NothingFound({ onReset, onOpen }: Pick<StoreProductsProps, "onReset" | "onOpen">) {
  const { module: loadedModule } = useLazyModule(lazySuggestions, true);
  return (
    <EmptyState
      icon="search"
      title={messages.noProducts}
      actions={
        <Button variant="secondary" icon="refresh" onClick={onReset}>
          Reset Filters
        </Button>
      }
    >
      {loadedModule && <loadedModule.Suggestions onOpen={onOpen} />}
    </EmptyState>
  );
}

const lazyFilterAndSort = lazyModule(() => import("./filter-and-sort.tsx"));

/** The featured products, if no filters are set, and the grid of products that match the filters. */
export function StoreProducts(props: StoreProductsProps) {
  const { catalog, featured, filters, onChange, onReset, ...handlers } = props;
  const { status, products, filteredBy, isWhole, total, loadMore } = catalog;
  const isLoading = status === "loading";
  const hasFilters = isFiltered(filters);
  // Until the whole catalog is loaded, a search may have more results than those that are shown. The page's HTML has
  // the number of all results for its own filters.
  const isFromHtml = filteredBy !== undefined;
  const isSearching = hasFilters && !isWhole && !isFromHtml;
  const { category } = filters;
  const deferredSearch = useDeferredValue(filters.search);
  const search = products.length > MANY_PRODUCTS ? deferredSearch : filters.search;
  const shownFilters = { ...filters, search };
  const { module: states } = useLazyModule(lazyStates, shownFilters.search !== "");
  const matchingProducts = filterProducts(products, shownFilters, states?.stateNameOf);
  // The HTML has only the products of this page of the list.
  const shownProducts = isFromHtml ? matchingProducts : productsOfPage(matchingProducts, filters.page);
  const hasMatches = matchingProducts.length > 0;
  // While a search is running, 'nothing found' is not known yet.
  const isResultKnown = !isLoading && (hasMatches || !isSearching);
  const matchCount = (isFromHtml && total) || matchingProducts.length;
  const query = queryOf(shownFilters);
  const resultsRef = useScrollToTop(query);
  const { module: loadedModule } = useLazyModule(lazyFilterAndSort, true);
  if (status === "failed") return null;
  return (
    <div ref={resultsRef} className={cx(styles.results, isLoading && styles.loading)}>
      {!hasFilters && <FeaturedCarousel products={isLoading ? undefined : featured} {...handlers} />}
      <section aria-labelledby="store-products" className={styles.products}>
        <div className={styles.head}>
          <h2 id="store-products" className={styles.heading}>
            {category === ALL_CATEGORIES ? store.all : categoryLabel(category)}
          </h2>
          {isResultKnown ? (
            <p role="status" className={styles.count}>
              {isSearching && <SpinnerRing />}
              {isWhole || query ? countText(matchCount, shownFilters) : allCountText(products.length, total)}
            </p>
          ) : (
            <Spinner label="Loading products..." />
          )}
        </div>
        <div className={styles.controls}>
          {loadedModule && (
            <loadedModule.FilterAndSort
              products={products}
              isWhole={isWhole}
              filters={filters}
              onChange={onChange}
            />
          )}
        </div>
        {isLoading && <ProductGridSkeleton />}
        {!isLoading && hasMatches && (
          <ProductGrid
            products={shownProducts}
            color={filters.colors.length === 1 ? filters.colors[0] : undefined}
            {...handlers}
          />
        )}
        {!hasFilters && !isLoading && !isWhole && (
          <MoreProducts shownCount={products.length} loadMore={loadMore} />
        )}
        {/* Only the server renders the links. */}
        <PrerenderedHtml key={query} className={styles.pageLinks}>
          {import.meta.env.SSR ? (
            <PageLinks productCount={total ?? matchCount} filters={shownFilters} />
          ) : undefined}
        </PrerenderedHtml>
        {isResultKnown && !hasMatches && <NothingFound onReset={onReset} onOpen={handlers.onOpen} />}
      </section>
    </div>
  );
}
