import * as z from "zod/mini";
import { browserStorage } from "./browser-storage.ts";
import { toCents, toDollars } from "./money.ts";
import { pieceCount } from "./piece-count.ts";
import { MAX_PER_PRODUCT, Product, TICKET } from "./product.ts";
import { parseWithDefaults } from "./parse-with-defaults.ts";

/** The cart's key in localStorage. */
export const CART_KEY = browserStorage.cart;

/**
 * A line of the cart. `missing`: the names of the product's fields that the stored cart lacks. They have default values until the
 * catalog is loaded.
 */
export type CartLine = {
  product: Product;
  quantity: number;
  variantId?: string | undefined;
  missing?: readonly string[];
};

/** Identifies a line by its product and, for a product with variants, by the variant. */
export type LineKey = { productId: string; variantId?: string | undefined };

export const lineKeyOf = (line: CartLine): LineKey => ({
  productId: line.product.id,
  variantId: line.variantId,
});
const isSameLine = (line: CartLine, key: LineKey): boolean =>
  line.product.id === key.productId && line.variantId === key.variantId;

/** How many more pieces of a product can be added to the cart. */
export const roomFor = (lines: readonly CartLine[], productId: string): number =>
  lines.reduce(
    (room, { product, quantity }) => (product.id === productId ? room - quantity : room),
    MAX_PER_PRODUCT,
  );

/**
 * Adds a line, or increases the quantity of an existing line, up to the limit for a product. The existing line also gets the new
 * line's data of the product.
 */
export function addLine(lines: readonly CartLine[], newLine: CartLine): CartLine[] {
  const newKey = lineKeyOf(newLine);
  const addedQuantity = Math.max(0, Math.min(newLine.quantity, roomFor(lines, newKey.productId)));
  if (!lines.some((line) => isSameLine(line, newKey)))
    return addedQuantity > 0 ? [...lines, { ...newLine, quantity: addedQuantity }] : [...lines];
  return lines.map((line) =>
    isSameLine(line, newKey) ? { ...newLine, quantity: line.quantity + addedQuantity } : line,
  );
}

export const removeLine = (lines: readonly CartLine[], key: LineKey): CartLine[] =>
  lines.filter((line) => !isSameLine(line, key));

/** Changes a line's quantity, up to the limit. A quantity below 1 or with decimals changes nothing. */
export function updateLine(lines: readonly CartLine[], key: LineKey, quantity: number): CartLine[] {
  if (!Number.isInteger(quantity) || quantity < 1) return [...lines];
  const room = roomFor(lines, key.productId);
  return lines.map((line) =>
    isSameLine(line, key)
      ? { ...line, quantity: Math.min(quantity, line.quantity + Math.max(0, room)) }
      : line,
  );
}

export const quantityIn = (lines: readonly CartLine[], key: LineKey): number =>
  lines.find((line) => isSameLine(line, key))?.quantity ?? 0;

/** Sum of price times quantity, in dollars. */
export const cartTotal = (lines: readonly CartLine[]): number =>
  toDollars(lines.reduce((sum, line) => sum + toCents(line.product.price) * line.quantity, 0));

/** Whether the cart has anything to ship: tickets are not shipped. */
export const needsShipping = (lines: readonly CartLine[]): boolean =>
  lines.some((line) => line.product.category !== TICKET);

/** What a stored line must have. Other fields of its product may be missing: see `missing` of CartLine. */
const StoredLine = z.object({
  product: z.looseObject({ id: z.string().check(z.minLength(1)) }),
  quantity: z.number(),
  variantId: z.catch(z.optional(z.string()), undefined),
  missing: z.catch(z._default(z.array(z.string()), []), []),
});

/** The line; an empty list if the stored line cannot be read. */
function parseLine(storedLine: unknown): CartLine[] {
  const { success, data } = z.safeParse(StoredLine, storedLine);
  if (!success) return [];
  const { product, quantity, variantId } = data;
  const { data: validProduct, invalidPaths } = parseWithDefaults(Product, product);
  // A field that was missing earlier stays in `missing`, because its stored value may be only a default value.
  const missingFields = [...new Set([...data.missing, ...invalidPaths])];
  return [
    {
      product: { ...validProduct, name: validProduct.name || "Item" },
      quantity: Math.max(1, Math.trunc(quantity)),
      ...(variantId === undefined ? {} : { variantId }),
      ...(missingFields.length > 0 ? { missing: missingFields } : {}),
    },
  ];
}

/** Merges lines of the same product and variant. The last line's product stays. */
function mergeLines(lines: readonly CartLine[]): CartLine[] {
  const mergedLines: CartLine[] = [];
  for (const line of lines) {
    const i = mergedLines.findIndex((mergedLine) => isSameLine(mergedLine, lineKeyOf(line)));
    const earlierLine = mergedLines[i];
    if (earlierLine) mergedLines[i] = { ...line, quantity: earlierLine.quantity + line.quantity };
    else mergedLines.push(line);
  }
  return mergedLines;
}

/**
 * Reduces quantities to the limit for a product. The first lines of a product keep the most pieces; each
 * later line keeps one piece if there is room.
 */
function limitQuantities(lines: readonly CartLine[]): CartLine[] {
  const limitedLines: CartLine[] = [];
  lines.forEach((line, i) => {
    const laterLineCount = lines.slice(i + 1).filter(({ product }) => product.id === line.product.id).length;
    const room = roomFor(limitedLines, line.product.id);
    const quantity = Math.min(line.quantity, Math.max(Math.min(1, room), room - laterLineCount));
    if (quantity > 0) limitedLines.push({ ...line, quantity });
  });
  return limitedLines;
}

/** A stored cart. `isBroken`: some lines, or all of the cart, could not be read. `isReduced`: some quantities were above the limit. */
export type ParsedCart = { lines: CartLine[]; isBroken: boolean; isReduced: boolean };

/** Parses a cart from storage or navigation state. A line needs a product id and a numeric quantity. */
export function parseCart(storedCart: unknown): ParsedCart {
  if (!Array.isArray(storedCart))
    return { lines: [], isBroken: storedCart !== null && storedCart !== undefined, isReduced: false };
  const readableLines = storedCart.flatMap(parseLine);
  const mergedLines = mergeLines(readableLines);
  const lines = limitQuantities(mergedLines);
  return {
    lines,
    isBroken: readableLines.length < storedCart.length,
    isReduced: pieceCount(lines) < pieceCount(mergedLines),
  };
}
