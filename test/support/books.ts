import * as z from "zod/mini";
import { ShopEvent } from "../../shared/events.ts";
import { StockRow, stockKey } from "../../lambdas/products/product-table.ts";
import { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import type { Product } from "../../shared/product.ts";
import type { TestTable } from "./table.ts";

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

type Counts = { available: number; held: number; sold: number };

/**
 * What must hold at any moment: no counter is negative, what orders hold and have bought is what stock says (so
 * available + held + sold changes by the admin's hand only), a client's count is the sum of its holds, and every
 * order's events count from 1 without gaps. Answers the sum of pieces by product and variant.
 */
export async function audit(table: Books): Promise<Map<string, number>> {
  const items = await table.items();
  const orders = items.filter(({ sk }) => sk === "ORDER").map((item) => z.parse(StoredOrder, item));
  const expected = new Map<string, Counts>();
  const clients = new Map<string, number>();
  for (const order of orders) {
    for (const { productId, variantId = "-", quantity } of order.items) {
      const counts = expected.get(`${productId}#${variantId}`) ?? { available: 0, held: 0, sold: 0 };
      if (order.hold.state === "held") counts.held += quantity;
      if (order.hold.state === "sold") counts.sold += quantity;
      expected.set(`${productId}#${variantId}`, counts);
      if (order.hold.state === "held") clients.set(order.client, (clients.get(order.client) ?? 0) + quantity);
    }
    const events = items.filter(
      ({ pk, sk }) => pk === `ORDER#${order.orderId}` && String(sk).startsWith("OUTBOX#"),
    );
    const sequences = events.map(({ sk }) => Number(String(sk).replace("OUTBOX#", ""))).sort((a, b) => a - b);
    if (sequences.some((sequence, i) => sequence !== i + 1) || sequences.length !== order.sequence)
      throw new Error(`Events of ${order.orderId} are ${sequences.join()}, the order says ${order.sequence}`);
  }
  const sums = new Map<string, number>();
  for (const item of items.filter(({ sk }) => String(sk).startsWith("STOCK#"))) {
    const { productId, variantId, available, held, sold } = z.parse(StockRow, item);
    const key = `${productId}#${variantId}`;
    const { held: due = 0, sold: gone = 0 } = expected.get(key) ?? {};
    if (Math.min(available, held, sold) < 0 || held !== due || sold !== gone)
      throw new Error(
        `${key}: ${JSON.stringify({ available, held, sold })}, orders hold ${due} and bought ${gone}`,
      );
    sums.set(key, available + held + sold);
  }
  for (const { pk, held } of items.filter(({ sk }) => sk === "HELD")) {
    const due = clients.get(String(pk).replace("CLIENT#", "")) ?? 0;
    if (held !== due) throw new Error(`${String(pk)} counts ${String(held)}, its orders hold ${due}`);
  }
  return sums;
}
