import { catalogApi, FIRST_STORE_PAGE_SIZE } from "../../../shared/api-catalog.ts";
import type { Output } from "../../../shared/endpoint.ts";
import type { PageData } from "../../../shared/page-data.ts";
import type { Product } from "../../../shared/product.ts";
import { parseOutput, request } from "../api.ts";
import { createPoll } from "../poll.ts";
import { createStore } from "../store.ts";

/** The pause between two requests, while the visitor is active and while idle. */
const ACTIVE_PAUSE_MS = 5_000;
const IDLE_PAUSE_MS = 30_000;
/** A visitor is idle after this time without an activity event. */
const IDLE_AFTER_MS = 60_000;
const REQUEST_TIMEOUT_MS = 10_000;
const ACTIVITY_EVENTS = ["pointermove", "pointerdown", "keydown", "scroll", "touchstart"] as const;

/** Each request for more products multiplies their number by this factor, so a large catalog needs few requests. */
const GROWTH_FACTOR = 4;
/** If more products than this are wanted, the request asks for all products. */
const MAX_LIMIT = 400;

export type Catalog = {
  /** 'failed' only if no request has succeeded yet and the page's HTML has no products. */
  status: "loading" | "ready" | "failed";
  /** The first products of the catalog, or all products. With `filteredBy`, the matching products that the page's HTML shows. */
  products: readonly Product[];
  /** The filters for which the page's HTML was made, as a query; undefined without filters, and for products from the API. */
  filteredBy: string | undefined;
  /** Whether `products` has all products. */
  isWhole: boolean;
  /** The number of all products, if it is known. With `filteredBy`, the number of all products that match. */
  total: number | undefined;
  /** Whether the last request failed and the products are from an earlier request or from the page's HTML. */
  isStale: boolean;
};

const LOADING: Catalog = {
  status: "loading",
  products: [],
  isWhole: false,
  filteredBy: undefined,
  total: undefined,
  isStale: false,
};

/** An ETag without the weak mark `W/`, which CloudFront adds when it compresses a response. */
const withoutWeakMark = (etag: string | null): string | undefined => etag?.replace(/^W\//, "");

const isHidden = () => document.visibilityState === "hidden";

type Answer = Output<typeof catalogApi.listProducts>;
const catalogOf = ({ products, next, total }: Answer, filteredBy?: string): Catalog => ({
  status: "ready",
  products,
  filteredBy,
  isWhole: next === undefined,
  total,
  isStale: false,
});

/** The new products. Unchanged products stay the same objects, so that memoized cards do not render again. */
export function keepUnchanged(oldProducts: readonly Product[], newProducts: readonly Product[]): Product[] {
  const oldById = new Map(oldProducts.map((product) => [product.id, product]));
  return newProducts.map((product) => {
    const oldProduct = oldById.get(product.id);
    return oldProduct && JSON.stringify(oldProduct) === JSON.stringify(product) ? oldProduct : product;
  });
}

/**
 * The catalog: its first products, and more or all products when a page requests them. While the store has subscribers and the
 * page is visible, the store is updated every 5 s, or every 30 s if the visitor is idle. It is updated at once when the first
 * subscriber comes, and when the page becomes visible or gets the focus. Most responses are a 304 from CloudFront.
 */
export function createCatalogStore() {
  let etag: string | undefined;
  let hasSubscribers = false;
  let lastActiveAtMs = 0;
  /** The number of products that pages request; undefined for all. */
  let wantedCount: number | undefined = FIRST_STORE_PAGE_SIZE;
  /** The number of products that the last answered request asked for. */
  let answeredCount: number | undefined = 0;

  const load = async (signal: AbortSignal) => {
    const limit = wantedCount;
    const response = await request(catalogApi.listProducts, {
      signal,
      query: { limit },
      timeoutMs: REQUEST_TIMEOUT_MS,
      cache: "no-cache",
    });
    answeredCount = limit;
    const catalog = store.current();
    const newEtag = withoutWeakMark(response.headers.get("etag"));
    if (newEtag !== undefined && newEtag === etag && catalog.status === "ready") {
      if (catalog.isStale) store.set({ ...catalog, isStale: false });
      return;
    }
    const answer = parseOutput(catalogApi.listProducts, await response.json());
    signal.throwIfAborted();
    etag = newEtag;
    store.set(catalogOf({ ...answer, products: keepUnchanged(store.current().products, answer.products) }));
  };
  const loadOrMarkFailure = (signal: AbortSignal) =>
    load(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      console.error("The catalog could not be loaded", error);
      const catalog = store.current();
      store.set(
        catalog.status === "ready" ? { ...catalog, isStale: true } : { ...LOADING, status: "failed" },
      );
    });
  const poll = createPoll({
    send: loadOrMarkFailure,
    pauseMs: () => {
      if (!hasSubscribers || isHidden()) return undefined;
      return Date.now() - lastActiveAtMs < IDLE_AFTER_MS ? ACTIVE_PAUSE_MS : IDLE_PAUSE_MS;
    },
  });

  const setWantedCount = (count: number | undefined) => {
    // All products are requested already.
    if (wantedCount === undefined) return;
    wantedCount = count;
    // Cancels a running request for fewer products: waiting for that answer would delay the new request.
    poll.stop();
    if (hasSubscribers) poll.sendNow();
  };

  const onActivity = () => {
    const wasIdle = Date.now() - lastActiveAtMs >= IDLE_AFTER_MS;
    lastActiveAtMs = Date.now();
    // The next request is now due after the shorter pause.
    if (wasIdle) poll.schedule();
  };
  const onVisibilityOrFocusChange = () => {
    // `pauseMs` returns undefined for a hidden page, so this ends the running pause.
    if (isHidden()) return poll.schedule();
    lastActiveAtMs = Date.now();
    poll.sendNow();
  };
  const connect = () => {
    hasSubscribers = true;
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener("visibilitychange", onVisibilityOrFocusChange, { signal });
    window.addEventListener("focus", onVisibilityOrFocusChange, { signal });
    ACTIVITY_EVENTS.forEach((name) => window.addEventListener(name, onActivity, { passive: true, signal }));
    onVisibilityOrFocusChange();
    return () => {
      hasSubscribers = false;
      controller.abort();
      poll.stop();
    };
  };
  const store = createStore<Catalog>({ initial: LOADING, connect });
  return {
    ...store,
    /** Sets the products from the page's HTML. They stay if the next response has the same ETag. */
    seedList: (list: PageData["list"]): void => {
      etag = list?.etag;
      answeredCount = list ? FIRST_STORE_PAGE_SIZE : 0;
      store.seed(list ? catalogOf(list.answer, list.filters) : LOADING);
    },
    /** Loads more products, if there are more and the last request for products is answered. */
    loadMore: (): void => {
      if (wantedCount === undefined || wantedCount !== answeredCount || store.current().isWhole) return;
      const count = wantedCount * GROWTH_FACTOR;
      setWantedCount(count > MAX_LIMIT ? undefined : count);
    },
    loadAll: (): void => setWantedCount(undefined),
    /**
     * Sends a request at once, unless one is running. Until it is answered, a failed catalog is 'loading', and a filtered
     * catalog is not marked as stale (see `catalogFor`).
     */
    retry: (): void => {
      const catalog = store.current();
      if (catalog.status === "failed") store.set(LOADING);
      else if (catalog.isStale && catalog.filteredBy !== undefined) store.set({ ...catalog, isStale: false });
      poll.sendNow();
    },
  };
}

export const catalogStore = createCatalogStore();
