import type { CartLine } from "../../../shared/cart.ts";
import { toCents } from "../../../shared/money.ts";
import type { Product } from "../../../shared/product.ts";
import { stockOf } from "../../../shared/product.ts";
import { catalogStore } from "../catalog/catalog-store.ts";
import { useStore } from "../store.ts";
import { useCart } from "./cart-context.tsx";

/** How a line differs from the catalog; prices in dollars. `left` is 0 when none can be bought. */
export type LineChange = {
  price?: { was: number; now: number };
  short?: { wanted: number; left: number };
};
export type ComparedLine = { line: CartLine; change: LineChange | undefined };

const isGone = (line: CartLine, product: Product | undefined): boolean =>
  !product ||
  (line.variantId === undefined
    ? (product.variants?.length ?? 0) > 0
    : !product.variants?.some(({ id }) => id === line.variantId));

function changeOf(line: CartLine, product: Product | undefined): LineChange | undefined {
  const left = product && !isGone(line, product) ? stockOf(product, line.variantId) : 0;
  const was = line.product.price;
  const priceKnown = !line.missing?.includes("price");
  const price =
    product && priceKnown && left > 0 && toCents(product.price) !== toCents(was)
      ? { was, now: product.price }
      : undefined;
  const short = left < line.quantity ? { wanted: line.quantity, left } : undefined;
  if (!price && !short) return undefined;
  return { ...(price ? { price } : {}), ...(short ? { short } : {}) };
}

/** Each line with the price and quantity that it can have now. A line with nothing left keeps its quantity and is not `orderable`. */
export function compareWithCatalog(lines: readonly CartLine[], products: readonly Product[]): ComparedLine[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return lines.map((line) => {
    const product = byId.get(line.product.id);
    const change = changeOf(line, product);
    const quantity = change?.short?.left || line.quantity;
    const { missing: _, ...complete } = line;
    return { line: product ? { ...complete, product, quantity } : { ...line, quantity }, change };
  });
}

/** The lines that can be ordered. */
export const orderable = (compared: readonly ComparedLine[]): CartLine[] =>
  compared.filter(({ change }) => change?.short?.left !== 0).map(({ line }) => line);

/** The cart compared with the catalog, live while the cart is open; without changes until the catalog is loaded. */
export function useComparedCart(): ComparedLine[] {
  const { lines, isOpen } = useCart();
  const { status, products } = useStore(catalogStore, isOpen && lines.length > 0);
  if (status !== "ready") return lines.map((line) => ({ line, change: undefined }));
  return compareWithCatalog(lines, products);
}
