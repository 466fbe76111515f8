import { useSyncExternalStore } from "react";
import type { ProductsState } from "./products-store.ts";
import { productsStore } from "./products-store.ts";

/** Every product, kept up to date while the component is on the page. */
export const useProducts = (): ProductsState =>
  useSyncExternalStore(productsStore.subscribe, productsStore.current);
