import type { CartLine, LineKey } from "../../../../../shared/cart.ts";
import { lineKeyOf } from "../../../../../shared/cart.ts";
import type { ChangedLine } from "../../../../../shared/errors.ts";
import { toCents } from "../../../../../shared/money.ts";
import type { Product } from "../../../../../shared/product.ts";

/** How the server's answer differs from one line of the cart; prices in dollars. `available` is 0 when it is sold out. */
export type CartChange = {
  line: CartLine;
  /** Undefined for an unchanged price. */
  price: { was: number; now: number } | undefined;
  /** Undefined when enough are left. */
  short: { wanted: number; available: number } | undefined;
  /** The product or the variant is not in the shop any more. */
  gone: boolean;
};

const find = (changed: readonly ChangedLine[], { productId, variantId }: LineKey) =>
  changed.find(({ id, v }) => id === productId && v === variantId);

/** The lines that the server's answer changes, in the cart's order. */
export function changesOf(lines: readonly CartLine[], changed: readonly ChangedLine[]): CartChange[] {
  return lines.flatMap((line) => {
    const now = find(changed, lineKeyOf(line));
    if (!now) return [];
    const was = line.product.price;
    const gone = now.price === null;
    const differs = now.price !== null && toCents(now.price) !== toCents(was);
    const price = differs && now.price !== null ? { was, now: now.price } : undefined;
    const short =
      !gone && now.available < line.quantity
        ? { wanted: line.quantity, available: now.available }
        : undefined;
    return gone || price || short ? [{ line, price, short, gone }] : [];
  });
}

/** The product from the current catalog if it is there, with name, price and stock of the server's answer. */
function updatedProduct(line: CartLine, now: ChangedLine | undefined, fresh: Product | undefined): Product {
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

/** The cart with the changes: sold-out lines are removed, quantities lowered to what is left, prices updated. */
export function acceptChanges(
  lines: readonly CartLine[],
  changed: readonly ChangedLine[],
  fresh: readonly Product[],
): CartLine[] {
  return lines.flatMap((line) => {
    const now = find(changed, lineKeyOf(line));
    const product = updatedProduct(
      line,
      now,
      fresh.find(({ id }) => id === line.product.id),
    );
    if (now && (now.price === null || now.available < 1)) return [];
    const quantity = now ? Math.min(line.quantity, now.available) : line.quantity;
    return [{ ...line, product, quantity }];
  });
}
