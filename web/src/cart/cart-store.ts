import type { CartLine, ReadCart } from "../../../shared/cart.ts";
import { CART_KEY, readCart } from "../../../shared/cart.ts";
import { createStore } from "../store.ts";

export type CartState = Readonly<ReadCart>;

const EMPTY: CartState = { lines: [], broken: false, reduced: false };

/** Undefined where the browser forbids storage: the cart is then kept in memory only. */
function readText(): string | null | undefined {
  try {
    return window.localStorage.getItem(CART_KEY);
  } catch {
    return undefined;
  }
}

function writeLines(lines: readonly CartLine[]): void {
  try {
    window.localStorage.setItem(CART_KEY, JSON.stringify(lines));
  } catch {
    // Storage is forbidden or full: the cart is kept in memory.
  }
}

function parseCart(text: string | null): CartState {
  if (text === null) return EMPTY;
  try {
    return readCart(JSON.parse(text));
  } catch {
    return { ...EMPTY, broken: true };
  }
}

/** The cart of this browser, the same in every tab. Each change starts from what is stored now, so that one tab does not undo the changes of another. */
export function createCartStore() {
  let lastText: string | null | undefined;
  const store = createStore<CartState>({
    initial: EMPTY,
    read: (previous) => {
      const text = readText();
      if (text === undefined || text === lastText) return previous;
      lastText = text;
      return parseCart(text);
    },
    connect: (changed) => {
      const onStorage = ({ key }: StorageEvent) => {
        // The key is null when all storage is cleared.
        if (key === CART_KEY || key === null) changed();
      };
      window.addEventListener("storage", onStorage);
      return () => window.removeEventListener("storage", onStorage);
    },
  });
  return {
    ...store,
    change: (rule: (lines: readonly CartLine[]) => CartLine[]): void => {
      const lines = rule(store.current().lines);
      writeLines(lines);
      // If the write failed, the stored text is out of date: the lines in memory count until it changes.
      lastText = readText();
      store.set({ ...EMPTY, lines });
    },
  };
}
export type CartStore = ReturnType<typeof createCartStore>;
