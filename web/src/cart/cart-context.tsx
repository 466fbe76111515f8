import type { ReactNode } from "react";
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { CartLine, LineKey } from "../../../shared/cart.ts";
import { addLine, cartTotal, quantityIn, removeLine, updateLine } from "../../../shared/cart.ts";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { notify } from "../ui/notify.ts";
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

/** The cart of this browser, for everything below. */
export function CartProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createCartStore);
  const { lines, broken } = useSyncExternalStore(store.subscribe, store.current, store.server);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!broken) return;
    notify.error(messages.cartUnreadable, { id: "cart-unreadable" });
    // What could be read is stored again, so that it is said once.
    store.change((kept) => [...kept]);
  }, [broken, store]);

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
