import { catalogApi } from "../../../shared/api-catalog.ts";
import type { Product } from "../../../shared/product.ts";
import { parseOutput, request } from "../api.ts";
import { createPoll } from "../poll.ts";
import { createStore } from "../store.ts";

/** Pauses between two requests while the visitor uses the page, and after a minute without activity; in ms. */
const ACTIVE_PAUSE = 5_000;
const IDLE_PAUSE = 30_000;
const IDLE_AFTER = 60_000;
const REQUEST_TIMEOUT = 10_000;
const ACTIVITY = ["pointermove", "pointerdown", "keydown", "scroll", "touchstart"] as const;

export type Catalog = {
  /** 'failed' only while there is nothing to show. */
  status: "loading" | "ready" | "failed";
  products: readonly Product[];
  /** The last request failed: these products are from an earlier one. */
  stale: boolean;
};

const LOADING: Catalog = { status: "loading", products: [], stale: false };

/** An ETag without its weak mark, which compression on the way adds. */
const withoutWeakMark = (etag: string | null): string | undefined => etag?.replace(/^W\//, "");

const isHidden = () => document.visibilityState === "hidden";

/** The products as they are now. Unchanged ones stay the same objects, so that memoized cards do not render again. */
function keepUnchanged(before: readonly Product[], now: readonly Product[]): readonly Product[] {
  const known = new Map(before.map((product) => [product.id, product]));
  return now.map((product) => {
    const same = known.get(product.id);
    return same && JSON.stringify(same) === JSON.stringify(product) ? same : product;
  });
}

/**
 * The catalog, kept up to date while somebody subscribes: at once when the page gets the focus, every 5 s while the
 * visitor is active, every 30 s while idle, never while the page is hidden. Most answers are a 304 from the edge.
 */
export function createCatalogStore() {
  let etag: string | undefined;
  let watched = false;
  let lastActive = 0;

  const load = async (signal: AbortSignal) => {
    const response = await request(catalogApi.listProducts, {
      signal,
      timeoutMs: REQUEST_TIMEOUT,
      cache: "no-cache",
    });
    const state = store.current();
    const tag = withoutWeakMark(response.headers.get("etag"));
    if (tag !== undefined && tag === etag && state.status === "ready") {
      if (state.stale) store.set({ ...state, stale: false });
      return;
    }
    const { products } = parseOutput(catalogApi.listProducts, await response.json());
    etag = tag;
    store.set({ status: "ready", products: keepUnchanged(store.current().products, products), stale: false });
  };
  const poll = createPoll({
    ask: (signal) =>
      load(signal).catch((error: unknown) => {
        if (signal.aborted) return;
        console.error("The catalog could not be loaded", error);
        const state = store.current();
        store.set(state.status === "ready" ? { ...state, stale: true } : { ...LOADING, status: "failed" });
      }),
    pause: () => {
      if (!watched || isHidden()) return undefined;
      return Date.now() - lastActive < IDLE_AFTER ? ACTIVE_PAUSE : IDLE_PAUSE;
    },
  });

  const onActivity = () => {
    const wasIdle = Date.now() - lastActive >= IDLE_AFTER;
    lastActive = Date.now();
    if (wasIdle) poll.schedule();
  };
  const onVisible = () => {
    if (isHidden()) return poll.schedule();
    lastActive = Date.now();
    poll.askNow();
  };
  const connect = () => {
    watched = true;
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("focus", onVisible);
    ACTIVITY.forEach((name) => window.addEventListener(name, onActivity, { passive: true }));
    onVisible();
    return () => {
      watched = false;
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("focus", onVisible);
      ACTIVITY.forEach((name) => window.removeEventListener(name, onActivity));
      poll.stop();
    };
  };
  const store = createStore<Catalog>({ initial: LOADING, connect });
  return {
    ...store,
    /** Asks at once; after a failure the status is 'loading' again. */
    retry: (): void => {
      if (store.current().status === "failed") store.set(LOADING);
      poll.askNow();
    },
  };
}

export const catalogStore = createCatalogStore();
