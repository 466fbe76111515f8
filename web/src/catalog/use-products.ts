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
import { useUpcoming } from "./use-event-times.ts";

/** The products. Their stock includes what the visitor's own open payment page holds, as in the cart. */
function useOwnStock(products: readonly Product[]): readonly Product[] {
  const ownHold = useStore(ownHoldStore);
  return useMemo(() => withOwnHold(products, ownHold), [products, ownHold]);
}

const NO_PRODUCTS: readonly Product[] = [];

type UpdatedCatalog = Catalog & Pick<typeof catalogStore, "retry" | "loadMore">;

/**
 * The first products, updated while the component is on the page. `retry` sends a request at once, `loadMore` loads more
 * products. `isWholeNeeded` says from the products whether all products are needed.
 */
export function useProducts(isWholeNeeded: (catalog: Catalog) => boolean): UpdatedCatalog {
  // React cannot interrupt the render of a store's update. A deferred value can be rendered while the page
  // takes input.
  const catalog = useDeferredValue(useStore(catalogStore));
  useWholeCatalog(isWholeNeeded(catalog));
  const products = useUpcoming(useOwnStock(catalog.products));
  return { ...catalog, products, retry: catalogStore.retry, loadMore: catalogStore.loadMore };
}

/** Loads all products if `needed`. If it runs before a subscription to the store, only one request is sent. */
export function useWholeCatalog(needed: boolean): void {
  useEffect(() => {
    if (needed) catalogStore.loadAll();
  }, [needed]);
}

/** `bestSellers`: the three best sellers; undefined if fewer than three are for sale. */
export type FeaturedProducts = {
  products: readonly Product[];
  bestSellers?: readonly Product[] | undefined;
};

const NOTHING_FEATURED: FeaturedProducts = { products: NO_PRODUCTS };
/** The latest response, or the one in the page's HTML before the first response. */
let latestFeatured: FeaturedProducts | undefined;
export const seedFeatured = (featured: FeaturedProducts | undefined): void =>
  void (latestFeatured = featured);

/**
 * The featured products, fetched once if `enabled`; until then those of the page's HTML or of an earlier request.
 * Undefined while loading, without products when the first request failed.
 */
export function useFeaturedProducts(enabled = true): FeaturedProducts | undefined {
  const [featured, setFeatured] = useState(latestFeatured);
  useEffect(() => {
    if (!enabled) return;
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
        setFeatured((known) => known ?? NOTHING_FEATURED);
      },
    );
    return () => controller.abort();
  }, [enabled]);
  const products = useUpcoming(useOwnStock((featured ?? NOTHING_FEATURED).products));
  return featured && { ...featured, products };
}

/** The product in the page's HTML, on a product's page. */
let opened: Product | undefined;
export const seedOpened = (product: Product | undefined): void => void (opened = product);
export const openedProduct = (): Product | undefined => opened;

type Loaded = { id: string; product: Product | string };

/**
 * The current data of a product, or a text that says why the product is not in the store. Until the server answers, returns
 * `known`. Undefined without an `id`.
 */
export function useProduct(id: string | undefined, known?: Product): Product | string | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (id === undefined) return;
    const controller = new AbortController();
    call(catalogApi.getProduct, { params: { id }, signal: controller.signal }).then(
      (product) => setLoaded({ id, product }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error(`The product ${id} could not be loaded`, error);
        if (error instanceof ApiError && error.status === 404)
          setLoaded({ id, product: error.reason ? error.message : messages.productGone });
      },
    );
    return () => controller.abort();
  }, [id]);
  const current = id !== undefined && loaded?.id === id ? loaded.product : undefined;
  const [own] = useOwnStock(
    useMemo(() => (typeof current === "object" ? [current] : NO_PRODUCTS), [current]),
  );
  if (id === undefined) return undefined;
  return typeof current === "string" ? current : (own ?? known);
}
