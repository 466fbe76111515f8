import { useCallback } from "react";
import { useParams } from "../../router/hooks.ts";
import { messages } from "../../../../shared/messages.ts";
import type { Product } from "../../../../shared/product.ts";
import { productMeta } from "../../../../shared/page-meta.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { store } from "../../../../shared/site/store.ts";
import { ProductDialog } from "../../catalog/lazy-product-dialog.tsx";
import { useAddOne } from "../../catalog/add-to-cart.ts";
import { useProducts } from "../../catalog/use-products.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useDialogHistory } from "../../ui/use-dialog-history.ts";
import { categoryOptions, isFiltered, useFilters } from "./use-filters.ts";
import { StoreProducts } from "./store-products.tsx";
import styles from "./store-page.module.css";
import { StoreToolbar } from "./store-toolbar.tsx";

/** The product in the URL, with functions to open and close a product. Both keep the filters in the URL. */
function useProductInUrl(products: readonly Product[]) {
  const params = useParams();
  const { isClosing, open: openDialog, close: closeDialog } = useDialogHistory("product");
  const productId = isClosing ? undefined : params["productId"];
  const open = useCallback(
    (product: Product) =>
      void openDialog({ pathname: paths.product(product.id), search: window.location.search }),
    [openDialog],
  );
  const close = () => closeDialog({ pathname: paths.store, search: window.location.search });
  return { productId, product: products.find(({ id }) => id === productId), open, close };
}

export default function StorePage() {
  const catalog = useProducts();
  const { status, products, stale, retry } = catalog;
  const { category, search, setSearch, setCategory, reset } = useFilters();
  const { productId, product, open, close } = useProductInUrl(products);
  const addOne = useAddOne();
  const filters = { category, search };
  const isProductLoading = productId !== undefined && status === "loading";
  const storeMeta = isProductLoading ? undefined : { ...seo["/store"], path: paths.store };
  usePageMeta(product ? productMeta(product) : storeMeta);

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
        {...filters}
        onSearch={setSearch}
        onCategory={setCategory}
        options={categoryOptions(products)}
        hasFilters={isFiltered(filters)}
        onReset={reset}
      />
      <div className={`container ${styles.body}`}>
        {status === "failed" && (
          <Notice tone="danger" role="alert" title={messages.catalogFailed} actions={retryButton} />
        )}
        {stale && <Notice tone="warn" role="status" title={messages.catalogStale} actions={retryButton} />}
        {status === "ready" && productId !== undefined && !product && (
          <Notice role="status" title={messages.productGone} />
        )}
        <StoreProducts catalog={catalog} filters={filters} onOpen={open} onAdd={addOne} onReset={reset} />
      </div>
      <ProductDialog product={product} onClose={close} />
    </>
  );
}
