import { useCallback, useSyncExternalStore } from "react";
import { haveSalesEnded, isEventOver } from "../../../shared/event-facts.ts";
import type { Product } from "../../../shared/product.ts";
import { serverTime } from "../server-time.ts";

const CHECK_MS = 1_000;

/**
 * Calls `valueAt` with the server's time (ms) every second while `isEnabled`, and returns the result. While React hydrates the
 * page, the time is 0 (1970), because the server rendered the HTML at another time.
 */
export function useValueAtTime<T extends string | boolean>(
  isEnabled: boolean,
  valueAt: (nowMs: number) => T,
): T {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const timer = isEnabled ? setInterval(onChange, CHECK_MS) : undefined;
      return () => clearInterval(timer);
    },
    [isEnabled],
  );
  return useSyncExternalStore(
    subscribe,
    () => valueAt(serverTime()),
    () => valueAt(0),
  );
}

type WithEvent = Pick<Product, "event">;

/** Whether the ticket sales of a product have ended, also in a page that stays open. */
export const useSalesEnded = (product: WithEvent = {}): boolean =>
  useValueAtTime(product.event !== undefined, (nowMs) => haveSalesEnded(product, nowMs));

/** The products without those whose event is over, also in a page that stays open. */
export function useWithoutPastEvents(products: readonly Product[]): readonly Product[] {
  // One text, because a new array at every check would render the component again.
  const overIds = useValueAtTime(
    products.some(({ event }) => event),
    (nowMs) => products.flatMap((product) => (isEventOver(product, nowMs) ? product.id : [])).join(),
  );
  return overIds ? products.filter(({ id }) => !overIds.split(",").includes(id)) : products;
}
