import * as z from "zod/mini";
import { ShopEvent } from "../../shared/events.ts";
import { StockRow, stockKey } from "../../lambdas/products/product-table.ts";
import { Hold } from "../../lambdas/orders/hold-table.ts";
import { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import type { Product } from "../../shared/product.ts";
import type { Item, TestTable } from "./table.ts";

/** What the books are read from. */
type Books = Pick<TestTable, "items" | "partition">;

/** The counters of a product or variant. */
export async function stockOf(table: Books, product: Product, variantId?: string) {
  const { pk, sk } = stockKey(product.id, variantId);
  const item = (await table.partition(pk)).find((found) => found["sk"] === sk);
  const { available, held, sold } = z.parse(StockRow, item);
  return { available, held, sold };
}

export async function orderOf(table: Books, orderId: string): Promise<StoredOrder> {
  const item = (await table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");
  return z.parse(StoredOrder, item);
}

/** The events of an order, in their order, each parsed by its schema; without those whose contents are gone. */
export async function eventsOf(table: Books, orderId: string): Promise<ShopEvent[]> {
  const items = await table.partition(`ORDER#${orderId}`);
  return items
    .filter(({ sk, event }) => String(sk).startsWith("OUTBOX#") && event !== undefined)
    .map((item) => z.parse(ShopEvent, item["event"]));
}

/** What items of one kind note for orders: `hold:<order id>` and `restock:<change id>` with a number of pieces. */
const notesIn = (item: Item, prefix: string): Map<string, number> =>
  new Map(
    Object.entries(item)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, quantity]) => [name.slice(prefix.length), Number(quantity)]),
  );
const sumOf = (notes: Map<string, number>): number => [...notes.values()].reduce((sum, n) => sum + n, 0);

/**
 * What must hold at any moment, also while a function is at work or after it died: no counter is negative; what is held
 * is what stock items and clients note for orders, each an order that holds its pieces or one whose trace says that
 * somebody will look at it; what is sold is what orders have bought (so available + held + sold changes by the admin's
 * hand only); and every order's events count from 1 without gaps. Answers the sum of pieces by product and variant.
 */
export async function audit(table: Books): Promise<Map<string, number>> {
  const items = await table.items();
  const orders = new Map(
    items
      .filter(({ sk }) => sk === "ORDER")
      .map((item) => z.parse(StoredOrder, item))
      .map((order) => [order.orderId, order]),
  );
  const traces = items.filter(({ sk }) => sk === "HOLD").map((item) => z.parse(Hold, item));
  const traced = new Map(
    traces.flatMap((hold) => [hold.orderId, ...(hold.takes ?? [])].map((id) => [id, hold])),
  );
  for (const order of orders.values()) checkEvents(order, items);

  const sums = new Map<string, number>();
  for (const item of items.filter(({ sk }) => String(sk).startsWith("STOCK#"))) {
    const { productId, variantId, available, held, sold } = z.parse(StockRow, item);
    const key = `${productId}#${variantId}`;
    const holders = notesIn(item, "hold:");
    const restocked = notesIn(item, "restock:");
    const piecesIn = (
      lines: readonly { productId: string; variantId?: string | undefined; quantity: number }[],
    ) =>
      lines
        .filter((line) => line.productId === productId && (line.variantId ?? "-") === variantId)
        .reduce((sum, { quantity }) => sum + quantity, 0);
    let bought = 0;
    for (const order of orders.values()) {
      const pieces = piecesIn(order.items);
      const noted = holders.get(order.hold.key ?? order.orderId) ?? 0;
      if (order.hold.state === "held" && noted !== pieces)
        throw new Error(`${order.orderId} holds ${pieces} of ${key}, of which its stock notes ${noted}`);
      if (order.hold.state === "sold") bought += pieces - noted;
    }
    for (const { restocks = [], pieces } of traces)
      for (const change of restocks) if (!restocked.has(change)) bought += piecesIn(pieces);
    for (const id of holders.keys())
      if (orders.get(id)?.hold.state !== "held" && !traced.has(id))
        throw new Error(`${key} is held for ${id}, which nobody will look at`);
    if (Math.min(available, held, sold) < 0 || held !== sumOf(holders) || sold !== bought)
      throw new Error(
        `${key}: ${JSON.stringify({ available, held, sold })}, noted are ${sumOf(holders)}, orders bought ${bought}`,
      );
    sums.set(key, available + held + sold);
  }
  for (const item of items.filter(({ sk }) => sk === "HELD")) {
    const noted = notesIn(item, "hold:");
    if (item["held"] !== sumOf(noted)) throw new Error(`${String(item["pk"])}: ${JSON.stringify(item)}`);
    for (const id of noted.keys())
      if (orders.get(id)?.hold.state !== "held" && !traced.has(id))
        throw new Error(`${String(item["pk"])} holds for ${id}, which nobody will look at`);
  }
  return sums;
}

function checkEvents(order: StoredOrder, items: readonly Item[]): void {
  const sequences = items
    .filter(({ pk, sk }) => pk === `ORDER#${order.orderId}` && String(sk).startsWith("OUTBOX#"))
    .map(({ sk }) => Number(String(sk).replace("OUTBOX#", "")))
    .sort((a, b) => a - b);
  if (sequences.some((sequence, i) => sequence !== i + 1) || sequences.length !== order.sequence)
    throw new Error(`Events of ${order.orderId} are ${sequences.join()}, the order says ${order.sequence}`);
}
