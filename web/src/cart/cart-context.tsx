import type { ReactNode } from "react";
import { createContext, use, useEffect, useMemo, useState } from "react";
import type { NavigateOptions } from "../router/location.ts";
import type { CartLine, LineKey } from "../../../shared/cart.ts";
import { addLine, cartTotal, quantityIn, removeLine, roomFor, updateLine } from "../../../shared/cart.ts";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { useStore } from "../store.ts";
import { notify } from "../ui/notify.ts";
import { useDialogHistory } from "../ui/use-dialog-history.ts";
import type { CartStore } from "./cart-store.ts";
import { createCartStore } from "./cart-store.ts";

/** Functions that stay the same at every render. */
export type CartActions = {
  add: (product: Product, quantity?: number, variantId?: string) => void;
  remove: (key: LineKey) => void;
  /** A quantity below 1 changes nothing. */
  setQuantity: (key: LineKey, quantity: number) => void;
  /** Replaces all lines. */
  replace: (lines: readonly CartLine[] | ((current: readonly CartLine[]) => CartLine[])) => void;
  clear: () => void;
  /** The quantity of a product and variant in the cart. */
  quantityOf: (key: LineKey) => number;
  /** How many more pieces of a product may be added before the limit for a product is reached. */
  roomOf: (productId: string) => number;
  openCart: () => void;
  closeCart: () => void;
  /** Closes the cart dialog and opens another page. */
  leave: (to: string, options?: NavigateOptions) => void;
};

type Cart = CartActions & {
  lines: readonly CartLine[];
  /** The number of lines, shown in the header. */
  lineCount: number;
  /** Sum of price times quantity, in dollars. */
  total: number;
};

const CartContext = createContext<Cart | undefined>(undefined);
const ActionsContext = createContext<CartActions | undefined>(undefined);

/** Adds the fields that an earlier version of the shop did not store. The values come from the catalog. */
function useFillMissingFields(store: CartStore, lines: readonly CartLine[]): void {
  const isIncomplete = lines.some(({ missing }) => missing);
  useEffect(() => {
    if (!isIncomplete) return undefined;
    const controller = new AbortController();
    import("./missing-fields.ts").then(
      ({ completeCart }) => completeCart(store, controller.signal),
      (error: unknown) => console.error("The cart could not be completed", error),
    );
    return () => controller.abort();
  }, [isIncomplete, store]);
}

type CartProviderProps = { children: ReactNode; renderDialog: (isOpen: boolean) => ReactNode };

/**
 * Provides the browser's cart to the components below, and shows the cart dialog. `isOpen` is not in the context: the
 * dialog must open early, and React renders a changed context only after it has hydrated the whole page.
 */
export function CartProvider({ children, renderDialog }: CartProviderProps) {
  const [store] = useState(createCartStore);
  const { lines, isBroken, isReduced } = useStore(store);
  const { isOpen, open, close, leave } = useDialogHistory("cart");

  useEffect(() => {
    // `isBroken`: some stored lines were unreadable. `isReduced`: some quantities were above the limit.
    if (!isBroken && !isReduced) return;
    if (isBroken) notify.error(messages.cartUnreadable, { id: "cart-unreadable" });
    if (isReduced) notify.info(messages.limitPerProduct, { id: "cart-reduced" });
    // Stores only the valid lines and quantities, so that the message does not appear again.
    store.change((current) => [...current]);
  }, [isBroken, isReduced, store]);
  useFillMissingFields(store, lines);

  const actions = useMemo(
    () => ({
      add: (product: Product, quantity = 1, variantId?: string) =>
        store.change((current) =>
          addLine(current, { product, quantity, ...(variantId === undefined ? {} : { variantId }) }),
        ),
      remove: (key: LineKey) => store.change((current) => removeLine(current, key)),
      setQuantity: (key: LineKey, quantity: number) =>
        store.change((current) => updateLine(current, key, quantity)),
      replace: (linesOrChange: Parameters<CartActions["replace"]>[0]) =>
        store.change(typeof linesOrChange === "function" ? linesOrChange : () => [...linesOrChange]),
      clear: () => store.change(() => []),
      quantityOf: (key: LineKey) => quantityIn(store.current().lines, key),
      roomOf: (productId: string) => roomFor(store.current().lines, productId),
      openCart: () => void open(),
      closeCart: () => close(),
      leave: (to: string, options?: NavigateOptions) => void leave(to, options),
    }),
    [store, open, close, leave],
  );
  const cart = useMemo(
    () => ({ ...actions, lines, lineCount: lines.length, total: cartTotal(lines) }),
    [actions, lines],
  );
  return (
    <ActionsContext value={actions}>
      <CartContext value={cart}>
        {children}
        {renderDialog(isOpen)}
      </CartContext>
    </ActionsContext>
  );
}

/** The cart and its actions. Throws outside a `CartProvider`. */
export function useCart(): Cart {
  const cart = use(CartContext);
  if (!cart) throw new Error(messages.cartOutsideProvider);
  return cart;
}

/** Only the actions, so that a changed cart causes no new render. Throws outside a `CartProvider`. */
export function useCartActions(): CartActions {
  const actions = use(ActionsContext);
  if (!actions) throw new Error(messages.cartOutsideProvider);
  return actions;
}
