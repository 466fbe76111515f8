import { useCallback, useSyncExternalStore } from "react";
import { haveSalesEnded, isEventOver } from "../../../shared/event-facts.ts";
import type { Product } from "../../../shared/product.ts";

const CHECK_MS = 1_000;

/**
 * Calls `read` with the browser's time (ms) every second while `isEnabled`, and returns the result. While
 * React hydrates the page, the time is 0 (1970), because the server rendered the HTML at another time.
 */
export function useAtTime<T extends string | boolean>(isEnabled: boolean, read: (now: number) => T): T {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const timer = isEnabled ? setInterval(onChange, CHECK_MS) : undefined;
      return () => clearInterval(timer);
    },
    [isEnabled],
  );
  return useSyncExternalStore(
    subscribe,
    () => read(Date.now()),
    () => read(0),
  );
}

type WithEvent = Pick<Product, "event">;

/** Whether the ticket sales of a product have ended, also in a page that stays open. */
export const useSalesEnded = (product: WithEvent = {}): boolean =>
  useAtTime(product.event !== undefined, (now) => haveSalesEnded(product, now));

/** The products whose event is not over, also in a page that stays open. */
export function useUpcoming(products: readonly Product[]): readonly Product[] {
  const overIds = useAtTime(
    products.some(({ event }) => event),
    (now) => products.flatMap((product) => (isEventOver(product, now) ? product.id : [])).join(),
  );
  return overIds ? products.filter(({ id }) => !overIds.includes(id)) : products;
}
