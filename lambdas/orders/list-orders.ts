import * as z from "zod/mini";
import { ORDER_ID } from "../../shared/order-id.ts";
import type { BrokenOrder, OrderSummary } from "../../shared/order.ts";
import { invalid } from "../lib/errors.ts";
import { monthsBetween } from "../lib/months.ts";
import { readChangesOfMonth, readMonthsUpTo, readOrdersOfMonth } from "./order-list-table.ts";

const DEFAULT_LIMIT = 100;
/** A period of ten years has days of up to 121 months. Each month needs at least one query. */
const MAX_MONTHS = 121;
/**
 * A page ends early at this size: Lambda returns at most 6,291,556 bytes and escapes each quote.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const MAX_BYTES = 3_000_000;

/**
 * The last order of a page. `at`: when it was created; in a list of changes, when it last changed. Keys are made of these
 * fields, so a forged cursor cannot read another partition.
 */
const Cursor = z.object({
  at: z.iso.datetime(),
  id: z.string().check(z.regex(ORDER_ID)),
});
type Cursor = z.infer<typeof Cursor>;

const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");

function decodeCursor(text: string): Cursor {
  try {
    return z.parse(Cursor, JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw invalid({ cursor: "Not a cursor" });
  }
}

export type ListQuery = {
  cursor?: string | undefined;
  limit?: number | undefined;
  since?: string | undefined;
};
/** `broken`: orders that cannot be read. `oldest`: the oldest month that may have orders (yyyy-mm). */
type OrderList = { orders: OrderSummary[]; broken: BrokenOrder[]; cursor?: string; oldest?: string };

/**
 * Orders, newest first; with `since` the orders that have changed since then, oldest change first. The result has a
 * `cursor` while there may be more orders. Throws 400 for a wrong cursor, and for a `since` of more than ten years ago.
 */
export async function listOrders(query: ListQuery, now: Date): Promise<OrderList> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  // Keys are compared as text, so the time needs the format of toISOString.
  return query.since === undefined
    ? listNewest(cursor, limit, now)
    : listChanged(new Date(query.since).toISOString(), cursor, limit, now);
}

/** Collects orders for one page. */
function createPageBuilder(limit: number) {
  const orders: OrderSummary[] = [];
  const broken: BrokenOrder[] = [];
  let bytes = 0;
  return {
    orders,
    broken,
    add: (page: { orders: OrderSummary[]; broken: BrokenOrder[] }): void => {
      broken.push(...page.broken);
      for (const order of page.orders) {
        if (bytes > MAX_BYTES) return;
        orders.push(order);
        bytes += Buffer.byteLength(JSON.stringify(order));
      }
    },
    isFull: (): boolean => orders.length > limit || bytes > MAX_BYTES,
    /** How many orders to read: one more than fit on the page, to find out whether there is another page. */
    readLimit: (): number => limit + 1 - orders.length,
  };
}
type PageBuilder = ReturnType<typeof createPageBuilder>;

async function listNewest(cursor: Cursor | undefined, limit: number, now: Date): Promise<OrderList> {
  const builder = createPageBuilder(limit);
  const newestMonth = (cursor?.at ?? now.toISOString()).slice(0, 7);
  const months = await readMonthsUpTo(newestMonth);
  const oldestMonth = months.at(-1);
  for (const month of months) {
    let beforeKey = cursor && month === newestMonth ? `${cursor.at}#${cursor.id}` : undefined;
    do {
      const page = await readOrdersOfMonth(month, beforeKey, builder.readLimit());
      builder.add(page);
      beforeKey = page.last;
    } while (beforeKey !== undefined && !builder.isFull());
    if (builder.isFull()) break;
  }
  return {
    ...toPage(builder, limit, ({ createdAt, orderId }) => ({ at: createdAt, id: orderId })),
    ...(oldestMonth === undefined ? {} : { oldest: oldestMonth }),
  };
}

async function listChanged(
  since: string,
  cursor: Cursor | undefined,
  limit: number,
  now: Date,
): Promise<OrderList> {
  const builder = createPageBuilder(limit);
  const startTime = cursor?.at ?? since;
  const afterKey = cursor ? `${cursor.at}#${cursor.id}` : `${since}#`;
  const months = monthsBetween(startTime.slice(0, 7), now.toISOString().slice(0, 7));
  if (months.length > MAX_MONTHS) throw invalid({ since: "At most ten years ago" });
  for (const month of months) {
    let lastKey: string | undefined = afterKey;
    do {
      const page = await readChangesOfMonth(month, lastKey, builder.readLimit());
      builder.add(page);
      lastKey = page.last;
    } while (lastKey !== undefined && !builder.isFull());
    if (builder.isFull()) break;
  }
  return toPage(builder, limit, ({ updatedAt, orderId }) => ({ at: updatedAt, id: orderId }));
}

function toPage(builder: PageBuilder, limit: number, cursorOf: (order: OrderSummary) => Cursor): OrderList {
  const page = builder.orders.slice(0, limit);
  const lastOrder = page.at(-1);
  return {
    orders: page,
    broken: builder.broken,
    ...(builder.isFull() && lastOrder ? { cursor: encodeCursor(cursorOf(lastOrder)) } : {}),
  };
}
