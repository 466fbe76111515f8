import { useCallback, useMemo, useSyncExternalStore } from "react";
import { haveSalesEnded, isOver } from "../../../shared/event-facts.ts";
import type { Product } from "../../../shared/product.ts";

const CHECK_MS = 1_000;

/**
 * What `read` returns for the browser's time (ms), read every second while `enabled`. While the page is hydrated: for
 * 1970, because the server's HTML is for another time.
 */
function useAtTime<T extends string | boolean>(enabled: boolean, read: (now: number) => T): T {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (!enabled) return () => undefined;
      const timer = setInterval(onChange, CHECK_MS);
      return () => clearInterval(timer);
    },
    [enabled],
  );
  return useSyncExternalStore(
    subscribe,
    () => read(Date.now()),
    () => read(0),
  );
}

type WithEvent = Pick<Product, "event">;

/** Whether the ticket sales of a product have ended, also in a page that stays open. */
export const useSalesEnded = (product: WithEvent): boolean =>
  useAtTime(product.event !== undefined, (now) => haveSalesEnded(product, now));

/** Whether the event of a product is over, also in a page that stays open. */
export const useIsOver = (product: WithEvent): boolean =>
  useAtTime(product.event !== undefined, (now) => isOver(product, now));

/** The products whose event is not over, also in a page that stays open. */
export function useUpcoming(products: readonly Product[]): readonly Product[] {
  const withEvent = useMemo(() => products.filter(({ event }) => event), [products]);
  const overIds = useAtTime(withEvent.length > 0, (now) =>
    withEvent.flatMap((product) => (isOver(product, now) ? [product.id] : [])).join(" "),
  );
  return useMemo(() => {
    if (overIds === "") return products;
    const over = new Set(overIds.split(" "));
    return products.filter(({ id }) => !over.has(id));
  }, [products, overIds]);
}
