import type { CartLine, LineKey } from "../../../../shared/cart.ts";
import { keyOf } from "../../../../shared/cart.ts";
import type { ChangedLine } from "../../../../shared/errors.ts";
import { toCents } from "../../../../shared/money.ts";
import type { Product } from "../../../../shared/product.ts";

/** What differs in one line: prices in dollars; `available` is what is left, 0 when there is nothing to buy. */
export type CartChange = {
  key: LineKey;
  line: CartLine;
  /** Undefined where the price is what it was. */
  price: { was: number; now: number } | undefined;
  /** Undefined where there is enough. */
  short: { wanted: number; available: number } | undefined;
  /** Not in the shop any more, or not in this variant. */
  gone: boolean;
};

const find = (changed: readonly ChangedLine[], { productId, variantId }: LineKey) =>
  changed.find(({ id, v }) => id === productId && v === variantId);

/** The cart's lines that the server sees differently, in the cart's order. */
export function changesOf(lines: readonly CartLine[], changed: readonly ChangedLine[]): CartChange[] {
  return lines.flatMap((line) => {
    const key = keyOf(line);
    const now = find(changed, key);
    if (!now) return [];
    const was = line.product.price;
    const gone = now.price === null;
    const differs = now.price !== null && toCents(now.price) !== toCents(was);
    const price = differs && now.price !== null ? { was, now: now.price } : undefined;
    const short =
      !gone && now.available < line.quantity
        ? { wanted: line.quantity, available: now.available }
        : undefined;
    return gone || price || short ? [{ key, line, price, short, gone }] : [];
  });
}

/** A product as the server has it: from the fresh catalogue where there is one, its price and stock from the answer. */
function refreshed(line: CartLine, now: ChangedLine | undefined, fresh: Product | undefined): Product {
  const product = fresh ?? line.product;
  if (!now || now.price === null) return product;
  const variants = product.variants?.map((variant) =>
    variant.id === line.variantId ? { ...variant, stock: now.available } : variant,
  );
  return {
    ...product,
    name: now.n,
    price: now.price,
    ...(variants ? { variants } : { stock: now.available }),
  };
}

/** The cart with the changes taken in: what is gone leaves, quantities fall to what is left, prices are the new ones. */
export function acceptChanges(
  lines: readonly CartLine[],
  changed: readonly ChangedLine[],
  fresh: readonly Product[],
): CartLine[] {
  return lines.flatMap((line) => {
    const now = find(changed, keyOf(line));
    const product = refreshed(
      line,
      now,
      fresh.find(({ id }) => id === line.product.id),
    );
    if (now && (now.price === null || now.available < 1)) return [];
    const quantity = now ? Math.min(line.quantity, now.available) : line.quantity;
    return [{ ...line, product, quantity }];
  });
}
