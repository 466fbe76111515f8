import * as z from "zod/mini";
import { browserStorage } from "./browser-storage.ts";
import { toCents, toDollars } from "./money.ts";
import { pieceCount } from "./order-summary.ts";
import { MAX_PER_PRODUCT, Product, TICKET } from "./product.ts";
import { readParts } from "./readable.ts";

/** The cart's key in localStorage. */
export const CART_KEY = browserStorage.cart;

/** A line of the cart. `missing`: the fields that its stored product lacks, until they are read from the catalog. */
export type CartLine = {
  product: Product;
  quantity: number;
  variantId?: string | undefined;
  missing?: readonly string[];
};

/** Identifies a line by its product and, if it has variants, by the variant. */
export type LineKey = { productId: string; variantId?: string | undefined };

export const keyOf = (line: CartLine): LineKey => ({ productId: line.product.id, variantId: line.variantId });
const same = (line: CartLine, key: LineKey): boolean =>
  line.product.id === key.productId && line.variantId === key.variantId;

/** How many more of a product can be added to the cart. */
export const roomFor = (lines: readonly CartLine[], productId: string): number =>
  lines.reduce(
    (room, { product, quantity }) => (product.id === productId ? room - quantity : room),
    MAX_PER_PRODUCT,
  );

/** Add a line, or increase the quantity of an existing one, up to the limit for a product. */
export function addLine(lines: readonly CartLine[], added: CartLine): CartLine[] {
  const key = keyOf(added);
  const more = Math.max(0, Math.min(added.quantity, roomFor(lines, key.productId)));
  if (!lines.some((line) => same(line, key)))
    return more > 0 ? [...lines, { ...added, quantity: more }] : [...lines];
  return lines.map((line) => (same(line, key) ? { ...added, quantity: line.quantity + more } : line));
}

export const removeLine = (lines: readonly CartLine[], key: LineKey): CartLine[] =>
  lines.filter((line) => !same(line, key));

/** Change a line's quantity, up to the limit. A quantity below 1 or with decimals changes nothing. */
export function updateLine(lines: readonly CartLine[], key: LineKey, quantity: number): CartLine[] {
  if (!Number.isInteger(quantity) || quantity < 1) return [...lines];
  const room = roomFor(lines, key.productId);
  return lines.map((line) =>
    same(line, key) ? { ...line, quantity: Math.min(quantity, line.quantity + Math.max(0, room)) } : line,
  );
}

/** The quantity of a product and variant in the cart. */
export const quantityIn = (lines: readonly CartLine[], key: LineKey): number =>
  lines.find((line) => same(line, key))?.quantity ?? 0;

/** Sum of price times quantity, in dollars. */
export const cartTotal = (lines: readonly CartLine[]): number =>
  toDollars(lines.reduce((sum, line) => sum + toCents(line.product.price) * line.quantity, 0));

/** Whether the cart has anything to ship: tickets are not shipped. */
export const needsShipping = (lines: readonly CartLine[]): boolean =>
  lines.some((line) => line.product.category !== TICKET);

/** The least that a stored line must have. Other missing fields are filled in later. */
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
  // A default value for a missing field may have been stored meanwhile, so fields that were missing stay so.
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

/** Merge lines of the same product and variant. */
const merged = (lines: readonly CartLine[]): CartLine[] =>
  lines.reduce<CartLine[]>((kept, line) => {
    const i = kept.findIndex((other) => same(other, keyOf(line)));
    const before = kept[i];
    return before ? kept.with(i, { ...line, quantity: before.quantity + line.quantity }) : [...kept, line];
  }, []);

/** Reduce the lines to the limit for a product. The first lines keep the most; each later line keeps at least one. */
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

/** A stored cart. `broken`: some lines were dropped. `reduced`: some quantities were above the limit. */
export type ReadCart = { lines: CartLine[]; broken: boolean; reduced: boolean };

/** Read a cart from storage or navigation state. A line needs a product with an id, and a numeric quantity. */
export function readCart(value: unknown): ReadCart {
  if (!Array.isArray(value))
    return { lines: [], broken: value !== null && value !== undefined, reduced: false };
  const readable = value.flatMap(readLine);
  const all = merged(readable);
  const lines = limited(all);
  return { lines, broken: readable.length < value.length, reduced: pieceCount(lines) < pieceCount(all) };
}

/** Fill in missing fields from the catalog. A stored price stays, so that the customer is told about its change. */
export const completed = (lines: readonly CartLine[], products: readonly Product[]): CartLine[] =>
  lines.map((line) => {
    const found = line.missing && products.find(({ id }) => id === line.product.id);
    if (!found) return line;
    const { missing = [], product, ...rest } = line;
    return { ...rest, product: missing.includes("price") ? found : { ...found, price: product.price } };
  });
