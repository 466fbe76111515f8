import { startTransition, useDeferredValue, useEffect, useState } from "react";
import { catalogApi } from "../../../shared/api-catalog.ts";
import type { Product } from "../../../shared/product.ts";
import { ApiError } from "../api-error.ts";
import { call } from "../api.ts";
import { useStore } from "../store.ts";
import type { Catalog } from "./catalog-store.ts";
import { catalogStore } from "./catalog-store.ts";

/** All products, live while the component is on the page; `retry` asks again at once. */
export function useProducts(): Catalog & { retry: () => void } {
  // React renders a store's update in one blocking piece; deferred, the page answers to input meanwhile.
  const catalog = useDeferredValue(useStore(catalogStore));
  return { ...catalog, retry: catalogStore.retry };
}

/** The featured products, fetched once; undefined while loading, empty when the request failed. */
export function useFeaturedProducts(): readonly Product[] | undefined {
  const [products, setProducts] = useState<readonly Product[]>();
  useEffect(() => {
    const controller = new AbortController();
    call(catalogApi.listProducts, { query: { featured: "true" }, signal: controller.signal }).then(
      (answer) => startTransition(() => setProducts(answer.products)),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error("The featured products could not be loaded", error);
        setProducts([]);
      },
    );
    return () => controller.abort();
  }, []);
  return products;
}

type Loaded = { id: string; product: Product | "gone" };

/**
 * One product as it is now: `known` until the server answers; 'gone' when it is not in the shop; undefined without an
 * `id`, or while nothing is known of it.
 */
export function useProduct(id: string | undefined, known: Product | undefined): Product | "gone" | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (id === undefined) return;
    const controller = new AbortController();
    call(catalogApi.getProduct, { params: { id }, signal: controller.signal }).then(
      (product) => setLoaded({ id, product }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error(`The product ${id} could not be loaded`, error);
        if (error instanceof ApiError && error.status === 404) setLoaded({ id, product: "gone" });
      },
    );
    return () => controller.abort();
  }, [id]);
  if (id === undefined) return undefined;
  return loaded?.id === id ? loaded.product : known;
}
