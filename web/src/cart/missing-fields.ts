import type { CartLine } from "../../../shared/cart.ts";
import type { Product } from "../../../shared/product.ts";
import { catalogStore } from "../catalog/catalog-store.ts";
import type { CartStore } from "./cart-store.ts";

/** Fills in missing fields from the catalog. A stored price is kept, so that the page can report a changed price. */
export const fillMissingFields = (lines: readonly CartLine[], products: readonly Product[]): CartLine[] =>
  lines.map((line) => {
    const catalogProduct = line.missing && products.find(({ id }) => id === line.product.id);
    if (!catalogProduct) return line;
    const { missing = [], product: storedProduct, ...otherFields } = line;
    const price = missing.includes("price") ? catalogProduct.price : storedProduct.price;
    return { ...otherFields, product: { ...catalogProduct, price } };
  });

/** Fills in the missing fields of the stored cart as soon as the whole catalog is loaded, unless `signal` is aborted. */
export function completeCart(store: CartStore, signal: AbortSignal): void {
  if (signal.aborted) return;
  const fillFields = () => {
    const { isWhole, products } = catalogStore.current();
    if (!isWhole) return;
    unsubscribe();
    store.change((current) => fillMissingFields(current, products));
  };
  catalogStore.loadAll();
  const unsubscribe = catalogStore.subscribe(fillFields);
  signal.addEventListener("abort", unsubscribe);
  fillFields();
}
