import { startTransition, useDeferredValue, useEffect, useState, useSyncExternalStore } from "react";
import { catalogApi } from "../../../shared/api-catalog.ts";
import type { Product } from "../../../shared/product.ts";
import { call } from "../api.ts";
import type { Catalogue } from "./catalogue-store.ts";
import { catalogueStore } from "./catalogue-store.ts";

/** All products, live while the component is on the page; `retry` asks again at once. */
export function useProducts(): Catalogue & { retry: () => void } {
  // Drawn in slices between which the page answers: a store's news come in one piece.
  const catalogue = useDeferredValue(
    useSyncExternalStore(catalogueStore.subscribe, catalogueStore.current, catalogueStore.server),
  );
  return { ...catalogue, retry: catalogueStore.retry };
}

/** The featured products, fetched once; undefined until they are there, empty when they could not be loaded. */
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
