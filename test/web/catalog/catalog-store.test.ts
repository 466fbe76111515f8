import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Product } from "../../../shared/product.ts";
import { testProduct } from "../../support/fixtures.ts";

class FakeDocument extends EventTarget {
  visibilityState: "visible" | "hidden" = "visible";
}

const tee = testProduct({ id: "tee" });
let products: Product[];
let fakeDocument: FakeDocument;
let requests: RequestInit[];
let requestUrls: string[];
let isOffline: boolean;

const responseTo = (url: string) => {
  const limit = Number(new URL(url, "http://localhost").searchParams.get("limit") ?? Infinity);
  const pageProducts = products.slice(0, limit);
  const next = pageProducts.length < products.length ? { next: pageProducts.at(-1)?.id } : {};
  const text = JSON.stringify({ products: pageProducts, ...next, total: products.length });
  return new Response(text, { headers: { etag: `W/"${text.length}-${products[0]?.price}"` } });
};
const openStore = async () => {
  const { createCatalogStore } = await import("../../../web/src/catalog/catalog-store.ts");
  return createCatalogStore();
};
const advanceTimers = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const moveMouse = () => window.dispatchEvent(new Event("pointermove"));

beforeEach(() => {
  vi.useFakeTimers();
  products = [tee];
  fakeDocument = new FakeDocument();
  requests = [];
  isOffline = false;
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", fakeDocument);
  requestUrls = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    requests.push(init);
    requestUrls.push(url);
    return isOffline ? Promise.reject(new TypeError("offline")) : Promise.resolve(responseTo(url));
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the live catalog", () => {
  test("sends a request at once, then every 5 s while the visitor is active, and every 30 s after a minute without activity", async () => {
    const store = await openStore();
    const unsubscribe = store.subscribe(() => undefined);
    await advanceTimers(0);
    expect(requests).toHaveLength(1);
    for (let second = 0; second < 20; second += 5) {
      moveMouse();
      await advanceTimers(5_000);
    }
    expect(requests).toHaveLength(5);
    await advanceTimers(60_000);
    const countWhenIdle = requests.length;
    await advanceTimers(60_000);
    expect(requests.length - countWhenIdle).toBe(2);
    expect(requests.every(({ cache }) => cache === "no-cache")).toBe(true);
    unsubscribe();
    await advanceTimers(120_000);
    expect(requests.length - countWhenIdle).toBe(2);
  });

  test("sends no request while the page is hidden, and one as soon as the page is visible again", async () => {
    const store = await openStore();
    const unsubscribe = store.subscribe(() => undefined);
    await advanceTimers(0);
    fakeDocument.visibilityState = "hidden";
    fakeDocument.dispatchEvent(new Event("visibilitychange"));
    await advanceTimers(300_000);
    expect(requests).toHaveLength(1);
    fakeDocument.visibilityState = "visible";
    fakeDocument.dispatchEvent(new Event("visibilitychange"));
    await advanceTimers(0);
    expect(requests).toHaveLength(2);
    unsubscribe();
  });

  test("keeps the state object while the answer stays the same, and after another answer the objects of unchanged products", async () => {
    products = [tee, testProduct({ id: "polo" })];
    const store = await openStore();
    const unsubscribe = store.subscribe(() => undefined);
    await advanceTimers(0);
    const previousState = store.current();
    await advanceTimers(5_000);
    expect(store.current()).toBe(previousState);
    products = [{ ...tee, price: 99 }, ...products.slice(1)];
    await advanceTimers(5_000);
    const [changedTee, samePolo] = store.current().products;
    expect(changedTee?.price).toBe(99);
    expect(samePolo).toBe(previousState.products[1]);
    unsubscribe();
  });

  test("marks its products as stale when a request fails; without products its status is 'failed'", async () => {
    isOffline = true;
    const store = await openStore();
    const unsubscribe = store.subscribe(() => undefined);
    await advanceTimers(0);
    expect(store.current()).toMatchObject({ status: "failed", products: [], isStale: false });
    isOffline = false;
    store.retry();
    expect(store.current().status).toBe("loading");
    await advanceTimers(0);
    expect(store.current()).toMatchObject({ status: "ready", isStale: false });
    isOffline = true;
    await advanceTimers(5_000);
    expect(store.current()).toMatchObject({ status: "ready", isStale: true, products: [{ id: "tee" }] });
    isOffline = false;
    await advanceTimers(5_000);
    expect(store.current().isStale).toBe(false);
    unsubscribe();
  });

  test("loads the first 24 products, four times as many at each request for more, and then polls as many as it last requested", async () => {
    products = Array.from({ length: 200 }, (_, i) => testProduct({ id: `tee-${i}` }));
    const store = await openStore();
    const unsubscribe = store.subscribe(() => undefined);
    await advanceTimers(0);
    const loadProgress = () => [
      store.current().products.length,
      store.current().total,
      store.current().isWhole,
    ];
    expect(loadProgress()).toEqual([24, 200, false]);
    store.loadMore();
    store.loadMore();
    await advanceTimers(0);
    expect(loadProgress()).toEqual([96, 200, false]);
    await advanceTimers(5_000);
    store.loadMore();
    await advanceTimers(0);
    expect(loadProgress()).toEqual([200, 200, true]);
    store.loadMore();
    await advanceTimers(5_000);
    const limits = requestUrls.map((url) => new URL(url, "http://localhost").searchParams.get("limit"));
    expect(limits).toEqual(["24", "96", "96", "384", "384"]);
    unsubscribe();
  });

  test("begins with the products of the page's HTML, and keeps them if the answer has the same ETag", async () => {
    const text = JSON.stringify({ products, total: 1 });
    const list = { etag: `"${text.length}-${tee.price}"`, answer: { products: [tee], total: 1 } };
    const store = await openStore();
    store.seedList(list);
    const seededState = store.initial();
    expect(seededState).toMatchObject({ status: "ready", products: [tee], isWhole: true });
    const unsubscribe = store.subscribe(() => undefined);
    await advanceTimers(0);
    expect([store.current() === seededState, requestUrls.length]).toEqual([true, 1]);
    products = [{ ...tee, price: 99 }];
    await advanceTimers(5_000);
    expect(store.current().products[0]?.price).toBe(99);
    unsubscribe();
  });

  test("does not mark the filtered products of the HTML as stale during a retry, but marks them again when the retry fails", async () => {
    isOffline = true;
    const store = await openStore();
    store.seedList({ etag: "", filters: "category=polos", answer: { products, next: "tee", total: 1 } });
    const unsubscribe = store.subscribe(() => undefined);
    await advanceTimers(0);
    expect(store.current()).toMatchObject({ filteredBy: "category=polos", isStale: true });
    store.retry();
    expect(store.current().isStale).toBe(false);
    await advanceTimers(0);
    expect(store.current().isStale).toBe(true);
    unsubscribe();
  });

  test("loads all products when a search or the cart needs them: at once, also during a request, or with the first subscriber", async () => {
    products = Array.from({ length: 30 }, (_, i) => testProduct({ id: `tee-${i}` }));
    const store = await openStore();
    const unsubscribe = store.subscribe(() => undefined);
    store.loadAll();
    await advanceTimers(1);
    expect(store.current()).toMatchObject({ isWhole: true, total: 30 });
    expect(requestUrls).toEqual(["/api/products?limit=24", "/api/products"]);
    unsubscribe();
    const otherStore = await openStore();
    otherStore.loadAll();
    const unsubscribeOther = otherStore.subscribe(() => undefined);
    await advanceTimers(0);
    expect(requestUrls.slice(2)).toEqual(["/api/products"]);
    unsubscribeOther();
  });
});
