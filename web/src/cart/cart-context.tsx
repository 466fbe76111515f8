import type { ReactNode } from "react";
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { CartLine, LineKey } from "../../../shared/cart.ts";
import {
  addLine,
  cartTotal,
  completed,
  quantityIn,
  removeLine,
  roomFor,
  updateLine,
} from "../../../shared/cart.ts";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { notify } from "../ui/notify.ts";
import { catalogueStore } from "../catalogue/catalogue-store.ts";
import type { CartStore } from "./cart-store.ts";
import { createCartStore } from "./cart-store.ts";

/** What can be done with the cart: the same functions at every render. */
type CartActions = {
  add: (product: Product, quantity?: number, variantId?: string) => void;
  remove: (key: LineKey) => void;
  /** Below 1 nothing happens. */
  setQuantity: (key: LineKey, quantity: number) => void;
  /** Puts these lines in place of the cart's (what the server says has changed, a cart brought by navigation). */
  replace: (lines: readonly CartLine[] | ((now: readonly CartLine[]) => CartLine[])) => void;
  clear: () => void;
  /** How many of this are in the cart right now. */
  quantityOf: (key: LineKey) => number;
  /** How many more of a product the cart may hold right now. */
  roomOf: (productId: string) => number;
  /** The cart's dialog. */
  open: () => void;
  close: () => void;
};

type Cart = CartActions & {
  lines: readonly CartLine[];
  /** Distinct lines, as the badge shows. */
  count: number;
  /** Sum of price times quantity, in dollars. */
  total: number;
  isOpen: boolean;
};

const CartContext = createContext<Cart | undefined>(undefined);
const ActionsContext = createContext<CartActions | undefined>(undefined);

/** Asks the catalogue once for what lines lack that an earlier version of the shop stored. */
function useCompletedLines(store: CartStore, lines: readonly CartLine[]): void {
  const incomplete = lines.some(({ missing }) => missing);
  useEffect(() => {
    if (!incomplete) return undefined;
    let stop: () => void = () => undefined;
    const fill = () => {
      const { status, products } = catalogueStore.current();
      if (status !== "ready") return;
      stop();
      store.change((now) => completed(now, products));
    };
    stop = catalogueStore.subscribe(fill);
    fill();
    return () => stop();
  }, [incomplete, store]);
}

/** The cart of this browser, for everything below. */
export function CartProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createCartStore);
  const { lines, broken, reduced } = useSyncExternalStore(store.subscribe, store.current, store.server);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!broken && !reduced) return;
    if (broken) notify.error(messages.cartUnreadable, { id: "cart-unreadable" });
    if (reduced) notify.info(messages.atMostOfOne, { id: "cart-reduced" });
    // What could be read is stored again, so that it is said once.
    store.change((kept) => [...kept]);
  }, [broken, reduced, store]);
  useCompletedLines(store, lines);

  const actions = useMemo(
    () => ({
      add: (product: Product, quantity = 1, variantId?: string) =>
        store.change((now) =>
          addLine(now, { product, quantity, ...(variantId === undefined ? {} : { variantId }) }),
        ),
      remove: (key: LineKey) => store.change((now) => removeLine(now, key)),
      setQuantity: (key: LineKey, quantity: number) => store.change((now) => updateLine(now, key, quantity)),
      replace: (next: Parameters<CartActions["replace"]>[0]) =>
        store.change(typeof next === "function" ? next : () => [...next]),
      clear: () => store.change(() => []),
      quantityOf: (key: LineKey) => quantityIn(store.current().lines, key),
      roomOf: (productId: string) => roomFor(store.current().lines, productId),
      open: () => setOpen(true),
      close: () => setOpen(false),
    }),
    [store],
  );
  const cart = useMemo(
    () => ({ ...actions, lines, count: lines.length, total: cartTotal(lines), isOpen }),
    [actions, lines, isOpen],
  );
  return (
    <ActionsContext value={actions}>
      <CartContext value={cart}>{children}</CartContext>
    </ActionsContext>
  );
}

/** The cart and what can be done with it. Throws outside a `CartProvider`. */
export function useCart(): Cart {
  const cart = use(CartContext);
  if (!cart) throw new Error(messages.cartOutsideProvider);
  return cart;
}

/** What can be done with the cart, without a new render when it changes. Throws outside a `CartProvider`. */
export function useCartActions(): CartActions {
  const actions = use(ActionsContext);
  if (!actions) throw new Error(messages.cartOutsideProvider);
  return actions;
}
