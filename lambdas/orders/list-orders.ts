import * as z from "zod/mini";
import type { BrokenOrder, OrderSummary } from "../../shared/order.ts";
import { invalid } from "../lib/errors.ts";
import { changesOfMonth, monthsUpTo, ordersOfMonth } from "./order-list-table.ts";

const DEFAULT_LIMIT = 100;
/**
 * So many bytes of orders end a page early: Lambda sends at most 6,291,556, and escapes each quote in them.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const MAX_BYTES = 3_000_000;

/** Where the next page begins: the last order seen. Its key is made of these parts, so a cursor reads no other partition. */
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

/** Orders newest first, or with `since` what changed after it, oldest change first. A cursor is there while more is. */
export async function listOrders(query: ListQuery, now: Date): Promise<Listed> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const cursor = query.cursor === undefined ? undefined : decode(query.cursor);
  // Keys are compared as text, so a time is brought into the form that the keys have.
  return query.since === undefined
    ? listNewest(cursor, limit, now)
    : listChanged(new Date(query.since).toISOString(), cursor, limit, now);
}

/** What has been read for an answer so far. */
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
    /** One more than the answer takes tells whether there is another page. */
    room: (): number => limit + 1 - orders.length,
  };
}
type PageBuilder = ReturnType<typeof createPageBuilder>;

async function listNewest(cursor: Cursor | undefined, limit: number, now: Date): Promise<Listed> {
  const pile = createPageBuilder(limit);
  const from = (cursor?.at ?? now.toISOString()).slice(0, 7);
  const months = await monthsUpTo(from);
  const oldest = months.at(-1);
  for (const month of months) {
    let before = cursor && month === from ? `${cursor.at}#${cursor.id}` : undefined;
    do {
      const page = await ordersOfMonth(month, before, pile.room());
      pile.add(page);
      before = page.last;
    } while (before !== undefined && !pile.isFull());
    if (pile.isFull()) break;
  }
  return {
    ...toPage(pile, limit, ({ createdAt, orderId }) => ({ at: createdAt, id: orderId })),
    ...(oldest === undefined ? {} : { oldest }),
  };
}

async function listChanged(since: string, cursor: Cursor | undefined, limit: number, now: Date): Promise<Listed> {
  const pile = createPageBuilder(limit);
  const start = cursor?.at ?? since;
  const after = cursor ? `${cursor.at}#${cursor.id}` : `${since}#`;
  for (const month of monthsBetween(start.slice(0, 7), now.toISOString().slice(0, 7))) {
    let from: string | undefined = after;
    do {
      const page = await changesOfMonth(month, from, pile.room());
      pile.add(page);
      from = page.last;
    } while (from !== undefined && !pile.isFull());
    if (pile.isFull()) break;
  }
  return toPage(pile, limit, ({ updatedAt, orderId }) => ({ at: updatedAt, id: orderId }));
}

function toPage(pile: PageBuilder, limit: number, cursorOf: (order: OrderSummary) => Cursor): Listed {
  const page = pile.orders.slice(0, limit);
  const last = page.at(-1);
  return {
    orders: page,
    broken: pile.broken,
    ...(pile.isFull() && last ? { cursor: encode(cursorOf(last)) } : {}),
  };
}

/** 'yyyy-mm' from the first to the last; what is asked for more than ten years back is 400. */
function monthsBetween(first: string, last: string): string[] {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
  if (number(last) - number(first) > 120) throw invalid({ since: "At most ten years ago" });
  return Array.from({ length: Math.max(0, number(last) - number(first) + 1) }, (_, i) => {
    const of = number(first) + i;
    return `${Math.floor(of / 12)}-${String((of % 12) + 1).padStart(2, "0")}`;
  });
}
