import { adminApi } from "../../../../../shared/api-admin.ts";
import type { BrokenOrder, OrderSummary } from "../../../../../shared/order.ts";
import { reasonOf } from "../reason.ts";
import { adminPoll } from "../identity/admin-call.ts";
import { pollWhileInUse } from "../poll.ts";
import { sessionStore } from "../session/session-store.ts";
import { createOrderIndex } from "./order-index.ts";
import { wayBack } from "./way-back.ts";

/** Rows of the first answer, which shows at once, and of each one after it. */
const FIRST_PAGE = 50;
const PAGE = 1000;
/** The index of changes may lag: each look goes back this far (ms). */
const OVERLAP = 60_000;
const LIST_TIMEOUT = 30_000;

export type OrdersState = {
  status: "loading" | "ready" | "failed";
  /** Why it failed, in words. */
  why?: string;
  /** The whole history is here. */
  complete: boolean;
  /** The last look for news failed. */
  stale: boolean;
  loaded: number;
  /** How much of the way back to the first order is here, in time: 0 to 1, unknown at first. */
  progress?: number;
  /** The last round of news; it grows when something came. */
  round: number;
  /** Orders that cannot be read. */
  broken: readonly BrokenOrder[];
  /** Grows with every change of anything. */
  revision: number;
};

/** The orders that cannot be read, after an answer: what it could read of them is not among them any more. */
function withBroken(
  before: readonly BrokenOrder[],
  { orders, broken }: { orders: readonly OrderSummary[]; broken: readonly BrokenOrder[] },
): readonly BrokenOrder[] {
  const known = new Map(before.map((order) => [order.orderId, order]));
  for (const order of broken) known.set(order.orderId, order);
  for (const { orderId } of orders) known.delete(orderId);
  const after = [...known.values()];
  return JSON.stringify(after) === JSON.stringify(before) ? before : after;
}

/** Every order, kept in step while somebody looks: the newest at once, the history page by page, then what changed. */
function createOrdersStore() {
  let index = createOrderIndex();
  let state: OrdersState = initial();
  let latest = "";
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;

  function initial(): OrdersState {
    return { status: "loading", complete: false, stale: false, loaded: 0, round: 0, broken: [], revision: 0 };
  }
  const set = (change: Partial<OrdersState>) => {
    state = { ...state, ...change, loaded: index.size(), revision: state.revision + 1 };
    listeners.forEach((listener) => listener());
  };
  const put = (orders: readonly OrderSummary[], round: number) => {
    index.put(orders, round);
    for (const { updatedAt } of orders) if (updatedAt > latest) latest = updatedAt;
  };
  const page = (cursor: string | undefined, signal: AbortSignal) =>
    adminPoll(adminApi.listOrders, {
      query: { limit: cursor === undefined ? FIRST_PAGE : PAGE, cursor },
      signal,
      timeoutMs: LIST_TIMEOUT,
    });

  const loadAll = async (signal: AbortSignal) => {
    let cursor: string | undefined;
    do {
      const answer = await page(cursor, signal);
      put(answer.orders, 0);
      const broken = withBroken(state.broken, answer);
      cursor = answer.cursor;
      const progress = wayBack(answer.orders.at(-1)?.createdAt, answer.oldest, Date.now());
      set({
        status: "ready",
        stale: false,
        complete: cursor === undefined,
        broken,
        ...(progress === undefined ? {} : { progress }),
      });
    } while (cursor !== undefined);
  };
  const loadNews = async (signal: AbortSignal) => {
    const round = state.round + 1;
    const since = latest && new Date(Date.parse(latest) - OVERLAP).toISOString();
    let cursor: string | undefined;
    let changed = false;
    do {
      const query = { limit: PAGE, cursor, ...(since ? { since } : {}) };
      const answer = await adminPoll(adminApi.listOrders, { query, signal, timeoutMs: LIST_TIMEOUT });
      const news = answer.orders.filter(
        ({ orderId, version }) => (index.get(orderId)?.order.version ?? -1) < version,
      );
      changed ||= news.length > 0;
      const broken = withBroken(state.broken, answer);
      if (broken !== state.broken) set({ broken });
      put(news, round);
      cursor = since ? answer.cursor : undefined;
    } while (cursor !== undefined);
    if (changed || state.stale) set({ stale: false, ...(changed ? { round } : {}) });
  };
  const look = async (signal: AbortSignal) => {
    try {
      await (state.complete ? loadNews(signal) : loadAll(signal));
    } catch (error) {
      if (signal.aborted) return;
      console.error("The orders could not be loaded", error);
      set(state.status === "ready" ? { stale: true } : { status: "failed", why: reasonOf(error) });
    }
  };
  const start = () => {
    stop = pollWhileInUse(look);
  };

  return {
    current: (): OrdersState => state,
    index: () => index,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop?.();
      };
    },
    /** An order as the server just answered it. */
    put: (order: OrderSummary): void => {
      put([order], state.round);
      set({});
    },
    retry: (): void => {
      sessionStore.askAgain();
      if (state.status === "failed") set({ status: "loading" });
      stop?.();
      start();
    },
    /** Forgets everything: the next one who signs in begins afresh. */
    reset: (): void => {
      index = createOrderIndex();
      latest = "";
      state = initial();
    },
  };
}

export const ordersStore = createOrdersStore();
