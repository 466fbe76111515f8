import type { BrokenOrder, OrderSummary } from "../../../../../shared/order.ts";
import type { OrderIndex } from "./order-index.ts";
import { createOrderIndex } from "./order-index.ts";

/** Rows of the first page, which is small so that it shows at once, and of the others. */
const FIRST_PAGE = 50;
const PAGE = 1000;
/** The server's index of changes may lag behind, so each read starts this much (ms) before the last known change. */
const OVERLAP = 60_000;

export type OrderList = {
  /** Updated in place; each update comes with a new `OrderList` object. */
  index: OrderIndex;
  /** Whether the whole history has been loaded. */
  complete: boolean;
  /** How much of the time back to the first order has been loaded (0 to 1); undefined until it is known. */
  progress: number | undefined;
  /** The number of the last batch of updates that changed something. */
  batch: number;
  /** The time (ISO 8601) of the last known change. */
  latest: string;
  /** Orders whose stored data cannot be read. */
  broken: readonly BrokenOrder[];
};

const emptyList = (): OrderList => ({
  index: createOrderIndex(),
  complete: false,
  progress: undefined,
  batch: 0,
  latest: "",
  broken: [],
});

type Page = {
  orders: OrderSummary[];
  broken: BrokenOrder[];
  cursor?: string | undefined;
  oldest?: string | undefined;
};
/** A page of the history; with `since` (ISO 8601), of the orders that have changed. */
type PageRequest = { limit: number; cursor: string | undefined; since?: string };
/**
 * How much of the time from now back to the month of the first order ('yyyy-mm') is covered by the orders down to `last`
 * (ISO 8601): 0 to 1; undefined while either is unknown.
 */
export function loadProgress(
  last: string | undefined,
  oldest: string | undefined,
  now: number,
): number | undefined {
  if (last === undefined || oldest === undefined) return undefined;
  const whole = now - Date.parse(`${oldest}-01T00:00:00Z`);
  return whole > 0 ? Math.min(1, Math.max(0, (now - Date.parse(last)) / whole)) : undefined;
}

/** The unreadable orders after a page: those of the page are added, those that it could read are removed. */
function brokenAfter(before: readonly BrokenOrder[], page: Page): readonly BrokenOrder[] {
  const known = new Map(before.map((order) => [order.orderId, order]));
  for (const order of page.broken) known.set(order.orderId, order);
  for (const { orderId } of page.orders) known.delete(orderId);
  const after = [...known.values()];
  return JSON.stringify(after) === JSON.stringify(before) ? before : after;
}

/** Adds or updates orders that arrived in `batch`. */
export function withOrders(list: OrderList, orders: readonly OrderSummary[], batch: number): OrderList {
  list.index.put(orders, batch);
  const latest = orders.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), list.latest);
  return { ...list, latest };
}

/** `current` is the list so far; `publish` gets each new list, and which orders have changed. */
export type LoadContext = {
  current: () => OrderList | undefined;
  readPage: (query: PageRequest) => Promise<Page>;
  publish: (list: OrderList, changed: readonly OrderSummary[]) => void;
};

/** Loads all orders, the newest first, and publishes the list after each page. */
export async function loadHistory({ current, readPage, publish }: LoadContext): Promise<OrderList> {
  let list: OrderList;
  let cursor: string | undefined;
  do {
    const page = await readPage({ limit: cursor === undefined ? FIRST_PAGE : PAGE, cursor });
    cursor = page.cursor;
    const before = current() ?? emptyList();
    list = {
      ...withOrders(before, page.orders, 0),
      complete: cursor === undefined,
      progress: loadProgress(page.orders.at(-1)?.createdAt, page.oldest, Date.now()) ?? before.progress,
      broken: brokenAfter(before.broken, page),
    };
    publish(list, []);
  } while (cursor !== undefined);
  return list;
}

/** Merges what has changed since the last read into `list`. New orders get the number of a new batch. */
export async function loadUpdates(
  list: OrderList,
  { current, readPage, publish }: LoadContext,
): Promise<OrderList> {
  const batch = list.batch + 1;
  const since = list.latest && new Date(Date.parse(list.latest) - OVERLAP).toISOString();
  let cursor: string | undefined;
  do {
    const page = await readPage({ limit: PAGE, cursor, ...(since ? { since } : {}) });
    const before = current() ?? list;
    const changed = page.orders.filter(
      ({ orderId, version }) => (before.index.get(orderId)?.order.version ?? -1) < version,
    );
    const broken = brokenAfter(before.broken, page);
    if (changed.length > 0) publish({ ...withOrders(before, changed, batch), batch, broken }, changed);
    else if (broken !== before.broken) publish({ ...before, broken }, []);
    // Without a known change to start from, the first page of the history has all that is new.
    cursor = since ? page.cursor : undefined;
  } while (cursor !== undefined);
  return current() ?? list;
}
