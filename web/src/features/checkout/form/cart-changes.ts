import type { CartLine, LineKey } from "../../../../../shared/cart.ts";
import { lineKeyOf } from "../../../../../shared/cart.ts";
import type { ChangedLine } from "../../../../../shared/errors.ts";
import { toCents } from "../../../../../shared/money.ts";
import type { Product } from "../../../../../shared/product.ts";

/** The difference between a line of the cart and the server's data for this line. Prices are in dollars. */
export type CartChange = {
  line: CartLine;
  /** Undefined if the price has not changed. */
  price: { was: number; now: number } | undefined;
  /** Undefined if enough pieces are available. */
  shortage: { inCart: number; available: number } | undefined;
  /** Whether the product or the variant is no longer in the shop. */
  isGone: boolean;
};

const findChange = (changed: readonly ChangedLine[], { productId, variantId }: LineKey) =>
  changed.find(({ id, v }) => id === productId && v === variantId);

/** The changes of the cart's lines, in the cart's order. `changed` is the server's data. */
export function changesOf(lines: readonly CartLine[], changed: readonly ChangedLine[]): CartChange[] {
  return lines.flatMap((line) => {
    const change = findChange(changed, lineKeyOf(line));
    if (!change) return [];
    const cartPrice = line.product.price;
    const isGone = change.price === null;
    const hasNewPrice = change.price !== null && toCents(change.price) !== toCents(cartPrice);
    const price = hasNewPrice && change.price !== null ? { was: cartPrice, now: change.price } : undefined;
    const shortage =
      !isGone && change.available < line.quantity
        ? { inCart: line.quantity, available: change.available }
        : undefined;
    return isGone || price || shortage ? [{ line, price, shortage, isGone }] : [];
  });
}

/** The product from the current catalog, or else from the cart, with the server's name, price and stock. */
function updatedProduct(
  line: CartLine,
  change: ChangedLine | undefined,
  catalogProduct: Product | undefined,
): Product {
  const product = catalogProduct ?? line.product;
  if (!change || change.price === null) return product;
  const variants = product.variants?.map((variant) =>
    variant.id === line.variantId ? { ...variant, stock: change.available } : variant,
  );
  return {
    ...product,
    name: change.n,
    price: change.price,
    ...(variants ? { variants } : { stock: change.available }),
  };
}

/** The cart with the changes: without sold-out lines, with the available quantities and the new prices. */
export function acceptChanges(
  lines: readonly CartLine[],
  changed: readonly ChangedLine[],
  catalog: readonly Product[],
): CartLine[] {
  return lines.flatMap((line) => {
    const change = findChange(changed, lineKeyOf(line));
    const product = updatedProduct(
      line,
      change,
      catalog.find(({ id }) => id === line.product.id),
    );
    if (change && (change.price === null || change.available < 1)) return [];
    const quantity = change ? Math.min(line.quantity, change.available) : line.quantity;
    return [{ ...line, product, quantity }];
  });
}
