/** Pure: compares a product's counts of pieces with the orders that hold or have bought these pieces. */
import { NO_VARIANT, type FoundProduct, type StockHold } from "../products/product-table.ts";
import { piecesOf, remainingPiecesOf, type StoredOrder } from "../orders/stored-order.ts";
import { stockName, type Pieces } from "../products/stock-table.ts";
import type { Difference } from "../../shared/books.ts";
import type { Finding } from "./finding.ts";

type ProductStock = Pick<FoundProduct, "stock" | "holds" | "invalidStock">;

const idsOf = (productId: string, variantId: string) => ({
  productId,
  ...(variantId === NO_VARIANT ? {} : { variantId }),
});

/** Counts of held pieces that are not the sum of the product's holds. */
export function compareHeldPieces({ stock, holds, invalidStock }: ProductStock): Finding[] {
  return stock
    .filter(({ variantId }) => !invalidStock.includes(variantId))
    .flatMap(({ productId, variantId, held }) => {
      const sum = (holds.get(variantId) ?? []).reduce((pieces, { quantity }) => pieces + quantity, 0);
      return sum === held
        ? []
        : [{ difference: { kind: "held-differs", ...idsOf(productId, variantId), shop: held, other: sum } }];
    });
}

/** A hold on a product's stock whose order does not exist, or neither holds the pieces nor is freeing or selling them. */
export type OrphanedHold = StockHold & { productId: string; variantId: string };

export const orphanedHolds = (
  productId: string,
  { holds }: ProductStock,
  hasOrder: (holdKey: string) => boolean,
): OrphanedHold[] =>
  [...holds].flatMap(([variantId, holdsOfVariant]) =>
    holdsOfVariant
      .filter(({ holdKey }) => !hasOrder(holdKey))
      .map((hold) => ({ ...hold, productId, variantId })),
  );

/** `order`: the order that the hold names, if it exists. The repair frees or sells the pieces by the order's state. */
export const findingOfOrphanedHold = (
  { productId, variantId, holdKey, quantity }: OrphanedHold,
  order: StoredOrder | undefined,
): Finding => ({
  difference: {
    kind: "pieces-held-without-order",
    orderId: holdKey,
    ...idsOf(productId, variantId),
    shop: quantity,
    other: 0,
  },
  // `settleStock` uses the order's current key. A hold under an earlier key is reported without a repair.
  ...(order && (order.hold.key ?? holdKey) === holdKey ? { repair: { by: "settle-stock", order } } : {}),
});

/** The differences between the pieces that an order holds and the pieces that stock items hold for the order. */
export function compareHeldOrder(order: StoredOrder, products: ReadonlyMap<string, ProductStock>): Finding[] {
  if (order.hold.state !== "held") return [];
  const key = order.hold.key ?? order.orderId;
  return piecesOf(order).flatMap(({ productId, variantId = NO_VARIANT, quantity }) => {
    const holds = products.get(productId)?.holds.get(variantId);
    const heldQuantity = holds?.find(({ holdKey }) => holdKey === key)?.quantity ?? 0;
    const ids = { orderId: order.orderId, ...idsOf(productId, variantId) };
    // Without `holds` there is no stock item, as after the product was deleted.
    return !holds || heldQuantity === quantity
      ? []
      : [{ difference: { kind: "held-differs", ...ids, shop: heldQuantity, other: quantity } }];
  });
}

/**
 * Whether a difference is about stock that a run could not compare. The difference then stays open. `stockToSkip`: the names of
 * the stock whose sold pieces were not compared; undefined if no sold pieces were compared.
 */
export function isStockUncompared(
  { kind, productId = "", variantId = NO_VARIANT }: Difference,
  products: ReadonlyMap<string, ProductStock>,
  stockToSkip: ReadonlySet<string> | undefined,
): boolean {
  const product = products.get(productId);
  // The difference is not about stock, or its product no longer exists.
  if (!product) return false;
  if (product.invalidStock.includes(variantId)) return true;
  return kind === "sold-differs" && stockToSkip?.has(stockName({ productId, variantId })) !== false;
}

/** The pieces of an order that count as sold, once its stock is settled. */
export const soldPiecesOf = (order: StoredOrder): Pieces[] =>
  order.hold.state === "sold" ? remainingPiecesOf(order) : [];

/** Counts of sold pieces that differ from the sum over all orders. `sums`: pieces by stock name. `stockToSkip`: stock names. */
export function compareSoldPieces(
  { stock, invalidStock }: ProductStock,
  sums: ReadonlyMap<string, number>,
  stockToSkip: ReadonlySet<string>,
): Finding[] {
  return stock
    .filter(({ variantId }) => !invalidStock.includes(variantId))
    .flatMap(({ productId, variantId, sold }) => {
      const name = stockName({ productId, variantId });
      const sum = sums.get(name) ?? 0;
      return stockToSkip.has(name) || sum === sold
        ? []
        : [{ difference: { kind: "sold-differs", ...idsOf(productId, variantId), shop: sold, other: sum } }];
    });
}

/** The names of all stock that can be compared. */
export const comparableStockNames = (products: ReadonlyMap<string, ProductStock>): string[] =>
  [...products.values()].flatMap(({ stock, invalidStock }) =>
    stock.filter(({ variantId }) => !invalidStock.includes(variantId)).map((row) => stockName(row)),
  );
