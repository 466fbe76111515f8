import type { CartLine } from "../../../shared/cart.ts";
import { toCents } from "../../../shared/money.ts";
import { haveSalesEnded } from "../../../shared/event-facts.ts";
import type { Product } from "../../../shared/product.ts";
import { stockOf } from "../../../shared/product.ts";
import { catalogStore } from "../catalog/catalog-store.ts";
import { useWholeCatalog } from "../catalog/use-products.ts";
import { serverTime } from "../server-time.ts";
import { useStore } from "../store.ts";
import { useCart } from "./cart-context.tsx";
import { ownHoldStore, withOwnHold } from "./own-hold.ts";

/** How a line differs from the catalog; prices in dollars. */
export type LineChange = {
  /** Undefined if the price has not changed, if the cart does not know its price, or if the line is sold out. */
  price: { was: number; now: number } | undefined;
  /** Set if fewer pieces are available than the line has; `salesEnded`: because ticket sales have ended. */
  shortage: { inCart: number; available: number; salesEnded?: boolean } | undefined;
};
export type ComparedLine = { line: CartLine; change: LineChange | undefined };

/** Whether the shop still offers the line's product, with the line's variant if the product has variants. */
function isOffered({ variantId }: CartLine, product: Product): boolean {
  if (variantId === undefined) return (product.variants?.length ?? 0) === 0;
  return product.variants?.some(({ id }) => id === variantId) ?? false;
}

function changeOf(line: CartLine, product: Product | undefined, nowMs: number): LineChange | undefined {
  const salesEnded = haveSalesEnded(product ?? line.product, nowMs);
  const isBuyable = product && !salesEnded && isOffered(line, product);
  const availableQuantity = isBuyable ? stockOf(product, line.variantId) : 0;
  const cartPrice = line.product.price;
  // A line that an older version of the site has stored may lack the price.
  const isCartPriceKnown = !line.missing?.includes("price");
  const price =
    product && isCartPriceKnown && availableQuantity > 0 && toCents(product.price) !== toCents(cartPrice)
      ? { was: cartPrice, now: product.price }
      : undefined;
  const shortage =
    availableQuantity < line.quantity
      ? { inCart: line.quantity, available: availableQuantity, ...(salesEnded ? { salesEnded } : {}) }
      : undefined;
  return price || shortage ? { price, shortage } : undefined;
}

/**
 * Each line with its current price, and with its quantity lowered to the stock. A sold-out line keeps its quantity. Products
 * and variants that the shop no longer offers, and tickets whose sales have ended at `nowMs`, count as sold out.
 */
export function compareWithCatalog(
  lines: readonly CartLine[],
  products: readonly Product[],
  nowMs: number = serverTime(),
): ComparedLine[] {
  const productsById = new Map(products.map((product) => [product.id, product]));
  return lines.map((line) => {
    const product = productsById.get(line.product.id);
    const change = changeOf(line, product, nowMs);
    const quantity = change?.shortage?.available || line.quantity;
    const { missing: _, ...completeLine } = line;
    return { line: product ? { ...completeLine, product, quantity } : { ...line, quantity }, change };
  });
}

/** The lines of which at least one piece is available. */
export const orderableLines = (comparedLines: readonly ComparedLine[]): CartLine[] =>
  comparedLines.filter(({ change }) => change?.shortage?.available !== 0).map(({ line }) => line);

/** The lines of which no piece is available. */
export const soldOutLines = (comparedLines: readonly ComparedLine[]): CartLine[] =>
  comparedLines.filter(({ change }) => change?.shortage?.available === 0).map(({ line }) => line);

/**
 * The cart compared with the catalog, updated while the cart is open. Pieces that the visitor's own open payment
 * page holds count as available. Until the whole catalog is loaded, no line has changes.
 */
export function useComparedCart(isOpen: boolean): ComparedLine[] {
  const { lines } = useCart();
  const isCompared = isOpen && lines.length > 0;
  useWholeCatalog(isCompared);
  const { isWhole, products } = useStore(catalogStore, isCompared);
  const ownHold = useStore(ownHoldStore, isOpen);
  if (!isWhole) return lines.map((line) => ({ line, change: undefined }));
  return compareWithCatalog(lines, withOwnHold(products, ownHold));
}
