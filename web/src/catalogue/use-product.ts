import { useEffect, useState } from "react";
import { catalogApi } from "../../../shared/api-catalog.ts";
import type { Product } from "../../../shared/product.ts";
import { ApiError } from "../api-error.ts";
import { call } from "../api.ts";

type Looked = { id: string; product: Product | "gone" };

/**
 * One product as it is now: what is `known` of it until the server answers; 'gone' when it is not in the shop; undefined
 * while nothing is known or without an `id`.
 */
export function useProduct(id: string | undefined, known: Product | undefined): Product | "gone" | undefined {
  const [looked, setLooked] = useState<Looked>();
  useEffect(() => {
    if (id === undefined) return;
    const controller = new AbortController();
    call(catalogApi.getProduct, { params: { id }, signal: controller.signal }).then(
      (product) => setLooked({ id, product }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error(`The product ${id} could not be loaded`, error);
        if (error instanceof ApiError && error.status === 404) setLooked({ id, product: "gone" });
      },
    );
    return () => controller.abort();
  }, [id]);
  if (id === undefined) return undefined;
  return looked?.id === id ? looked.product : known;
}
