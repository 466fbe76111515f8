import * as z from "zod/mini";
import { isExpired } from "../orders/order-table.ts";
import { readChangesOfMonth } from "../orders/order-list-table.ts";
import { HoldItem } from "../orders/hold-table.ts";
import { StoredOrder } from "../orders/stored-order.ts";
import { monthsBetween } from "../lib/months.ts";
import { parseValid } from "../lib/parse-item.ts";
import { readItems } from "../lib/read-items.ts";
import { Sale } from "../analytics/sale.ts";

const PAGE_SIZE = 200;
const HOUR_MS = 3_600_000;

/** The index key of a time: it sorts before all changes since that time. */
export const changeKeyAt = (since: Date): string => `${since.toISOString()}#`;

/**
 * The ids of the orders whose last change has an index key above `after`, in pages of at most 200, oldest change first. An
 * order that changes during the read is returned once. `next`: the index key after which the next page begins.
 */
export async function* changedOrderIds(
  after: string,
  now: Date,
): AsyncGenerator<{ ids: string[]; next: string }> {
  const seenIds = new Set<string>();
  // A month may end while the orders are read, so the month of an hour later is read too.
  const newestMonth = new Date(+now + HOUR_MS).toISOString().slice(0, 7);
  const months = monthsBetween(after.slice(0, 7), newestMonth);
  for (const [i, month] of months.entries()) {
    let lastKey: string | undefined = after;
    while (lastKey !== undefined) {
      const page = await readChangesOfMonth(month, lastKey, PAGE_SIZE);
      const ids = [...page.orders, ...page.broken].map(({ orderId }) => orderId);
      const nextMonth = months[i + 1];
      yield {
        ids: ids.filter((id) => !seenIds.has(id)),
        next: page.last ?? (nextMonth === undefined ? lastKey : `${nextMonth}-01T00:00:00.000Z`),
      };
      for (const id of ids) seenIds.add(id);
      lastKey = page.last;
    }
  }
}

const idOf = ({ pk }: Record<string, unknown>): string => String(pk).replace(/^\w+#/, "");

/** Keys of items that do not match their schema, for example `ORDER#<id> ORDER`. */
export type UnreadableKeys = Set<string>;

/**
 * The items of orders under one sort key, by order id, without items whose TTL has passed. An item that does not match the
 * schema is logged once, and left out; its key is added to `unreadable`.
 */
async function readByOrder<T extends z.ZodMiniType>(
  schema: T,
  prefix: "ORDER" | "SALES",
  sk: string,
  orderIds: readonly string[],
  unreadable: UnreadableKeys,
): Promise<Map<string, z.infer<T>>> {
  const items = await readItems([...new Set(orderIds)].map((id) => ({ pk: `${prefix}#${id}`, sk })));
  return new Map(
    items.flatMap((item) => {
      const key = `${String(item["pk"])} ${sk}`;
      if (isExpired(item) || unreadable.has(key)) return [];
      return parseValid(schema, [item], () => unreadable.add(key)).map(
        (parsed) => [idOf(item), parsed] as const,
      );
    }),
  );
}

/** The orders that can be read, by id. */
export const readOrders = (ids: readonly string[], unreadable: UnreadableKeys = new Set()) =>
  readByOrder(StoredOrder, "ORDER", "ORDER", ids, unreadable);
/** The hold items that can be read, by order id. */
export const readHolds = (ids: readonly string[], unreadable: UnreadableKeys) =>
  readByOrder(HoldItem, "ORDER", "HOLD", ids, unreadable);

/** The sales that can be read, by order id. */
export async function readSales(
  ids: readonly string[],
  unreadable: UnreadableKeys,
): Promise<Map<string, Sale>> {
  const items = await readByOrder(z.object({ sale: Sale }), "SALES", "SALE", ids, unreadable);
  return new Map([...items].map(([id, { sale }]) => [id, sale]));
}

const Pointer = z.object({ orderId: z.string() });

/** The ids of orders by the ids of their payments. Payments of other applications are left out. */
export async function readOrderIdsOfPayments(paymentIds: readonly string[]): Promise<Map<string, string>> {
  const items = await readItems(
    [...new Set(paymentIds)].map((id) => ({ pk: `PAYMENT#${id}`, sk: "PAYMENT" })),
  );
  return new Map(items.map((item) => [idOf(item), z.parse(Pointer, item).orderId]));
}
