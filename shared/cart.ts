import * as z from "zod/mini";
import { browserStorage } from "./browser-storage.ts";
import { toCents, toDollars } from "./money.ts";
import { Product, TICKET } from "./product.ts";

/** Where the cart is kept in the browser's storage. */
export const CART_KEY = browserStorage.cart;

/** Most of one line that a cart holds. */
export const MAX_LINE = 99;

export const CartLine = z.object({
  product: Product,
  quantity: z.int().check(z.gte(1), z.lte(MAX_LINE)),
  variantId: z.optional(z.string()),
});
export type CartLine = z.infer<typeof CartLine>;

/** Which line: a product, and one of its variants where it has some. */
export type LineKey = { productId: string; variantId?: string | undefined };

export const keyOf = (line: CartLine): LineKey => ({ productId: line.product.id, variantId: line.variantId });
const same = (line: CartLine, key: LineKey): boolean =>
  line.product.id === key.productId && line.variantId === key.variantId;

/** Adding what is already there increases its quantity; else a new line is added. */
export function addLine(lines: readonly CartLine[], added: CartLine): CartLine[] {
  const key = keyOf(added);
  if (!lines.some((line) => same(line, key))) return [...lines, added];
  return lines.map((line) =>
    same(line, key) ? { ...added, quantity: Math.min(MAX_LINE, line.quantity + added.quantity) } : line,
  );
}

export const removeLine = (lines: readonly CartLine[], key: LineKey): CartLine[] =>
  lines.filter((line) => !same(line, key));

/** A quantity below 1 (or not a whole number) changes nothing. */
export function updateLine(lines: readonly CartLine[], key: LineKey, quantity: number): CartLine[] {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_LINE) return [...lines];
  return lines.map((line) => (same(line, key) ? { ...line, quantity } : line));
}

/** How many of this line's product and variant are in the cart; 0 when there are none. */
export const quantityIn = (lines: readonly CartLine[], key: LineKey): number =>
  lines.find((line) => same(line, key))?.quantity ?? 0;

/** Sum of price times quantity, in dollars. */
export const cartTotal = (lines: readonly CartLine[]): number =>
  toDollars(lines.reduce((sum, line) => sum + toCents(line.product.price) * line.quantity, 0));

/** Only things that are not tickets can be shipped. */
export const needsShipping = (lines: readonly CartLine[]): boolean =>
  lines.some((line) => line.product.category !== TICKET);

/** Lines of unknown origin (storage, navigation state): those that are whole are kept, `broken` says that some were not. */
export function readCart(value: unknown): { lines: CartLine[]; broken: boolean } {
  if (!Array.isArray(value)) return { lines: [], broken: value !== null && value !== undefined };
  const parsed = value.map((line) => z.safeParse(CartLine, line));
  const lines = parsed.flatMap((result) => (result.success ? [result.data] : []));
  return { lines: lines.reduce<CartLine[]>(addLine, []), broken: lines.length < value.length };
}
