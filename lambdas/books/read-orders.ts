import * as z from "zod/mini";
import { isExpired } from "../orders/order-table.ts";
import { changesOfMonth } from "../orders/order-list-table.ts";
import { monthsBetween } from "../orders/list-orders.ts";
import { HoldItem } from "../orders/hold-table.ts";
import { StoredOrder } from "../orders/stored-order.ts";
import { readItems } from "../lib/read-items.ts";
import { Sale } from "../analytics/sale.ts";

const PAGE = 200;

/** The ids of orders that have changed since a time, in pages of at most 200, oldest change first. */
export async function* changedOrderIds(since: Date, now: Date): AsyncGenerator<string[]> {
  let after = `${since.toISOString()}#`;
  for (const month of monthsBetween(since.toISOString().slice(0, 7), now.toISOString().slice(0, 7))) {
    for (;;) {
      const { orders, broken, last } = await changesOfMonth(month, after, PAGE);
      yield [...orders, ...broken].map(({ orderId }) => orderId);
      if (last === undefined) break;
      after = last;
    }
  }
}

const idOf = ({ pk }: Record<string, unknown>): string => String(pk).replace(/^\w+#/, "");

/** The items of orders under one sort key, by order id, without items that do not match the schema. */
async function readByOrder<T extends z.ZodMiniType>(
  schema: T,
  prefix: "ORDER" | "SALES",
  sk: string,
  orderIds: readonly string[],
): Promise<Map<string, z.infer<T>>> {
  const items = await readItems([...new Set(orderIds)].map((id) => ({ pk: `${prefix}#${id}`, sk })));
  return new Map(
    items.flatMap((item) => {
      const parsed = isExpired(item) ? undefined : z.safeParse(schema, item);
      return parsed?.success ? [[idOf(item), parsed.data] as const] : [];
    }),
  );
}

/** The orders that can be read, by id. The back office lists the others. */
export const readOrders = (ids: readonly string[]) => readByOrder(StoredOrder, "ORDER", "ORDER", ids);
export const readHolds = (ids: readonly string[]) => readByOrder(HoldItem, "ORDER", "HOLD", ids);

export async function readSales(ids: readonly string[]): Promise<Map<string, Sale>> {
  const items = await readByOrder(z.object({ sale: Sale }), "SALES", "SALE", ids);
  return new Map([...items].map(([id, { sale }]) => [id, sale]));
}

const Pointer = z.object({ orderId: z.string() });

/** The ids of orders by the ids of their payments. Another application's payments have none. */
export async function orderIdsOfPayments(payments: readonly string[]): Promise<Map<string, string>> {
  const items = await readItems([...new Set(payments)].map((id) => ({ pk: `PAYMENT#${id}`, sk: "PAYMENT" })));
  return new Map(items.map((item) => [idOf(item), z.parse(Pointer, item).orderId]));
}
