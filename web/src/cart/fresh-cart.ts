import type { CartLine } from "../../../shared/cart.ts";
import { toCents } from "../../../shared/money.ts";
import type { Product } from "../../../shared/product.ts";
import { stockOf } from "../../../shared/product.ts";

/** How a line differs from the catalogue; prices in dollars. `left` is 0 when there is nothing of it to buy. */
export type LineNews = {
  price?: { was: number; now: number };
  short?: { wanted: number; left: number };
};
export type FreshLine = { line: CartLine; news: LineNews | undefined };

const isGone = (line: CartLine, product: Product | undefined): boolean =>
  !product ||
  (line.variantId === undefined
    ? (product.variants?.length ?? 0) > 0
    : !product.variants?.some(({ id }) => id === line.variantId));

function newsOf(line: CartLine, product: Product | undefined): LineNews | undefined {
  const left = product && !isGone(line, product) ? stockOf(product, line.variantId) : 0;
  const was = line.product.price;
  const known = !line.missing?.includes("price");
  const price =
    product && known && left > 0 && toCents(product.price) !== toCents(was)
      ? { was, now: product.price }
      : undefined;
  const short = left < line.quantity ? { wanted: line.quantity, left } : undefined;
  if (!price && !short) return undefined;
  return { ...(price ? { price } : {}), ...(short ? { short } : {}) };
}

/**
 * The cart against the catalogue: each line with the price and quantity it can have now, and what is new about it. A line
 * with nothing left keeps its quantity; it is not `orderable`.
 */
export function freshCart(lines: readonly CartLine[], products: readonly Product[]): FreshLine[] {
  const known = new Map(products.map((product) => [product.id, product]));
  return lines.map((line) => {
    const product = known.get(line.product.id);
    const news = newsOf(line, product);
    const left = news?.short?.left;
    const quantity = left === undefined || left === 0 ? line.quantity : left;
    const { missing: _, ...whole } = line;
    return { line: product ? { ...whole, product, quantity } : { ...line, quantity }, news };
  });
}

/** The lines that can be ordered, as they are now. */
export const orderable = (fresh: readonly FreshLine[]): CartLine[] =>
  fresh.filter(({ news }) => news?.short?.left !== 0).map(({ line }) => line);
