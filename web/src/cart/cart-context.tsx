import type { ReactNode } from "react";
import { createContext, use, useEffect, useMemo, useState } from "react";
import type { CartLine, LineKey } from "../../../shared/cart.ts";
import {
  addLine,
  cartTotal,
  fillMissingFields,
  quantityIn,
  removeLine,
  roomFor,
  updateLine,
} from "../../../shared/cart.ts";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { catalogStore } from "../catalog/catalog-store.ts";
import { useStore } from "../store.ts";
import { notify } from "../ui/notify.ts";
import type { CartStore } from "./cart-store.ts";
import { createCartStore } from "./cart-store.ts";

/** The same functions at every render. */
type CartActions = {
  add: (product: Product, quantity?: number, variantId?: string) => void;
  remove: (key: LineKey) => void;
  /** Below 1 nothing happens. */
  setQuantity: (key: LineKey, quantity: number) => void;
  /** Replaces all lines. */
  replace: (lines: readonly CartLine[] | ((now: readonly CartLine[]) => CartLine[])) => void;
  clear: () => void;
  /** How many of this product and variant are in the cart. */
  quantityOf: (key: LineKey) => number;
  /** How many more of a product may be added before its limit for one order. */
  roomOf: (productId: string) => number;
  /** Opens the cart's dialog. */
  open: () => void;
  close: () => void;
};

type Cart = CartActions & {
  lines: readonly CartLine[];
  /** The number of lines, which the header's badge shows. */
  count: number;
  /** Sum of price times quantity, in dollars. */
  total: number;
  isOpen: boolean;
};

const CartContext = createContext<Cart | undefined>(undefined);
const ActionsContext = createContext<CartActions | undefined>(undefined);

/** An earlier version of the shop stored less of each line: the missing parts come from the catalog. */
function useCompletedLines(store: CartStore, lines: readonly CartLine[]): void {
  const incomplete = lines.some(({ missing }) => missing);
  useEffect(() => {
    if (!incomplete) return undefined;
    let unsubscribe: () => void = () => undefined;
    const complete = () => {
      const { status, products } = catalogStore.current();
      if (status !== "ready") return;
      unsubscribe();
      store.change((now) => fillMissingFields(now, products));
    };
    unsubscribe = catalogStore.subscribe(complete);
    complete();
    return () => unsubscribe();
  }, [incomplete, store]);
}

/** Gives the cart of this browser to the components below. */
export function CartProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createCartStore);
  const { lines, broken, reduced } = useStore(store);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!broken && !reduced) return;
    if (broken) notify.error(messages.cartUnreadable, { id: "cart-unreadable" });
    if (reduced) notify.info(messages.atMostOfOne, { id: "cart-reduced" });
    // Stores the readable lines again, so that the message appears only once.
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

/** The cart and its actions. Throws outside a `CartProvider`. */
export function useCart(): Cart {
  const cart = use(CartContext);
  if (!cart) throw new Error(messages.cartOutsideProvider);
  return cart;
}

/** Only the actions: the component does not render again when the cart changes. Throws outside a `CartProvider`. */
export function useCartActions(): CartActions {
  const actions = use(ActionsContext);
  if (!actions) throw new Error(messages.cartOutsideProvider);
  return actions;
}
