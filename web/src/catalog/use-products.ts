import { startTransition, useDeferredValue, useEffect, useMemo, useState } from "react";
import { catalogApi } from "../../../shared/api-catalog.ts";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { ApiError } from "../api-error.ts";
import { call } from "../api.ts";
import { ownHoldStore, withOwnHold } from "../cart/own-hold.ts";
import { useStore } from "../store.ts";
import type { Catalog } from "./catalog-store.ts";
import { catalogStore, keepUnchanged } from "./catalog-store.ts";
import { useWithoutPastEvents } from "./use-event-times.ts";

/** The products. Pieces that the visitor's own open payment page holds count as in stock, as in the cart. */
function useProductsWithOwnHold(products: readonly Product[]): readonly Product[] {
  const ownHold = useStore(ownHoldStore);
  return useMemo(() => withOwnHold(products, ownHold), [products, ownHold]);
}

const NO_PRODUCTS: readonly Product[] = [];

type CatalogWithActions = Catalog & Pick<typeof catalogStore, "retry" | "loadMore">;

/**
 * The catalog without tickets of events that are over, updated while the component is on the page. `isWholeNeeded` decides from
 * the catalog so far whether all products are needed.
 */
export function useProducts(isWholeNeeded: (catalog: Catalog) => boolean): CatalogWithActions {
  // React cannot interrupt the render of a store's update. A deferred value can be rendered while the page
  // takes input.
  const catalog = useDeferredValue(useStore(catalogStore));
  useWholeCatalog(isWholeNeeded(catalog));
  const products = useWithoutPastEvents(useProductsWithOwnHold(catalog.products));
  return { ...catalog, products, retry: catalogStore.retry, loadMore: catalogStore.loadMore };
}

/**
 * Loads all products if `isNeeded`. If no component subscribes to the store, the request is sent at the first
 * subscription.
 */
export function useWholeCatalog(isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded) catalogStore.loadAll();
  }, [isNeeded]);
}

/** `bestSellers`: the three best sellers; undefined if fewer than three are for sale. */
export type FeaturedProducts = {
  products: readonly Product[];
  bestSellers?: readonly Product[] | undefined;
};

const NOTHING_FEATURED: FeaturedProducts = { products: NO_PRODUCTS };
/** The featured products of the latest response; before the first response, those in the page's HTML. */
let latestFeatured: FeaturedProducts | undefined;
export const seedFeatured = (featured: FeaturedProducts | undefined): void =>
  void (latestFeatured = featured);

/**
 * The featured products, requested once for each component if `isEnabled`; until the answer, those of the page's HTML or of an
 * earlier request. Undefined while loading; without products if the request failed and there are no earlier ones.
 */
export function useFeaturedProducts(isEnabled = true): FeaturedProducts | undefined {
  const [featured, setFeatured] = useState(latestFeatured);
  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    call(catalogApi.listProducts, { query: { featured: "true" }, signal: controller.signal }).then(
      (output) => {
        latestFeatured = {
          ...output,
          products: keepUnchanged((latestFeatured ?? NOTHING_FEATURED).products, output.products),
        };
        startTransition(() => setFeatured(latestFeatured));
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error("The featured products could not be loaded", error);
        setFeatured((current) => current ?? NOTHING_FEATURED);
      },
    );
    return () => controller.abort();
  }, [isEnabled]);
  const products = useWithoutPastEvents(useProductsWithOwnHold((featured ?? NOTHING_FEATURED).products));
  return featured && { ...featured, products };
}

/** The product in the page's HTML, on a product's page. */
let htmlProduct: Product | undefined;
export const seedHtmlProduct = (product: Product | undefined): void => {
  htmlProduct = product;
};
export const readHtmlProduct = (): Product | undefined => htmlProduct;

type LoadedProduct = { id: string; productOrErrorText: Product | string };

/**
 * The current data of a product or, after a 404, a text that says why the product is not in the store. Returns
 * `knownProduct` until the server answers, and after any other failure. Undefined without an `id`.
 */
export function useProduct(id: string | undefined, knownProduct?: Product): Product | string | undefined {
  const [loadedProduct, setLoadedProduct] = useState<LoadedProduct>();
  useEffect(() => {
    if (id === undefined) return;
    const controller = new AbortController();
    call(catalogApi.getProduct, { params: { id }, signal: controller.signal }).then(
      (product) => setLoadedProduct({ id, productOrErrorText: product }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error(`The product ${id} could not be loaded`, error);
        if (error instanceof ApiError && error.status === 404)
          setLoadedProduct({ id, productOrErrorText: error.reason ? error.message : messages.productGone });
      },
    );
    return () => controller.abort();
  }, [id]);
  const productOrErrorText =
    id !== undefined && loadedProduct?.id === id ? loadedProduct.productOrErrorText : undefined;
  const [productWithOwnHold] = useProductsWithOwnHold(
    useMemo(
      () => (typeof productOrErrorText === "object" ? [productOrErrorText] : NO_PRODUCTS),
      [productOrErrorText],
    ),
  );
  if (id === undefined) return undefined;
  return typeof productOrErrorText === "string" ? productOrErrorText : (productWithOwnHold ?? knownProduct);
}
