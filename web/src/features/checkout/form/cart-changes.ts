import type { CartLine, LineKey } from "../../../../../shared/cart.ts";
import { lineKeyOf } from "../../../../../shared/cart.ts";
import type { ChangedLine } from "../../../../../shared/errors.ts";
import { cartFigures } from "../../../../../shared/cart-figures.ts";
import { toCents } from "../../../../../shared/money.ts";
import type { OrderTerms } from "../../../../../shared/order-terms.ts";
import type { Product } from "../../../../../shared/product.ts";

/** The difference between a line of the cart and the server's data for this line. Prices are in dollars. */
export type CartChange = {
  line: CartLine;
  /** Undefined if the price has not changed, or if `isGone`. */
  price: { was: number; now: number } | undefined;
  /** Undefined if enough pieces are available, or if `isGone`. */
  shortage: { inCart: number; available: number } | undefined;
  /** Whether the product is no longer in the shop. A variant that is no longer in the shop counts as sold out. */
  isGone: boolean;
  /** Whether no piece is available because ticket sales have ended. */
  haveSalesEnded: boolean;
};

const findServerLine = (serverLines: readonly ChangedLine[], { productId, variantId }: LineKey) =>
  serverLines.find(({ id, v }) => id === productId && v === variantId);

/** The changes of the cart's lines, in the order of the cart. `serverLines` is the server's data. */
export function changesOf(lines: readonly CartLine[], serverLines: readonly ChangedLine[]): CartChange[] {
  return lines.flatMap((line) => {
    const serverLine = findServerLine(serverLines, lineKeyOf(line));
    if (!serverLine) return [];
    const cartPrice = line.product.price;
    const isGone = serverLine.price === null;
    const price =
      serverLine.price !== null && toCents(serverLine.price) !== toCents(cartPrice)
        ? { was: cartPrice, now: serverLine.price }
        : undefined;
    const shortage =
      !isGone && serverLine.available < line.quantity
        ? { inCart: line.quantity, available: serverLine.available }
        : undefined;
    if (!isGone && !price && !shortage) return [];
    return [{ line, price, shortage, isGone, haveSalesEnded: serverLine.salesEnded === true }];
  });
}

/** The product from the current catalog, or else from the cart, with the server's name, price and stock. */
function updatedProduct(
  line: CartLine,
  serverLine: ChangedLine | undefined,
  catalogProduct: Product | undefined,
): Product {
  const product = catalogProduct ?? line.product;
  if (!serverLine || serverLine.price === null) return product;
  const variants = product.variants?.map((variant) =>
    variant.id === line.variantId ? { ...variant, stock: serverLine.available } : variant,
  );
  return {
    ...product,
    name: serverLine.n,
    price: serverLine.price,
    ...(variants ? { variants } : { stock: serverLine.available }),
  };
}

/**
 * The cart with the server's data: without lines that are sold out or gone, with the available quantities and the new prices.
 */
export function acceptChanges(
  lines: readonly CartLine[],
  serverLines: readonly ChangedLine[],
  catalogProducts: readonly Product[],
): CartLine[] {
  return lines.flatMap((line) => {
    const serverLine = findServerLine(serverLines, lineKeyOf(line));
    const product = updatedProduct(
      line,
      serverLine,
      catalogProducts.find(({ id }) => id === line.product.id),
    );
    if (serverLine && (serverLine.price === null || serverLine.available < 1)) return [];
    const quantity = serverLine ? Math.min(line.quantity, serverLine.available) : line.quantity;
    return [{ ...line, product, quantity }];
  });
}

/**
 * The grand total in dollars, if the visitor accepts the changes. `serverAmountNames`: the names of the amounts that only the
 * server can calculate, such as 'the sales tax'. If there are any and the new cart is not empty, the new total is undefined.
 * `termsFor`: the order's terms without these amounts.
 */
export function acceptedTotal(
  newLines: readonly CartLine[],
  isShipped: boolean,
  termsFor: (lines: readonly CartLine[]) => OrderTerms,
  serverAmountNames: readonly string[],
): number | undefined {
  if (newLines.length > 0 && serverAmountNames.length > 0) return undefined;
  return cartFigures(newLines, isShipped, termsFor(newLines)).tot;
}
