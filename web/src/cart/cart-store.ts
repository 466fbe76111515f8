import type { CartLine, ParsedCart } from "../../../shared/cart.ts";
import { CART_KEY, parseCart } from "../../../shared/cart.ts";
import { createStore } from "../store.ts";
import { tryStorage } from "../stored-value.ts";

export type CartState = Readonly<ParsedCart>;

const EMPTY_CART: CartState = { lines: [], isBroken: false, isReduced: false };

const getLocalStorage = () => window.localStorage;

/** The stored text; null without a stored cart, undefined if the browser forbids storage. */
const readText = (): string | null | undefined =>
  tryStorage(getLocalStorage, (storage) => storage.getItem(CART_KEY));

/** Stores the lines. If storage is forbidden or full, the cart is kept only in memory. */
const writeLines = (lines: readonly CartLine[]): void =>
  tryStorage(getLocalStorage, (storage) => storage.setItem(CART_KEY, JSON.stringify(lines)));

function parseCartText(text: string | null): CartState {
  if (text === null) return EMPTY_CART;
  try {
    return parseCart(JSON.parse(text));
  } catch {
    return { ...EMPTY_CART, isBroken: true };
  }
}

/**
 * The browser's cart. Each change starts from the stored lines, so that a tab does not undo the changes of
 * another tab.
 */
export function createCartStore() {
  let lastReadText: string | null | undefined;
  const store = createStore<CartState>({
    initial: EMPTY_CART,
    read: (previous) => {
      const text = readText();
      if (text === undefined || text === lastReadText) return previous;
      lastReadText = text;
      return parseCartText(text);
    },
    connect: (onChange) => {
      const onStorage = ({ key }: StorageEvent) => {
        // The key is null when all storage is cleared.
        if (key === CART_KEY || key === null) onChange();
      };
      window.addEventListener("storage", onStorage);
      return () => window.removeEventListener("storage", onStorage);
    },
  });
  return {
    ...store,
    change: (update: (lines: readonly CartLine[]) => CartLine[]): void => {
      const lines = update(store.current().lines);
      writeLines(lines);
      // If the write failed, the stored text is out of date. The lines in memory are valid until that text
      // changes.
      lastReadText = readText();
      store.set({ ...EMPTY_CART, lines });
    },
  };
}
export type CartStore = ReturnType<typeof createCartStore>;
