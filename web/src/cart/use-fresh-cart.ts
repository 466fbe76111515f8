import { useSyncExternalStore } from "react";
import { catalogueStore } from "../catalogue/catalogue-store.ts";
import { useCart } from "./cart-context.tsx";
import type { FreshLine } from "./fresh-cart.ts";
import { freshCart } from "./fresh-cart.ts";

const silent = () => () => undefined;

/** The cart's lines as the catalogue has them now, live while the cart is open; as they were added until it is known. */
export function useFreshCart(): FreshLine[] {
  const { lines, isOpen } = useCart();
  const watching = isOpen && lines.length > 0;
  const { status, products } = useSyncExternalStore(
    watching ? catalogueStore.subscribe : silent,
    catalogueStore.current,
    catalogueStore.server,
  );
  if (status !== "ready") return lines.map((line) => ({ line, news: undefined }));
  return freshCart(lines, products);
}
