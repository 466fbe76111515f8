import * as z from "zod/mini";
import { browserStorage } from "./browser-storage.ts";
import { toCents, toDollars } from "./money.ts";
import { pieceCount } from "./order-summary.ts";
import { MAX_PER_PRODUCT, Product, TICKET } from "./product.ts";
import { readParts } from "./readable.ts";

/** Where the cart is kept in the browser's storage. */
export const CART_KEY = browserStorage.cart;

/** A line of the cart. `missing`: what its product lacked in storage, until the catalogue fills it in. */
export type CartLine = {
  product: Product;
  quantity: number;
  variantId?: string | undefined;
  missing?: readonly string[];
};

/** Which line: a product, and one of its variants where it has some. */
export type LineKey = { productId: string; variantId?: string | undefined };

export const keyOf = (line: CartLine): LineKey => ({ productId: line.product.id, variantId: line.variantId });
const same = (line: CartLine, key: LineKey): boolean =>
  line.product.id === key.productId && line.variantId === key.variantId;

/** How many more of a product the cart may hold. */
export const roomFor = (lines: readonly CartLine[], productId: string): number =>
  lines.reduce(
    (room, { product, quantity }) => (product.id === productId ? room - quantity : room),
    MAX_PER_PRODUCT,
  );

/** Adding what is already there increases its quantity; else a new line is added. Above the limit nothing is added. */
export function addLine(lines: readonly CartLine[], added: CartLine): CartLine[] {
  const key = keyOf(added);
  const more = Math.max(0, Math.min(added.quantity, roomFor(lines, key.productId)));
  if (!lines.some((line) => same(line, key)))
    return more > 0 ? [...lines, { ...added, quantity: more }] : [...lines];
  return lines.map((line) => (same(line, key) ? { ...added, quantity: line.quantity + more } : line));
}

export const removeLine = (lines: readonly CartLine[], key: LineKey): CartLine[] =>
  lines.filter((line) => !same(line, key));

/** A quantity below 1 (or not a whole number) changes nothing; one above the limit becomes what is allowed. */
export function updateLine(lines: readonly CartLine[], key: LineKey, quantity: number): CartLine[] {
  if (!Number.isInteger(quantity) || quantity < 1) return [...lines];
  const room = roomFor(lines, key.productId);
  return lines.map((line) =>
    same(line, key) ? { ...line, quantity: Math.min(quantity, line.quantity + Math.max(0, room)) } : line,
  );
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

/** What a line must have to be kept, whatever else is there or is not. */
const StoredLine = z.object({
  product: z.looseObject({ id: z.string().check(z.minLength(1)) }),
  quantity: z.number(),
  variantId: z.catch(z.optional(z.string()), undefined),
  missing: z.catch(z._default(z.array(z.string()), []), []),
});

function readLine(value: unknown): CartLine[] {
  const { success, data } = z.safeParse(StoredLine, value);
  if (!success) return [];
  const { product, quantity, variantId } = data;
  const { data: known, wrong } = readParts(Product, product);
  // What stood in for a missing part may have been stored in its place.
  const missing = [...new Set([...data.missing, ...wrong])];
  return [
    {
      product: { ...known, name: known.name || "Item" },
      quantity: Math.max(1, Math.trunc(quantity)),
      ...(variantId === undefined ? {} : { variantId }),
      ...(missing.length > 0 ? { missing } : {}),
    },
  ];
}

/** Lines that name the same thing, as one. */
const merged = (lines: readonly CartLine[]): CartLine[] =>
  lines.reduce<CartLine[]>((kept, line) => {
    const i = kept.findIndex((other) => same(other, keyOf(line)));
    const before = kept[i];
    return before ? kept.with(i, { ...line, quantity: before.quantity + line.quantity }) : [...kept, line];
  }, []);

/** At most what may be bought of each product: the first lines get the most of it, and each later one is left one. */
function limited(lines: readonly CartLine[]): CartLine[] {
  const kept: CartLine[] = [];
  lines.forEach((line, i) => {
    const later = lines.slice(i + 1).filter(({ product }) => product.id === line.product.id).length;
    const room = roomFor(kept, line.product.id);
    const quantity = Math.min(line.quantity, Math.max(Math.min(1, room), room - later));
    if (quantity > 0) kept.push({ ...line, quantity });
  });
  return kept;
}

/** A cart that was read: `broken` says that some lines could not be kept, `reduced` that there were more than allowed. */
export type ReadCart = { lines: CartLine[]; broken: boolean; reduced: boolean };

/** Lines of unknown origin (storage, navigation state): those whose product has an id and whose quantity is numeric. */
export function readCart(value: unknown): ReadCart {
  if (!Array.isArray(value))
    return { lines: [], broken: value !== null && value !== undefined, reduced: false };
  const readable = value.flatMap(readLine);
  const all = merged(readable);
  const lines = limited(all);
  return { lines, broken: readable.length < value.length, reduced: pieceCount(lines) < pieceCount(all) };
}

/** Lines that lacked something, filled in from the catalogue; a price that was read stays, so that its change is told. */
export const completed = (lines: readonly CartLine[], products: readonly Product[]): CartLine[] =>
  lines.map((line) => {
    const found = line.missing && products.find(({ id }) => id === line.product.id);
    if (!found) return line;
    const { missing = [], product, ...rest } = line;
    return { ...rest, product: missing.includes("price") ? found : { ...found, price: product.price } };
  });
