import { NO_VARIANT } from "../../lambdas/products/product-table.ts";
import { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { soldPiecesOf } from "../../lambdas/books/compare-stock.ts";
import type { Difference } from "../../shared/books.ts";
import type { Item } from "../support/table.ts";

/**
 * Why a count of sold pieces differs from the orders. Returns lines about each order for which the history of the stock
 * counts more or fewer sold pieces than the order has, with the order's notes in the history.
 */
export function explainSold(items: readonly Item[], { productId = "", variantId }: Difference): string[] {
  const variant = variantId ?? NO_VARIANT;
  // The sort key is `<time>#<variant>#<number>`: see stock-history-table.ts.
  const isOfStock = ({ pk, sk }: Item): boolean =>
    pk === `HISTORY#${productId}` && String(sk).split("#").slice(1, -1).join("#") === variant;
  const stockItem = items.find(({ pk, sk }) => pk === `PRODUCT#${productId}` && sk === `STOCK#${variant}`);
  const notes = [...items.filter(isOfStock), ...((stockItem?.["notes"] as Item[] | undefined) ?? [])];
  const soldByOrder = new Map<string, number>();
  for (const { kind, n, order } of notes) {
    const change = kind === "sold" ? Number(n) : kind === "restocked" ? -Number(n) : 0;
    soldByOrder.set(String(order), (soldByOrder.get(String(order)) ?? 0) + change);
  }
  const orders = new Map(
    items.filter(({ sk }) => sk === "ORDER").map((item) => [String(item.pk).replace("ORDER#", ""), item]),
  );
  const soldOf = (item: Item | undefined): number => {
    const order = StoredOrder.safeParse(item);
    if (!order.success) return 0;
    return soldPiecesOf(order.data)
      .filter((pieces) => pieces.productId === productId && pieces.variantId === variantId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  };
  return [...new Set([...soldByOrder.keys(), ...orders.keys()])].flatMap((orderId) => {
    const item = orders.get(orderId);
    const [countedPieces, orderedPieces] = [soldByOrder.get(orderId) ?? 0, soldOf(item)];
    if (countedPieces === orderedPieces) return [];
    const notesOfOrder = notes.filter(({ order }) => order === orderId);
    return [
      `${orderId}: the stock counts ${countedPieces}, the order ${orderedPieces}`,
      `  order ${JSON.stringify(item)}`,
      ...notesOfOrder.map((note) => `  note ${JSON.stringify(note)}`),
      ...items
        .filter(({ pk }) => pk === `HOLD#${orderId}` || pk === `ORDER#${orderId}`)
        .filter(({ sk }) => sk !== "ORDER")
        .map((other) => `  item ${JSON.stringify(other)}`),
    ];
  });
}
