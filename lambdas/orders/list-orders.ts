import * as z from "zod/mini";
import type { BrokenOrder, OrderSummary } from "../../shared/order.ts";
import { invalid } from "../lib/errors.ts";
import { changesOfMonth, monthsUpTo, ordersOfMonth } from "./order-list-table.ts";

const DEFAULT_LIMIT = 100;
/**
 * A page ends early at this size, in bytes: Lambda answers at most 6,291,556 and escapes each quote.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const MAX_BYTES = 3_000_000;

/** The last order of a page. The next page's key is built from these parts, so a forged cursor reads no other partition. */
const Cursor = z.object({
  at: z.iso.datetime(),
  id: z.string().check(z.regex(/^ord_[0-9A-Z]{26}$/)),
});
type Cursor = z.infer<typeof Cursor>;

const encode = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");

function decode(text: string): Cursor {
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
type Listed = { orders: OrderSummary[]; broken: BrokenOrder[]; cursor?: string; oldest?: string };

/** Orders, newest first; with `since` the orders changed after it, oldest change first. `cursor` is set while there are more. */
export async function listOrders(query: ListQuery, now: Date): Promise<Listed> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const cursor = query.cursor === undefined ? undefined : decode(query.cursor);
  // Keys are compared as text, so the time needs their format.
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
    /** One more than the page takes, to find out whether there is another page. */
    room: (): number => limit + 1 - orders.length,
  };
}
type PageBuilder = ReturnType<typeof createPageBuilder>;

async function listNewest(cursor: Cursor | undefined, limit: number, now: Date): Promise<Listed> {
  const builder = createPageBuilder(limit);
  const from = (cursor?.at ?? now.toISOString()).slice(0, 7);
  const months = await monthsUpTo(from);
  const oldest = months.at(-1);
  for (const month of months) {
    let before = cursor && month === from ? `${cursor.at}#${cursor.id}` : undefined;
    do {
      const page = await ordersOfMonth(month, before, builder.room());
      builder.add(page);
      before = page.last;
    } while (before !== undefined && !builder.isFull());
    if (builder.isFull()) break;
  }
  return {
    ...toPage(builder, limit, ({ createdAt, orderId }) => ({ at: createdAt, id: orderId })),
    ...(oldest === undefined ? {} : { oldest }),
  };
}

async function listChanged(
  since: string,
  cursor: Cursor | undefined,
  limit: number,
  now: Date,
): Promise<Listed> {
  const builder = createPageBuilder(limit);
  const start = cursor?.at ?? since;
  const after = cursor ? `${cursor.at}#${cursor.id}` : `${since}#`;
  for (const month of monthsBetween(start.slice(0, 7), now.toISOString().slice(0, 7))) {
    let from: string | undefined = after;
    do {
      const page = await changesOfMonth(month, from, builder.room());
      builder.add(page);
      from = page.last;
    } while (from !== undefined && !builder.isFull());
    if (builder.isFull()) break;
  }
  return toPage(builder, limit, ({ updatedAt, orderId }) => ({ at: updatedAt, id: orderId }));
}

function toPage(builder: PageBuilder, limit: number, cursorOf: (order: OrderSummary) => Cursor): Listed {
  const page = builder.orders.slice(0, limit);
  const last = page.at(-1);
  return {
    orders: page,
    broken: builder.broken,
    ...(builder.isFull() && last ? { cursor: encode(cursorOf(last)) } : {}),
  };
}

/** 'yyyy-mm' from the first to the last. More than ten years is 400. */
function monthsBetween(first: string, last: string): string[] {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
  if (number(last) - number(first) > 120) throw invalid({ since: "At most ten years ago" });
  return Array.from({ length: Math.max(0, number(last) - number(first) + 1) }, (_, i) => {
    const of = number(first) + i;
    return `${Math.floor(of / 12)}-${String((of % 12) + 1).padStart(2, "0")}`;
  });
}
