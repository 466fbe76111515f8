import { Suspense, useCallback, useEffect } from "react";
import { useParams } from "../../router/hooks.ts";
import { messages } from "../../../../shared/messages.ts";
import type { Product } from "../../../../shared/product.ts";
import { productMeta } from "../../../../shared/page-meta.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { store } from "../../../../shared/site/store.ts";
import { ProductDialog } from "../../catalog/lazy-product-dialog.tsx";
import { useAddOne } from "../../catalog/add-to-cart.ts";
import type { Catalog } from "../../catalog/catalog-store.ts";
import {
  readHtmlProduct,
  seedHtmlProduct,
  useFeaturedProducts,
  useProducts,
} from "../../catalog/use-products.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useDialogHistory } from "../../ui/use-dialog-history.ts";
import { catalogFor } from "./catalog-for.ts";
import { findProduct } from "./find-product.ts";
import { categoryOptions, isFiltered, useFilters } from "./use-filters.ts";
import { MissingProduct } from "./missing-product.tsx";
import { StoreProducts } from "./store-products.tsx";
import styles from "./store-page.module.css";
import { StoreToolbar } from "./store-toolbar.tsx";

// main.tsx gets the dialog from here: a dynamic import of the dialog's own module would add a file to a product page's first
// load.
export { productDialog } from "../../catalog/lazy-product-dialog.tsx";

/**
 * The product in the URL, with functions to open and close a product. Opening and closing keep the filters in
 * the URL.
 */
function useProductInUrl() {
  const params = useParams();
  const { isClosing, open: openDialog, close: closeDialog } = useDialogHistory("product");
  const productId = isClosing ? undefined : params["productId"];
  const open = useCallback(
    (product: Product) =>
      void openDialog({ pathname: paths.product(product.id), search: window.location.search }),
    [openDialog],
  );
  const close = () => closeDialog({ pathname: paths.store, search: window.location.search });
  return { productId, open, close };
}

/** The featured products, from the catalog if it is whole, or else from a separate request. */
function useFeatured({ status, products, isWhole }: Catalog): readonly Product[] | undefined {
  const requestedProducts = useFeaturedProducts(status === "ready" && !isWhole);
  if (isWhole) return products.filter(({ featured }) => featured);
  // The catalog is updated while the page is open, so its data of a product is newer.
  const productsById = new Map(products.map((product) => [product.id, product]));
  return requestedProducts?.products.map((product) => productsById.get(product.id) ?? product);
}

export default function StorePage() {
  const { filters, setSearch, change, reset } = useFilters();
  const { productId, open, close } = useProductInUrl();
  const isMissing = ({ status, products }: Catalog) =>
    status === "ready" && productId !== undefined && !products.some(({ id }) => id === productId);
  // All products are needed for a filter, and for a product in the URL that is not among the loaded products.
  const catalog = useProducts((current) => isFiltered(filters) || isMissing(current));
  const { products, isWhole, retry } = catalog;
  const shownCatalog = catalogFor(catalog, filters);
  const { status, isStale } = shownCatalog;
  const featured = useFeatured(catalog);
  const { listedProduct, product } = findProduct(productId, {
    products,
    isWhole,
    featured,
    htmlProduct: readHtmlProduct(),
  });
  // When the list contains the product, drop the copy from the HTML.
  useEffect(() => {
    if (listedProduct) seedHtmlProduct(undefined);
  }, [listedProduct]);
  const addOne = useAddOne();
  const lacksProduct = productId !== undefined && !product;
  const isProductLoading = lacksProduct && status !== "failed" && !isWhole;
  const storeMeta = { ...seo["/store"], path: paths.store, isIndexed: !(lacksProduct && isWhole) };
  usePageMeta(product ? productMeta(product) : isProductLoading ? undefined : storeMeta);

  const retryButton = (
    <Button variant="secondary" icon="refresh" onClick={retry}>
      Try Again
    </Button>
  );
  return (
    <>
      <div className={`container ${styles.head}`}>
        <PageTitle eyebrow={store.eyebrow} lead={store.lead}>
          {store.heading}
        </PageTitle>
      </div>
      <StoreToolbar
        search={filters.search}
        onSearch={setSearch}
        category={filters.category}
        onCategory={(category) => change({ category })}
        categories={categoryOptions(products)}
        hasFilters={isFiltered(filters)}
        onReset={reset}
      />
      <div className={`container ${styles.body}`}>
        {status === "failed" && (
          <Notice tone="danger" role="alert" title={messages.catalogFailed} actions={retryButton} />
        )}
        {isStale && <Notice tone="warn" role="status" title={messages.catalogStale} actions={retryButton} />}
        {isWhole && isMissing(catalog) && !product && <MissingProduct id={productId} />}
        {/* React hydrates the search first, and then the products. */}
        <Suspense>
          <StoreProducts
            catalog={shownCatalog}
            featured={featured}
            filters={filters}
            onChange={change}
            onReset={reset}
            onOpen={open}
            onAdd={addOne}
          />
        </Suspense>
      </div>
      <ProductDialog product={product} products={products} onOpen={open} onClose={close} />
    </>
  );
}
