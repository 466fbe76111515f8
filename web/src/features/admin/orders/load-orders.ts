import type { BrokenOrder, OrderSummary } from "../../../../../shared/order.ts";
import type { OrderIndex } from "./order-index.ts";
import { createOrderIndex } from "./order-index.ts";

/** The number of orders in the first page of the history. It is small, so that the list appears fast. */
const FIRST_PAGE_SIZE = 50;
/** The number of orders in each other page. */
const PAGE_SIZE = 1000;
/** Each request for updates goes back this far before `lastChangedAt`, because the server's index may get a change late. */
const OVERLAP_MS = 60_000;

export type OrderList = {
  /** The index changes in place; each change comes with a new `OrderList` object. */
  index: OrderIndex;
  /** Whether the whole history has been loaded. */
  isComplete: boolean;
  /** The loaded share (0 to 1) of the time since the first order; undefined while unknown. */
  progress: number | undefined;
  /** The number of the last batch of updates that changed an order. */
  batch: number;
  /**
   * The list has all changes until this time (ISO 8601); '' for an empty list. It is the time of the last change in the first page
   * and in the updates. A change or a read of a single order by this page does not set it.
   */
  lastChangedAt: string;
  /** Orders whose stored data cannot be read. */
  brokenOrders: readonly BrokenOrder[];
};

const createEmptyList = (): OrderList => ({
  index: createOrderIndex(),
  isComplete: false,
  progress: undefined,
  batch: 0,
  lastChangedAt: "",
  brokenOrders: [],
});

type Page = {
  orders: OrderSummary[];
  /** Orders whose stored data cannot be read. */
  broken: BrokenOrder[];
  cursor?: string | undefined;
  /** The month of the shop's first order ('yyyy-mm'); undefined in a page of updates. */
  firstMonth?: string | undefined;
};
/** Requests a page of the history or, with `since` (ISO 8601), of the orders that have changed since then. */
type PageRequest = { limit: number; cursor: string | undefined; since?: string };

/**
 * The loaded share (0 to 1) of the time from the shop's first month with orders ('yyyy-mm') until now.
 * `oldestLoadedAt` (ISO 8601) is the time of the oldest loaded order; `now` is in ms. Undefined while `oldestLoadedAt` or
 * `firstMonth` is unknown.
 */
export function loadProgress(
  oldestLoadedAt: string | undefined,
  firstMonth: string | undefined,
  now: number,
): number | undefined {
  if (oldestLoadedAt === undefined || firstMonth === undefined) return undefined;
  const totalMs = now - Date.parse(`${firstMonth}-01T00:00:00Z`);
  return totalMs > 0 ? Math.min(1, Math.max(0, (now - Date.parse(oldestLoadedAt)) / totalMs)) : undefined;
}

/**
 * Adds the unreadable orders of a page, and removes the orders that the page contains as readable. Returns
 * the same array if nothing has changed.
 */
function mergeBroken(brokenBefore: readonly BrokenOrder[], page: Page): readonly BrokenOrder[] {
  const brokenById = new Map(brokenBefore.map((order) => [order.orderId, order]));
  for (const order of page.broken) brokenById.set(order.orderId, order);
  for (const { orderId } of page.orders) brokenById.delete(orderId);
  const brokenNow = [...brokenById.values()];
  return JSON.stringify(brokenNow) === JSON.stringify(brokenBefore) ? brokenBefore : brokenNow;
}

/**
 * Adds or updates the orders that arrived in `batch`, and returns the list. Ignores an order if the index has a newer version of
 * it. Changes the list's index in place.
 */
export function putOrders(list: OrderList, orders: readonly OrderSummary[], batch: number): OrderList {
  list.index.put(orders, batch);
  return { ...list };
}

const lastChangeIn = (orders: readonly OrderSummary[], earlierChange: string): string =>
  orders.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), earlierChange);

/** `currentList` returns the published list. `publish` gets each new list, and the orders that have changed. */
export type LoadContext = {
  currentList: () => OrderList | undefined;
  readPage: (query: PageRequest) => Promise<Page>;
  publish: (list: OrderList, changedOrders: readonly OrderSummary[]) => void;
};

/** Loads all orders, newest first, and publishes the list after each page. Returns the complete list. */
export async function loadHistory({ currentList, readPage, publish }: LoadContext): Promise<OrderList> {
  let list: OrderList;
  let cursor: string | undefined;
  do {
    const page = await readPage({ limit: cursor === undefined ? FIRST_PAGE_SIZE : PAGE_SIZE, cursor });
    cursor = page.cursor;
    const listBefore = currentList() ?? createEmptyList();
    // The server sends the newest orders first.
    const oldestOrder = page.orders.at(-1);
    list = {
      ...putOrders(listBefore, page.orders, 0),
      // Only from the first page: its orders may change while the other pages are loaded, and the first update must get the changes.
      lastChangedAt: listBefore.lastChangedAt || lastChangeIn(page.orders, ""),
      isComplete: cursor === undefined,
      progress: loadProgress(oldestOrder?.createdAt, page.firstMonth, Date.now()) ?? listBefore.progress,
      brokenOrders: mergeBroken(listBefore.brokenOrders, page),
    };
    publish(list, []);
  } while (cursor !== undefined);
  return list;
}

/** Merges the orders that have changed since the last load, and returns the list. New orders get the number of a new batch. */
export async function loadUpdates(
  list: OrderList,
  { currentList, readPage, publish }: LoadContext,
): Promise<OrderList> {
  const batch = list.batch + 1;
  const since = list.lastChangedAt && new Date(Date.parse(list.lastChangedAt) - OVERLAP_MS).toISOString();
  let cursor: string | undefined;
  do {
    const page = await readPage({ limit: PAGE_SIZE, cursor, ...(since ? { since } : {}) });
    const listBefore = currentList() ?? list;
    const changedOrders = page.orders.filter(
      ({ orderId, version }) => (listBefore.index.get(orderId)?.order.version ?? -1) < version,
    );
    const brokenOrders = mergeBroken(listBefore.brokenOrders, page);
    // The oldest changes come first, so the list has all changes until the last one of this page, even if the next page fails.
    const lastChangedAt = lastChangeIn(page.orders, listBefore.lastChangedAt);
    const isChanged = brokenOrders !== listBefore.brokenOrders || lastChangedAt !== listBefore.lastChangedAt;
    if (changedOrders.length > 0)
      publish(
        { ...putOrders(listBefore, changedOrders, batch), batch, brokenOrders, lastChangedAt },
        changedOrders,
      );
    else if (isChanged) publish({ ...listBefore, brokenOrders, lastChangedAt }, []);
    // For an empty list `since` is ''. The first page of the history then contains all new orders.
    cursor = since ? page.cursor : undefined;
  } while (cursor !== undefined);
  return currentList() ?? list;
}
