import { NO_VARIANT } from "../../lambdas/products/product-table.ts";
import { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { soldPiecesOf } from "../../lambdas/books/compare-stock.ts";
import type { Difference } from "../../shared/books.ts";
import type { Item } from "../support/table.ts";

/**
 * Why a count of sold pieces differs from the orders: a line for each order whose pieces are not those that the stock's
 * history counts for it, with the order's notes in the history.
 */
export function explainSold(items: readonly Item[], { productId = "", variantId }: Difference): string[] {
  const variant = variantId ?? NO_VARIANT;
  const isOfStock = ({ pk, sk }: Item): boolean =>
    pk === `HISTORY#${productId}` && String(sk).split("#").slice(1, -1).join("#") === variant;
  const unmoved = items.find(({ pk, sk }) => pk === `PRODUCT#${productId}` && sk === `STOCK#${variant}`);
  const notes = [...items.filter(isOfStock), ...((unmoved?.["notes"] as Item[] | undefined) ?? [])];
  const sold = new Map<string, number>();
  for (const { kind, n, order } of notes) {
    const change = kind === "sold" ? Number(n) : kind === "restocked" ? -Number(n) : 0;
    sold.set(String(order), (sold.get(String(order)) ?? 0) + change);
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
  return [...new Set([...sold.keys(), ...orders.keys()])].flatMap((orderId) => {
    const item = orders.get(orderId);
    const [counted, own] = [sold.get(orderId) ?? 0, soldOf(item)];
    if (counted === own) return [];
    const ofOrder = notes.filter(({ order }) => order === orderId);
    return [
      `${orderId}: the stock counts ${counted}, the order ${own}`,
      `  order ${JSON.stringify(item)}`,
      ...ofOrder.map((note) => `  note ${JSON.stringify(note)}`),
      ...items
        .filter(({ pk }) => pk === `HOLD#${orderId}` || pk === `ORDER#${orderId}`)
        .filter(({ sk }) => sk !== "ORDER")
        .map((other) => `  item ${JSON.stringify(other)}`),
    ];
  });
}
