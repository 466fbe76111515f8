import type { CartLine, ReadCart } from "../../../shared/cart.ts";
import { CART_KEY, readCart } from "../../../shared/cart.ts";

export type CartState = Readonly<ReadCart>;

const EMPTY: CartState = { lines: [], broken: false, reduced: false };

/** Storage may be forbidden or full: then the cart lives in memory. */
function read(): string | null | undefined {
  try {
    return window.localStorage.getItem(CART_KEY);
  } catch {
    return undefined;
  }
}

function write(lines: readonly CartLine[]): void {
  try {
    window.localStorage.setItem(CART_KEY, JSON.stringify(lines));
  } catch {
    // In memory it is.
  }
}

function parse(text: string | null): CartState {
  if (text === null) return EMPTY;
  try {
    return readCart(JSON.parse(text));
  } catch {
    return { ...EMPTY, broken: true };
  }
}

/**
 * The cart of this browser, the same in every tab. Everything stored is checked when it is read; each change starts
 * from what is stored now, so that two tabs do not undo each other.
 */
export function createCartStore() {
  let state = EMPTY;
  let seen: string | null | undefined;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());

  const current = (): CartState => {
    const text = read();
    if (text !== undefined && text !== seen) {
      seen = text;
      state = parse(text);
    }
    return state;
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === CART_KEY || event.key === null) tell();
  };

  return {
    current,
    server: (): CartState => EMPTY,
    change: (rule: (lines: readonly CartLine[]) => CartLine[]): void => {
      const lines = rule(current().lines);
      state = { ...EMPTY, lines };
      write(lines);
      // Also when it could not be written: what is stored is old then, and memory is right.
      seen = read();
      tell();
    },
    subscribe: (listener: () => void): (() => void) => {
      if (listeners.size === 0) window.addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
  };
}
export type CartStore = ReturnType<typeof createCartStore>;
