import { describe, expect, test } from "vitest";
import type { OrderSummary } from "../../../shared/order.ts";
import type { OrderList } from "../../../web/src/features/admin/orders/load-orders.ts";
import {
  loadHistory,
  loadProgress,
  loadUpdates,
  putOrders,
} from "../../../web/src/features/admin/orders/load-orders.ts";
import { orderSummary } from "./orders.ts";

const NOW = Date.parse("2026-11-01T00:00:00Z");

describe("the progress of loading the history", () => {
  test.each([
    ["2026-11-01T00:00:00.000Z", "2026-09", 0],
    ["2026-10-01T12:00:00.000Z", "2026-09", 0.5],
    ["2026-09-01T00:00:00.000Z", "2026-09", 1],
    // The browser's clock is behind the server's, so an order can be newer than now.
    ["2026-11-02T00:00:00.000Z", "2026-09", 0],
    ["2026-08-30T00:00:00.000Z", "2026-09", 1],
    ["2026-11-01T00:00:00.000Z", "2026-11", undefined],
    [undefined, "2026-09", undefined],
    ["2026-10-01T00:00:00.000Z", undefined, undefined],
  ])(
    "when orders back to %s are loaded, and the first order is in %s, is %s",
    (oldestLoaded, firstMonth, share) => {
      const progress = loadProgress(oldestLoaded, firstMonth, NOW);
      if (share === undefined) expect(progress).toBeUndefined();
      else expect(progress).toBeCloseTo(share, 1);
    },
  );
});

type Page = { orders: OrderSummary[]; broken?: { orderId: string; problems: string[] }[]; cursor?: string };

/** A server that answers each request with the next of `pages`, and a cache that stores the published list. */
function fakeServer(pages: Page[]) {
  const requests: { limit: number; cursor: string | undefined; since?: string }[] = [];
  const cache: { list: OrderList | undefined } = { list: undefined };
  const changedIds: string[] = [];
  const context = {
    currentList: () => cache.list,
    readPage: (request: (typeof requests)[number]) => {
      requests.push(request);
      const page = pages.shift();
      return page ? Promise.resolve({ broken: [], ...page }) : Promise.reject(new Error("No more pages"));
    },
    publish: (list: OrderList, changed: readonly OrderSummary[]) => {
      cache.list = list;
      changedIds.push(...changed.map(({ orderId }) => orderId));
    },
  };
  return { requests, cache, changedIds, context, pages };
}
const [ada, bob, eve] = [
  "2026-11-20T10:00:00.000Z",
  "2026-11-20T09:00:00.000Z",
  "2026-11-20T11:00:00.000Z",
].map((orderDate, i) => orderSummary({ orderId: `ord_${i}`, orderDate })) as [
  OrderSummary,
  OrderSummary,
  OrderSummary,
];
const idsOf = (list: OrderList | undefined) => list?.index.sortedBy("date").map(({ id }) => id);

describe("loading the history", () => {
  test("publishes the list after each page, and is complete after the last one", async () => {
    const server = fakeServer([{ orders: [ada], cursor: "next" }, { orders: [bob] }]);
    const completeFlags: boolean[] = [];
    const list = await loadHistory({
      ...server.context,
      publish: (published, changed) => {
        completeFlags.push(published.isComplete);
        server.context.publish(published, changed);
      },
    });
    expect(completeFlags).toEqual([false, true]);
    expect(server.requests.map(({ cursor }) => cursor)).toEqual([undefined, "next"]);
    expect(idsOf(list)).toEqual([bob.orderId, ada.orderId]);
    expect(list).toMatchObject({ isComplete: true, batch: 0, lastChangedAt: ada.updatedAt });
  });

  test("that takes minutes is followed by an update that also asks for changes made meanwhile", async () => {
    const changedLater = { ...bob, updatedAt: "2026-11-20T10:05:00.000Z" };
    const server = fakeServer([
      { orders: [ada], cursor: "next" },
      { orders: [changedLater] },
      { orders: [] },
    ]);
    await loadUpdates(await loadHistory(server.context), server.context);
    expect(server.requests.at(-1)?.since).toBe("2026-11-20T09:59:00.000Z");
  });

  test("keeps the pages that were loaded when a later page fails", async () => {
    const server = fakeServer([{ orders: [ada], cursor: "next" }]);
    await expect(loadHistory(server.context)).rejects.toThrow("No more pages");
    expect(idsOf(server.cache.list)).toEqual([ada.orderId]);
    expect(server.cache.list?.isComplete).toBe(false);
  });
});

describe("loading updates", () => {
  const loadHistoryThen = async (...pages: Page[]) => {
    const server = fakeServer([{ orders: [ada, bob] }]);
    const list = await loadHistory(server.context);
    server.pages.push(...pages);
    return { ...server, list, load: () => loadUpdates(server.cache.list ?? list, server.context) };
  };

  test("asks for changes since a minute before the last known change, page by page", async () => {
    const { load, requests } = await loadHistoryThen({ orders: [], cursor: "next" }, { orders: [] });
    await load();
    expect(requests.slice(1)).toEqual([
      { limit: 1000, cursor: undefined, since: "2026-11-20T09:59:00.000Z" },
      { limit: 1000, cursor: "next", since: "2026-11-20T09:59:00.000Z" },
    ]);
  });

  test("asks also for what others have changed before the admin's own change, until an update contains the own change", async () => {
    const ownChange = { ...ada, version: 2, updatedAt: "2026-11-20T10:30:00.000Z" };
    const { load, cache, list, requests } = await loadHistoryThen({ orders: [ownChange] }, { orders: [] });
    // The list could not be read for half an hour, for example because the computer was asleep.
    cache.list = putOrders(list, [ownChange], list.batch);
    await load();
    await load();
    expect(requests.slice(1).map(({ since }) => since)).toEqual([
      "2026-11-20T09:59:00.000Z",
      "2026-11-20T10:29:00.000Z",
    ]);
  });

  test("returns the same list when nothing has changed", async () => {
    const { load, list, changedIds } = await loadHistoryThen({ orders: [ada, bob] });
    expect(await load()).toBe(list);
    expect(changedIds).toEqual([]);
  });

  test("puts new orders into a new batch, and reports which orders have changed", async () => {
    const changedBob = { ...bob, orderStatus: 2 as const, version: 2 };
    const { load, changedIds } = await loadHistoryThen({ orders: [eve, changedBob, ada] });
    const list = await load();
    expect(list.batch).toBe(1);
    expect(list.index.get(eve.orderId)?.batch).toBe(1);
    expect(list.index.get(bob.orderId)?.order.orderStatus).toBe(2);
    expect(changedIds).toEqual([eve.orderId, bob.orderId]);
    expect(list.lastChangedAt).toBe(eve.updatedAt);
  });

  test("keeps changes that a mutation has written while the request was running", async () => {
    const { context, list } = await loadHistoryThen();
    const cancelledAda = { ...ada, orderStatus: 3 as const, version: 5 };
    const updatedList = await loadUpdates(list, {
      ...context,
      readPage: () => {
        context.publish(putOrders(list, [cancelledAda], list.batch), []);
        return Promise.resolve({ orders: [{ ...ada, version: 4 }], broken: [] });
      },
    });
    expect(updatedList.index.get(ada.orderId)?.order).toMatchObject({ orderStatus: 3, version: 5 });
    expect(updatedList.batch).toBe(0);
  });

  test("lists an order as broken until it can be read", async () => {
    const broken = [{ orderId: eve.orderId, problems: ["total"] }];
    const { load } = await loadHistoryThen({ orders: [], broken }, { orders: [eve] });
    expect((await load()).brokenOrders).toEqual(broken);
    expect((await load()).brokenOrders).toEqual([]);
  });
});
